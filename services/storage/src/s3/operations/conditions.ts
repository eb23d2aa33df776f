import { S3Error } from '../errors.ts'
import { headerOf, type S3Call, unquoted } from '../call.ts'
import type { ByteRange, StoredObject } from '../store.ts'

/**
 * Whether a reader has the object already (RFC 9110, 13.2.2).
 *
 * @param prefix of the headers: empty, or that of a copy's source
 * @throws S3Error `PreconditionFailed`
 */
export function isUnchanged(
  call: Pick<S3Call, 'headers'>,
  { etag, lastModified }: Pick<StoredObject, 'etag' | 'lastModified'>,
  prefix = '',
): boolean {
  const seconds = Math.floor(lastModified.getTime() / 1_000)
  const ifMatch = headerOf(call, `${prefix}if-match`)
  const unmodifiedSince = dateIn(headerOf(call, `${prefix}if-unmodified-since`))
  if (ifMatch !== null) {
    if (!matches(ifMatch, etag)) throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-Match' })
  } else if (unmodifiedSince !== null && seconds > unmodifiedSince) {
    throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-Unmodified-Since' })
  }
  const ifNoneMatch = headerOf(call, `${prefix}if-none-match`)
  if (ifNoneMatch !== null) return matches(ifNoneMatch, etag)
  const modifiedSince = dateIn(headerOf(call, `${prefix}if-modified-since`))
  return modifiedSince !== null && seconds <= modifiedSince
}

/** null for the whole object: without the header, and for forms that S3 ignores. @throws S3Error `InvalidRange` */
export function rangeOf(header: string | null, size: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (match === null) return null
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return null
  const refuse = (): S3Error => new S3Error('InvalidRange', undefined, { RangeRequested: header!, ActualObjectSize: String(size) })
  if (from === '') {
    if (Number(to) === 0 || size === 0) throw refuse()
    return { first: Math.max(0, size - Number(to)), last: size - 1 }
  }
  const first = Number(from)
  // RFC 9110, 14.1.1: one that ends before it begins says nothing
  if (to !== '' && Number(to) < first) return null
  if (first >= size) throw refuse()
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

function matches(header: string, etag: string): boolean {
  return header.split(',').some((each) => each.trim() === '*' || unquoted(each.trim().replace(/^W\//, '')) === etag)
}

/** Seconds since the Unix epoch; null for a text that is no date, which counts as none. */
function dateIn(header: string | null): number | null {
  const time = header === null ? Number.NaN : Date.parse(header)
  return Number.isNaN(time) ? null : Math.floor(time / 1_000)
}
