import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { cn } from '../class-names.ts'
import { Input, type InputProps } from './input.tsx'

export interface PasswordInputProps extends Omit<InputProps, 'type'> {
  readonly isShownAtFirst?: boolean
}

/** A password that can be looked at. */
export function PasswordInput({ isShownAtFirst = false, className, ...props }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(isShownAtFirst)
  return (
    <div className="relative">
      <Input
        spellCheck={false}
        autoCapitalize="off"
        {...props}
        type={isShown ? 'text' : 'password'}
        className={cn('pr-9', isShown && 'font-mono text-xs', className)}
      />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        aria-pressed={isShown}
        className="absolute top-0.5 right-0.5"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  )
}
