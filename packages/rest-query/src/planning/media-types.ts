import { type Catalog, type MediaHandler, relationKey } from '../catalog.ts'
import type { Accepted, PlanOption, RestRequest } from '../request.ts'
import { unacceptable } from './refusals.ts'
import { isDefaultSelect } from './levels/tree.ts'

/** How rows become a body. */
export type Format =
  | { readonly kind: 'json'; readonly areNullsStripped: boolean }
  | { readonly kind: 'object'; readonly areNullsStripped: boolean }
  | { readonly kind: 'csv' }
  | { readonly kind: 'geojson' }
  | { readonly kind: 'handler'; readonly handler: MediaHandler }

export interface Negotiated {
  readonly format: Format
  readonly contentType: string
  readonly explain: { readonly format: 'json' | 'text'; readonly options: readonly PlanOption[] } | null
}

/**
 * Chooses the first accepted media type that there is a way to make.
 *
 * @param keys `relationKey` of what an owner's handlers may be for: the function and the relation
 * @throws RestError PGRST107
 */
export function negotiate(catalog: Catalog, request: RestRequest, keys: readonly string[]): Negotiated {
  const accepted = request.accept.length === 0 ? [{ kind: 'any' } as const] : request.accept
  const isDefault = isDefaultSelect(request.query)
  for (const one of accepted) {
    const found = one.kind === 'plan' ? explained(catalog, one, keys, isDefault) : formatOf(catalog, one, keys, isDefault)
    if (found !== null) return found
  }
  throw unacceptable(accepted.map(mediaTypeOf))
}

function explained(catalog: Catalog, accepted: Extract<Accepted, { kind: 'plan' }>, keys: readonly string[], isDefault: boolean): Negotiated | null {
  if (!catalog.settings.arePlansEnabled) return null
  const found = formatOf(catalog, accepted.of, keys, isDefault)
  if (found === null) return null
  return {
    format: found.format,
    contentType: `${mediaTypeOf(accepted)}; charset=utf-8`,
    explain: { format: accepted.format, options: accepted.options },
  }
}

type Direct = Exclude<Accepted, { kind: 'plan' }>

function formatOf(catalog: Catalog, accepted: Direct, keys: readonly string[], isDefault: boolean): Negotiated | null {
  // these can't be replaced by handlers
  if (accepted.kind === 'object') return builtIn(accepted, { kind: 'object', areNullsStripped: accepted.areNullsStripped })
  if (accepted.kind === 'array' && accepted.areNullsStripped) return builtIn(accepted, { kind: 'json', areNullsStripped: true })
  const handler = handlerOf(catalog, mediaTypeOf(accepted), keys, isDefault)
  if (handler !== null) return handled(handler)
  switch (accepted.kind) {
    case 'json':
    case 'array':
    case 'any':
      return builtIn({ kind: 'json' }, { kind: 'json', areNullsStripped: false })
    case 'csv':
      return builtIn(accepted, { kind: 'csv' })
    case 'geojson':
      return catalog.hasFeatures ? builtIn(accepted, { kind: 'geojson' }) : null
    default:
      return null
  }
}

function builtIn(accepted: Direct, format: Format): Negotiated {
  return { format, contentType: `${mediaTypeOf(accepted)}; charset=utf-8`, explain: null }
}

/** Finds a handler in PostgREST's order: the target's own for everything, its own for this type, then one for any rows. */
function handlerOf(catalog: Catalog, mediaType: string, keys: readonly string[], isDefault: boolean): MediaHandler | null {
  const { mediaHandlers } = catalog
  if (mediaHandlers.length === 0) return null
  const isOwn = (handler: MediaHandler): boolean => isDefault && handler.of !== null && keys.includes(handler.of)
  return (
    mediaHandlers.find((handler) => handler.mediaType === '*/*' && isOwn(handler)) ??
    mediaHandlers.find((handler) => handler.mediaType === mediaType && isOwn(handler)) ??
    mediaHandlers.find((handler) => handler.mediaType === mediaType && handler.of === null && handler.kind === 'aggregate') ??
    null
  )
}

function handled(handler: MediaHandler): Negotiated {
  const { mediaType } = handler
  const isText = mediaType === 'application/json' || mediaType === 'application/geo+json' || mediaType === 'text/csv' || mediaType === 'text/plain'
  const contentType = mediaType === '*/*' ? 'application/octet-stream' : isText ? `${mediaType}; charset=utf-8` : mediaType
  return { format: { kind: 'handler', handler }, contentType, explain: null }
}

/** Returns the key that handlers of a function have. */
export function handlerKey(schema: string, name: string): string {
  return relationKey(schema, name)
}

function mediaTypeOf(accepted: Accepted): string {
  const stripped = (areNullsStripped: boolean): string => (areNullsStripped ? ';nulls=stripped' : '')
  switch (accepted.kind) {
    case 'json':
      return 'application/json'
    case 'object':
      return `application/vnd.pgrst.object+json${stripped(accepted.areNullsStripped)}`
    case 'array':
      return accepted.areNullsStripped ? 'application/vnd.pgrst.array+json;nulls=stripped' : 'application/json'
    case 'csv':
      return 'text/csv'
    case 'geojson':
      return 'application/geo+json'
    case 'openapi':
      return 'application/openapi+json'
    case 'any':
      return '*/*'
    case 'other':
      return accepted.mediaType
    case 'plan': {
      const options = accepted.options.length === 0 ? '' : `; options=${accepted.options.join('|')}`
      return `application/vnd.pgrst.plan+${accepted.format}; for="${mediaTypeOf(accepted.of)}"${options}`
    }
  }
}
