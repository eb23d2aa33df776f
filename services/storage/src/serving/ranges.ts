import { StorageError } from '../errors.ts'

/** The first and the last byte that are wanted, both counted from 0. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * The part that `Range` asks for (RFC 9110, 14.1.2); null for all of it, also when several parts are asked for, which nobody has to give.
 *
 * @throws StorageError `InvalidRange` for what lies beyond the end, or ends before it begins
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  const isReversed = first !== '' && last !== '' && Number(last) < from
  if (isReversed || from >= bytes || to < from)
    throw new StorageError('InvalidRange', undefined, { headers: { 'content-range': `bytes */${bytes}` } })
  return { from, to }
}
