import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '../class-names.ts'
import { Button, type ButtonProps } from './button.tsx'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'

/** How long "Copied" stays (spec §9). */
export const copiedDurationMs = 2_000

export interface CopyButtonProps {
  /** What is copied, or how to get it. */
  readonly text: string | (() => string)
  /** Says what is copied where the button alone would not: "Copy connection string". */
  readonly label?: string
  readonly isIconOnly?: boolean
  readonly size?: ButtonProps['size']
  readonly variant?: 'ghost' | 'secondary'
  readonly className?: string
  /** -1 in a list that Tab stops at once. */
  readonly tabIndex?: 0 | -1
  readonly onCopied?: () => void
}

/** "Copy", then "Copied" for two seconds. */
export function CopyButton({ text, label, isIconOnly = false, size = 'sm', variant = 'secondary', className, tabIndex, onCopied }: CopyButtonProps) {
  // counts, so that a second click starts the time again
  const [copies, setCopies] = useState(0)
  const isCopied = copies > 0
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), copiedDurationMs)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async () => {
    if (!(await copyText(typeof text === 'string' ? text : text()))) return
    setCopies((count) => count + 1)
    onCopied?.()
  }
  const icon = isCopied ? <Check aria-hidden /> : <Copy aria-hidden />
  if (isIconOnly) {
    return (
      <IconButton
        label={isCopied ? 'Copied' : (label ?? 'Copy')}
        tabIndex={tabIndex}
        className={cn('[&_svg]:size-3.5', className)}
        onClick={() => void copy()}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <Button
      size={size}
      variant={variant}
      tabIndex={tabIndex}
      className={className}
      aria-label={label && !isCopied ? label : undefined}
      onClick={() => void copy()}
    >
      {icon}
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}
