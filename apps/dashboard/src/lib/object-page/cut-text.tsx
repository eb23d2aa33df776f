import { cn } from '@colonnade/ui'

export interface CutTextProps {
  readonly text: string
  readonly className?: string
}

/** What a cell has no room for is in its title. */
export function CutText({ text, className = 'font-mono text-xs text-soft' }: CutTextProps) {
  return (
    <span className={cn('block truncate', className)} title={text}>
      {text}
    </span>
  )
}
