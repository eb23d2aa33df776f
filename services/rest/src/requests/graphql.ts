import type { MemoryClaim } from '@colonnade/core'
import type { Caller, ServiceReply, ServiceRequest } from '@colonnade/projects'
import pg from 'pg'
import type { RestConnections } from '../connections/connections.ts'
import type { Schema } from '../project/schema-cache.ts'
import { readBody } from './read-body.ts'
import { settingsStatement } from './settings.ts'

/** Reply of the function of this name in the ecosystem's images, until the extension is enabled. */
const notEnabled = 'pg_graphql extension is not enabled.'

/** Takes the request apart in the database, so that a long one is parsed once. */
const text = `select graphql_public.graphql(
  "operationName" => $1::pg_catalog.json ->> 'operationName', query => $1::pg_catalog.json ->> 'query',
  variables => ($1::pg_catalog.json -> 'variables')::pg_catalog.jsonb, extensions => ($1::pg_catalog.json -> 'extensions')::pg_catalog.jsonb)`

const resetStatement = { name: 'reset', text: 'reset all', values: [] }

/** Reads the body of a request, which is JSON. */
export async function readGraphql(request: ServiceRequest, memory: MemoryClaim): Promise<readonly Uint8Array[] | null> {
  return request.method === 'POST' ? readBody(request, memory) : null
}

/**
 * Answers a GraphQL request with `graphql_public.graphql`, which pg_graphql brings: there is no GraphQL of our own. Rejects with what
 * Postgres failed with.
 */
export async function answerGraphql(
  { configuration, catalog }: Schema,
  connections: RestConnections,
  body: readonly Uint8Array[] | null,
  caller: Caller,
  request: ServiceRequest,
): Promise<ServiceReply> {
  if (request.method !== 'POST') return graphqlErrors(405, 'Send GraphQL requests with POST.', { allow: 'POST' })
  if (body === null) return graphqlErrors(400, 'The request has no body.')
  const plan = { searchPath: ['graphql_public', ...catalog.extraSearchPath], isReadOnly: false, settings: {} }
  const ofRole = configuration.roleSettings.get(caller.role) ?? {}
  try {
    const { rows, queueMs, sqlMs } = await connections.run({
      statements: [settingsStatement({ plan, caller, request, ofRole, timeZone: null }), { name: '', text, values: [body] }],
      isAlone: true,
      isSlow: false,
      afterwards: [resetStatement],
      signal: request.signal,
    })
    return { status: 200, headers: json, body: rows[1]?.[0]?.[0] ?? 'null', log: { queue_ms: queueMs, sql_ms: sqlMs } }
  } catch (error) {
    if (error instanceof pg.DatabaseError && isOfOurs(error)) return graphqlErrors(200, notEnabled)
    throw error
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/** Makes a reply of errors, as GraphQL clients read them. */
export function graphqlErrors(status: number, message: string, headers: Readonly<Record<string, string>> = {}): ServiceReply {
  return { status, headers: { ...json, ...headers }, body: JSON.stringify({ errors: [{ message }] }) }
}

/** Tests if the statement itself names what doesn't exist: an error within a function has no position in it. */
function isOfOurs({ code, position }: pg.DatabaseError): boolean {
  return position !== undefined && (code === '3F000' || code === '42883')
}
