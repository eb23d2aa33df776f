import { cn } from '../class-names.ts'
import type { Tone } from './badge.tsx'

const colors: Readonly<Record<Tone, string>> = { neutral: 'bg-faint', accent: 'bg-accent', warning: 'bg-warning', danger: 'bg-danger' }

/** The state of something as a colour; words must stand beside it. */
export function StatusDot({
  tone = 'neutral',
  isChanging = false,
  className,
}: {
  readonly tone?: Tone
  readonly isChanging?: boolean
  readonly className?: string
}) {
  return <span aria-hidden className={cn('inline-block size-1.5 shrink-0 rounded-full', colors[tone], isChanging && 'animate-pulse', className)} />
}
