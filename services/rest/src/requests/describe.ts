import type { Caller, ServiceReply, ServiceRequest } from '@colonnade/projects'
import { type ParsedRequest, RestError, schemaOf } from '@colonnade/rest-query'
import { toQuery } from '@colonnade/sql'
import type { RestConnections } from '../connections/connections.ts'
import { openApi } from '../open-api/open-api.ts'
import { readVisible, visibleQuery, type VisibleRow } from '../open-api/visible.ts'
import type { Schema } from '../project/schema-cache.ts'
import { settingsStatement } from './settings.ts'

/**
 * Answers the root path: what the caller's role may see of a schema, in OpenAPI 2.0.
 *
 * @throws RestError when it is switched off, or there is no such schema
 */
export async function describe(
  { catalog, configuration }: Schema,
  connections: RestConnections,
  parsed: ParsedRequest,
  caller: Caller,
  request: ServiceRequest,
): Promise<ServiceReply> {
  const { openApiMode } = catalog.settings
  if (openApiMode === 'disabled') throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  const schema = schemaOf(catalog, parsed.request)
  const { text, values } = toQuery(visibleQuery(schema, openApiMode === 'ignore-privileges'))
  const plan = { searchPath: [schema, ...catalog.extraSearchPath], isReadOnly: true, settings: {} }
  const ofRole = configuration.roleSettings.get(caller.role) ?? {}
  const { rows, queueMs, sqlMs } = await connections.run({
    statements: [settingsStatement({ plan, caller, request, ofRole, timeZone: null }), { name: '', text, values: values.map(String) }],
    isAlone: false,
    isSlow: false,
    afterwards: [],
    signal: request.signal,
  })
  const [description = null, relations, routines] = rows[1]?.[0] ?? []
  const oids = (list: string | null | undefined): readonly number[] => (typeof list === 'string' ? (JSON.parse(list) as number[]) : [])
  const row: VisibleRow = { description, relations: oids(relations), routines: oids(routines) }
  return {
    status: 200,
    headers: { 'content-type': 'application/openapi+json; charset=utf-8', ...(catalog.schemas.length > 1 && { 'content-profile': schema }) },
    body: request.method === 'HEAD' ? null : JSON.stringify(openApi(catalog, readVisible(schema, row), request.publicUrl)),
    log: { queue_ms: queueMs, sql_ms: sqlMs },
  }
}
