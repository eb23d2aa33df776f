import type { BatchStatement } from '@colonnade/pg'
import type { Caller, ServiceReply, ServiceRequest } from '@colonnade/projects'
import { bind, type Explanation, explanationType, type ParsedRequest, plan } from '@colonnade/rest-query'
import pg from 'pg'
import type { RestConnections } from '../connections/connections.ts'
import type { Schema } from '../project/schema-cache.ts'
import { settingsStatement } from '../requests/settings.ts'
import { readRelations, relationsStatement } from './applied-policies.ts'
import { namedRelations, plannedRelations, type Touched } from './touched-relations.ts'

/**
 * Says what a request would run, how Postgres would plan it for the caller's role, and which policies apply. Nothing of it is run.
 *
 * @throws RestError for what the plan refuses
 */
export async function explain(
  schema: Schema,
  connections: RestConnections,
  parsed: ParsedRequest,
  caller: Caller,
  request: ServiceRequest,
): Promise<ServiceReply> {
  const { catalog, configuration } = schema
  const planned = plan(catalog, parsed.request)
  const values = bind(planned, parsed)
  const ofRole = configuration.roleSettings.get(caller.role) ?? {}
  // nothing may be written here, whatever functions do while a statement is planned
  const settings = settingsStatement({ plan: { ...planned, isReadOnly: true }, caller, request, ofRole, timeZone: null })
  const run = async (statements: readonly BatchStatement[]) => {
    const ran = await connections.run({
      statements: [settings, ...statements],
      isAlone: true,
      isSlow: false,
      afterwards: [],
      signal: request.signal,
    })
    return ran.rows.slice(1)
  }
  const explaining = await run([
    { name: '', text: `explain (verbose, format json) ${planned.text}`, values },
    { name: '', text: `explain (verbose) ${planned.text}`, values },
  ]).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError) return { code: error.code ?? 'XX000', message: error.message }
    throw error
  })
  const isPlanned = Array.isArray(explaining)
  const linesOf = (index: number): string => (isPlanned ? (explaining[index] ?? []).map(([line]) => line ?? '').join('\n') : '')
  const touched: Touched = namedRelations(catalog, parsed.request)
  if (isPlanned) plannedRelations(JSON.parse(linesOf(0)), parsed.request, touched)
  const [relations = []] = await run([relationsStatement(touched)])
  const explanation: Explanation = {
    role: caller.role,
    sql: planned.text,
    parameters: values.map(textOf),
    search_path: planned.searchPath,
    is_read_only: planned.isReadOnly,
    plan: isPlanned ? linesOf(1) : null,
    plan_error: isPlanned ? null : explaining,
    relations: readRelations(relations, touched),
  }
  return { status: 200, headers: { 'content-type': `${explanationType}; charset=utf-8` }, body: JSON.stringify(explanation) }
}

function textOf(value: ReturnType<typeof bind>[number]): string | null {
  if (typeof value === 'string' || value === null) return value
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : Buffer.concat(value).toString()
}
