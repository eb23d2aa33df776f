import { S3Error } from '../errors.ts'
import { headerOf, type S3Call } from '../call.ts'
import type { ObjectProperties, Tags } from '../store.ts'
import { parseQuery } from '../signatures/canonical-request.ts'

/** Amazon S3 user guide, "Working with object metadata": user-defined metadata has 2 KB at most. */
const metadataMostBytes = 2 * 1024
/** Amazon S3 user guide, "Categorizing your storage using tags". */
const tagLimits = { most: 10, keyCharacters: 128, valueCharacters: 256 }
const described = ['content-disposition', 'content-language'] as const
const metaStart = 'x-amz-meta-'

/** Whoever asks for it must not believe that they have it. */
const missing = /^x-amz-(?:server-side-encryption|object-lock|website-redirect-location)/

/** What an upload, a copy or a form says of its object. @throws S3Error `NotImplemented` for encryption, locks and redirects */
export function propertiesOf(call: Pick<S3Call, 'headers'>): ObjectProperties {
  const unknown = Object.keys(call.headers).find((name) => missing.test(name))
  if (unknown !== undefined) throw new S3Error('NotImplemented', `The header ${unknown} requests a feature that isn’t available here.`)
  const headers: Record<string, string> = {}
  for (const name of described) {
    const value = headerOf(call, name)
    if (value !== null) headers[name] = value.slice(0, 1_000)
  }
  // that is how the body came, not what it is
  const encoding = (headerOf(call, 'content-encoding') ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'aws-chunked')
  if (encoding.length > 0) headers['content-encoding'] = encoding.join(', ').slice(0, 200)
  const tagging = headerOf(call, 'x-amz-tagging')
  return {
    contentType: headerOf(call, 'content-type'),
    cacheControl: headerOf(call, 'cache-control'),
    headers,
    metadata: metadataOf(call),
    tags: tagging === null ? {} : tagsOf(parseQuery(tagging)),
  }
}

/** @throws S3Error `InvalidArgument` for what tags can't be */
export function tagsOf(pairs: readonly (readonly [key: string, value: string])[]): Tags {
  const tags: Record<string, string> = {}
  for (const [key, value] of pairs) {
    if (key === '' || key.length > tagLimits.keyCharacters) throw new S3Error('InvalidArgument', 'A tag’s key must have 1 to 128 characters.')
    if (value.length > tagLimits.valueCharacters) throw new S3Error('InvalidArgument', 'A tag’s value can have at most 256 characters.')
    if (Object.hasOwn(tags, key)) throw new S3Error('InvalidArgument', 'Cannot provide multiple tags with the same key.')
    Object.defineProperty(tags, key, { value, enumerable: true, configurable: true })
  }
  if (Object.keys(tags).length > tagLimits.most) throw new S3Error('InvalidArgument', 'An object can have at most 10 tags.')
  return tags
}

function metadataOf({ headers }: Pick<S3Call, 'headers'>): Record<string, string> {
  const metadata: Record<string, string> = {}
  let bytes = 0
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(metaStart) || value === undefined) continue
    // Node reads headers as Latin-1, which UTF-8 survives
    const text = Buffer.from(String(value), 'latin1').toString('utf8')
    const key = name.slice(metaStart.length)
    bytes += Buffer.byteLength(key) + Buffer.byteLength(text)
    Object.defineProperty(metadata, key, { value: text, enumerable: true, configurable: true })
  }
  if (bytes > metadataMostBytes) throw new S3Error('MetadataTooLarge')
  return metadata
}

/** Headers that tell what is kept beside the bytes. */
export function propertyHeaders({ contentType, cacheControl, headers, metadata, tags }: ObjectProperties): Record<string, string> {
  const all: Record<string, string> = { 'content-type': contentType ?? 'application/octet-stream', ...headers }
  if (cacheControl !== null) all['cache-control'] = cacheControl
  for (const [key, text] of Object.entries(metadata)) {
    // those that came another way may have names and values that no header has
    if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(key)) continue
    // oxlint-disable-next-line no-control-regex -- headers have none
    all[`${metaStart}${key.toLowerCase()}`] = Buffer.from(text.replace(/[\u0000-\u001f\u007f]/g, ' '), 'utf8').toString('latin1')
  }
  const tagCount = Object.keys(tags).length
  if (tagCount > 0) all['x-amz-tagging-count'] = String(tagCount)
  return all
}
