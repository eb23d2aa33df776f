import { type ChosenLimit, timeoutMaxMs, timeoutMinMs } from '@colonnade/contracts/connections/connection-limits'
import { limitsDraftText } from './messages.ts'

/** What a field stands for; undefined where that is nothing that could be saved. */
export interface DraftNumber {
  /** null: nobody chooses, and it follows the compute size. */
  readonly value: number | null | undefined
  readonly problem: string | undefined
}

/** A limit as somebody wrote it; empty follows the compute size. */
export function readLimit(text: string, { min, max }: Pick<ChosenLimit, 'min' | 'max'>): DraftNumber {
  const written = text.trim()
  if (written === '') return { value: null, problem: undefined }
  const value = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN
  if (value >= min && value <= max) return { value, problem: undefined }
  return { value: undefined, problem: limitsDraftText.enterWholeNumberFrom(min, max) }
}

const secondMs = 1_000

/** A timeout in seconds, as milliseconds; empty is none. */
export function readTimeout(text: string): { readonly value: number | undefined; readonly problem: string | undefined } {
  const written = text.trim()
  if (written === '' || /^0+$/.test(written)) return { value: 0, problem: undefined }
  const value = /^\d{1,6}(\.\d{1,3})?$/.test(written) ? Math.round(Number(written) * secondMs) : Number.NaN
  if (value >= timeoutMinMs && value <= timeoutMaxMs) return { value, problem: undefined }
  return { value: undefined, problem: limitsDraftText.enterSecondsLeaveEmpty(timeoutMinMs / secondMs, timeoutMaxMs / secondMs) }
}

/** The same the other way round. */
export function timeoutText(ms: number): string {
  return ms === 0 ? '' : String(ms / secondMs)
}
