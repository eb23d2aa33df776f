import type { Content } from '../../objects/store-object.ts'
import type { ObjectRow } from '../../objects/object-row.ts'
import type { ObjectProperties } from '../store.ts'

const usualType = 'application/octet-stream'
const usualCacheControl = 'no-cache'
/** Headers that S3 keeps beyond what the other protocols know, by their names in the row's metadata. */
const kept = { 'content-encoding': 'contentEncoding', 'content-disposition': 'contentDisposition', 'content-language': 'contentLanguage' } as const

/** What goes into the row of an object. */
export function contentOf({ contentType, cacheControl, headers, tags }: ObjectProperties): Content {
  const more: Record<string, unknown> = {}
  for (const [header, name] of Object.entries(kept)) if (headers[header] !== undefined) more[name] = headers[header]
  if (Object.keys(tags).length > 0) more['tags'] = tags
  return { contentType: contentType ?? usualType, cacheControl: cacheControl ?? usualCacheControl, more }
}

export function propertiesOfRow({ metadata, user_metadata: userMetadata }: Pick<ObjectRow, 'metadata' | 'user_metadata'>): ObjectProperties {
  const row = (metadata ?? {}) as Readonly<Record<string, unknown>>
  const headers: Record<string, string> = {}
  for (const [header, name] of Object.entries(kept)) {
    const value = row[name]
    // of rows that SQL wrote anything may be there
    if (typeof value === 'string' && /^[\u0020-\u007e]{1,1000}$/.test(value)) headers[header] = value
  }
  return {
    contentType: textOf(row['mimetype']),
    cacheControl: textOf(row['cacheControl']),
    headers,
    metadata: textsOf(userMetadata),
    tags: textsOf(row['tags']),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\u0020-\u007e]{1,1000}$/.test(value) ? value : null
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {}
  const pairs = Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? each : JSON.stringify(each)] as const)
  return Object.fromEntries(pairs.slice(0, 100))
}
