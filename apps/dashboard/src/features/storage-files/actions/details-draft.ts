import type { FileDetails } from '../entries/queries.ts'
import { detailsText } from '../messages.ts'
import type { DetailsChange } from './mutations.ts'

/** The details of a file in the form. */
export interface DetailsDraft {
  readonly type: string
  readonly cacheControl: string
  /** JSON. */
  readonly metadata: string
}

export const draftOf = ({ content_type: type, cache_control: cacheControl, metadata }: FileDetails): DetailsDraft => ({
  type: type ?? '',
  cacheControl: cacheControl ?? '',
  metadata: JSON.stringify(metadata ?? {}, null, 2),
})

/** A type, a subtype and optional parameters (RFC 9110, 8.3.1). */
const typeForm = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;[\t\u0020-\u007e]*)?$/
const headerForm = /^[\t\u0020-\u007e]{1,1000}$/

/** Returns problems by field. */
export function problemsOf({ type, cacheControl, metadata }: DetailsDraft): Readonly<Partial<Record<keyof DetailsDraft, string>>> {
  return {
    ...((!typeForm.test(type.trim()) || !headerForm.test(type.trim())) && { type: detailsText.badType }),
    ...(!headerForm.test(cacheControl.trim()) && { cacheControl: detailsText.badCacheControl }),
    ...(objectOf(metadata) === null && { metadata: detailsText.badMetadata }),
  }
}

/** Returns the change to send; null without one. */
export function changeOf({ name, version }: FileDetails, start: DetailsDraft, draft: DetailsDraft): DetailsChange | null {
  const metadata = objectOf(draft.metadata)
  const change = {
    ...(draft.type.trim() !== start.type && { content_type: draft.type.trim() }),
    ...(draft.cacheControl.trim() !== start.cacheControl && { cache_control: draft.cacheControl.trim() }),
    ...(metadata !== null && JSON.stringify(metadata, null, 2) !== start.metadata && { metadata }),
  }
  return Object.keys(change).length === 0 ? null : { name, version, ...change }
}

/** Parses metadata; an empty field means none. */
function objectOf(text: string): object | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
