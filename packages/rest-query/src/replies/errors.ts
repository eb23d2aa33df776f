import { markIn } from '../planning/marks.ts'
import type { RestReply } from '../plan.ts'
import { RestError } from '../rest-error.ts'
import { raisedError } from './raised.ts'

/** An error as Postgres sends it. */
export interface DatabaseError {
  readonly code: string
  readonly message: string
  readonly detail?: string | null | undefined
  readonly hint?: string | null | undefined
}

/** Role of requests without a user. Its refusals ask to sign in. */
const anonymous = 'anon'

/** Makes the reply of an error: its body as JSON, and the headers that every error has. */
export function errorReply(error: RestError): RestReply {
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.body.code}`,
      ...(error.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...error.headers,
    },
    body: JSON.stringify(error.body),
  }
}

/** Translates an error of Postgres for the client. */
export function errorOf(error: DatabaseError, { role }: { readonly role: string }): RestError {
  const { code, message, detail, hint } = error
  if (code === '22P02') {
    const marked = markIn(message)
    if (marked?.mark === 'rows') return notSingular(marked.count)
    if (marked?.mark === 'affected') return tooManyAffected(marked.count)
    if (marked?.mark === 'put') return putMismatch()
  }
  if (code === 'PGRST') return raisedError(message, detail ?? null)
  return new RestError(statusOf(code, message, role), code, message, { details: detail ?? null, hint: hint ?? null })
}

export function notSingular(rows: string): RestError {
  return new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', { details: `The result contains ${rows} rows` })
}

function tooManyAffected(rows: string): RestError {
  return new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', { details: `The query affects ${rows} rows` })
}

function putMismatch(): RestError {
  return new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
}

/** SQLSTATE → status (PostgREST 14, HTTP Status Codes). The longest key that a code begins with wins; what is not here is 400. */
const statuses: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '21000': 500,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57P01': 503,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
}

function statusOf(code: string, message: string, role: string): number {
  if (code === '42501') return role === anonymous ? 401 : 403
  // a token may name a role that is gone
  if (code === '22023' && message.startsWith('role ') && message.endsWith(' does not exist')) return 401
  const chosen = code.startsWith('PT') ? Number(code.slice(2)) : Number.NaN
  if (Number.isInteger(chosen)) return chosen >= 200 && chosen <= 599 ? chosen : 500
  return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400
}
