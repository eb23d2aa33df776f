import type { Tone } from '../feedback/badge.tsx'

/** The share from which it is getting tight. */
const warningShare = 0.8

/** How worrying a use is; nothing is where there is no limit. */
export function usageTone(value: number, max: number | null): Tone {
  if (max === null || value === 0) return 'accent'
  if (value >= max) return 'danger'
  return value / max >= warningShare ? 'warning' : 'accent'
}
