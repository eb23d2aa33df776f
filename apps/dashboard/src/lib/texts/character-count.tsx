import { cn } from '@colonnade/ui'
import { formatNumber } from '../bytes.ts'

/** The share of the limit from which on the count shows. */
const shownFrom = 0.9

/** How long a text is, once that comes near to what is allowed. */
export function CharacterCount({ length, maxLength }: { readonly length: number; readonly maxLength: number }) {
  if (length < shownFrom * maxLength) return null
  return (
    <span className={cn('text-xs tabular-nums', length > maxLength ? 'text-danger' : 'text-faint')}>
      {formatNumber(length)} of {formatNumber(maxLength)} characters
    </span>
  )
}
