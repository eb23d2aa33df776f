import type { ServiceReply } from '@colonnade/projects'
import { type SchemaCacheState, schemaCacheType } from '@colonnade/rest-query'
import type { SchemaCache } from '../project/schema-cache.ts'

/**
 * Returns how old the schema cache is, how long it took to load, and its errors since.
 *
 * @param isFresh loads it first; if that fails, the former schema still serves, and the reply has the error
 */
export async function schemaCacheState(cache: SchemaCache, isFresh: boolean): Promise<ServiceReply> {
  if (isFresh) await cache.reload().catch(() => {})
  const { catalog, configuration, loadedAt, loadMs } = await cache.current()
  const failure = cache.lastFailure()
  let functions = 0
  for (const overloads of catalog.routines.values()) functions += overloads.length
  const state: SchemaCacheState = {
    loaded_at: new Date(loadedAt).toISOString(),
    load_ms: Math.round(loadMs),
    relations: catalog.relations.size,
    functions,
    warnings: configuration.warnings,
    last_error: failure && { at: new Date(failure.at).toISOString(), message: failure.message },
  }
  return { status: 200, headers: { 'content-type': `${schemaCacheType}; charset=utf-8` }, body: JSON.stringify(state) }
}
