import { Input as BaseInput } from '@base-ui/react/input'
import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'
import { controlClass } from './control-class.ts'

export interface InputProps extends Omit<ComponentProps<'input'>, 'className'> {
  readonly className?: string | undefined
  /** For ids, values and SQL. */
  readonly isMono?: boolean
}

export function Input({ className, isMono = false, ...props }: InputProps) {
  return <BaseInput {...props} className={cn(controlClass, isMono && 'font-mono text-xs', className)} />
}
