import type { Outcome, Plan, PlannedReply, RestReply } from '../plan.ts'
import type { ParsedRequest } from '../request.ts'
import { RestError } from '../rest-error.ts'
import { contentRangeOf } from './content-range.ts'
import { errorReply, notSingular } from './errors.ts'
import { withHeaders, withStatus } from './own-headers.ts'
import { readTotal, totalOf } from './totals.ts'

/**
 * Makes the reply of a statement's row.
 *
 * @param search the query string as it was sent, for `Content-Location`
 */
export function reply(plan: Plan, parsed: ParsedRequest, outcome: Outcome, search = ''): RestReply {
  const { reply: planned } = plan
  if (plan.isExplained) return { status: 200, headers: { 'Content-Type': planned.contentType! }, body: planned.isHead ? null : outcome.body }
  if (planned.isSingular && outcome.rows !== '1') return errorReply(notSingular(outcome.rows))
  const headers: Record<string, string | readonly string[]> = {}
  let status = statusOf(planned, outcome)
  if (planned.kind === 'read' || planned.kind === 'call') {
    const offset = planned.offset === null ? 0 : Number(parsed.values[planned.offset])
    const total = totalOf(planned, outcome)
    const rows = Number(outcome.rows)
    const countMs = countMsOf(outcome)
    if (countMs !== null) headers['Server-Timing'] = countMs < slowCountMs ? `count;dur=${countMs}` : `count;dur=${countMs};desc="${slowCountHint}"`
    if (total !== null && offset > total) return errorReply(outOfRange(offset, total))
    if (status === 200 && total !== null && rows < total) status = 206
    if (planned.kind === 'read' || planned.contentType !== null) headers['Content-Range'] = contentRangeOf(offset, rows, total)
  } else if (planned.kind !== 'put') {
    const total = outcome.total === null ? null : Number(outcome.total)
    headers['Content-Range'] = planned.kind === 'update' ? contentRangeOf(0, Number(outcome.rows), total) : `*/${total ?? '*'}`
  }
  if (planned.contentLocation !== null)
    headers['Content-Location'] = search === '' ? planned.contentLocation : `${planned.contentLocation}?${sorted(search)}`
  if (planned.contentType !== null) headers['Content-Type'] = planned.contentType
  if (planned.contentProfile !== null) headers['Content-Profile'] = planned.contentProfile
  if (planned.preferenceApplied !== null) headers['Preference-Applied'] = planned.preferenceApplied
  if (planned.location !== null && outcome.location !== null) headers['Location'] = locationOf(planned.location, outcome.location)
  if (outcome.responseStatus !== null) {
    const own = withStatus(outcome.responseStatus)
    if (own instanceof RestError) return errorReply(own)
    status = own
  }
  if (outcome.responseHeaders !== null) {
    const refused = withHeaders(headers, outcome.responseHeaders)
    if (refused !== null) return errorReply(refused)
  }
  return { status, headers, body: contentOf(planned, outcome) }
}

/** Returns the milliseconds that an exact count took beside the reply's own rows; null without one. */
export function countMsOf({ total }: Outcome): number | null {
  return total === null ? null : readTotal(total).ms
}

/** An exact count reads every row that matches. From here on that is worth a hint. */
const slowCountMs = 200
const slowCountHint = 'Exact counts read every matching row. Prefer count=planned or count=estimated for large tables.'

function statusOf(planned: PlannedReply, { inserted }: Outcome): number {
  switch (planned.kind) {
    case 'read':
      return 200
    case 'call':
      return planned.contentType === null ? 204 : 200
    case 'insert':
      return planned.mayMerge && isNone(inserted) ? 200 : 201
    case 'put':
      if (!isNone(inserted)) return 201
      return planned.contentType === null ? 204 : 200
    default:
      return planned.contentType === null ? 204 : 200
  }
}

function isNone(inserted: string | null): boolean {
  return inserted === null || inserted === '0'
}

function contentOf(planned: PlannedReply, { body }: Outcome): string | Uint8Array | null {
  if (planned.isHead || planned.contentType === null) return null
  if (!planned.isBinary || typeof body !== 'string') return body ?? planned.emptyBody
  return bytesOf(body)
}

/** bytea as Postgres writes it: `\x` and hexadecimal digits. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length - 2) / 2)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Number.parseInt(text.slice(2 + 2 * index, 4 + 2 * index), 16)
  return bytes
}

/** Parameters in the order of their names, as PostgREST writes them. */
function sorted(search: string): string {
  if (!search.includes('&')) return search
  return search.split('&').sort(byName).join('&')
}

function byName(one: string, other: string): number {
  const [name, otherName] = [nameOf(one), nameOf(other)]
  return name < otherName ? -1 : name > otherName ? 1 : 0
}

function nameOf(parameter: string): string {
  const end = parameter.indexOf('=')
  return end === -1 ? parameter : parameter.slice(0, end)
}

function locationOf({ path, columns }: { readonly path: string; readonly columns: readonly string[] }, location: string): string {
  const values = JSON.parse(location) as (string | null)[]
  const filters = columns.map((column, index) => {
    const value = values[index]
    return `${encodeURIComponent(column)}=${value === null || value === undefined ? 'is.null' : `eq.${encodeURIComponent(value)}`}`
  })
  return `${path}?${filters.join('&')}`
}

function outOfRange(offset: number, total: number): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'Content-Range': `*/${total}` },
  })
}
