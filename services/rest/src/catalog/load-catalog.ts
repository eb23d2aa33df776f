import { createHash } from 'node:crypto'
import type { Queryable } from '@colonnade/pg'
import type { Catalog } from '@colonnade/rest-query'
import { catalogQuery, type CatalogTexts, timeZoneQuery } from './reading/catalog-query.ts'
import type { CatalogRows } from './reading/catalog-rows.ts'
import { primaryKeysOf, readKeys, readRelations, showingsOf } from './relations.ts'
import { detectRelationships } from './relationships/detect.ts'
import { readComputed, readMediaHandlers, readRepresentations, readRoutines, relationKeysOf } from './routines.ts'
import type { RestConfiguration } from './settings/configuration.ts'
import { readTypes } from './types.ts'
import type { Origin } from './views/node-tree.ts'
import { type KnownViews, readViews, traceThrough } from './views/read-views.ts'

/** Keeps, between loads of one database, what is costly to read and rarely changes. */
export interface CatalogCache {
  readonly views: KnownViews
  timeZones: ReadonlySet<string> | null
}

export function createCatalogCache(): CatalogCache {
  return { views: new Map(), timeZones: null }
}

/**
 * Reads the catalog of a database, as the role that the data API connects as. The session's search path has to be empty, and its
 * `statement_timeout` long enough for a large database (10,000 tables take about a second).
 *
 * The epoch is a digest of what was read: a load that finds nothing new has the same one, so that plans and statements stay.
 *
 * @throws AppError as queries do; also when objects are dropped at that very moment, after which another load succeeds
 */
export async function loadCatalog(db: Queryable, configuration: RestConfiguration, cache: CatalogCache = createCatalogCache()): Promise<Catalog> {
  const { schemas, extraSearchPath, settings } = configuration
  const texts = (await db.first<CatalogTexts>(catalogQuery(schemas, extraSearchPath)))!
  const rows = parseTexts(texts)
  const views = rows.relations.filter(([, , , kind]) => kind === 'v' || kind === 'm').map(([oid]) => oid)
  const origins = await readViews(db, views, cache.views)
  cache.timeZones ??= new Set((await db.first<{ names: string[] }>(timeZoneQuery))!.names)

  const types = readTypes(rows)
  const keys = readKeys(rows.keys)
  const showings = showingsOf(rows.relations, traceThrough(origins))
  const relations = readRelations(rows, types, primaryKeysOf(showings, keys))
  const relationKeys = relationKeysOf(relations)
  const details = new Map(
    [...relations].map(([key, { kind, primaryKey }]) => [key, { isView: kind === 'view' || kind === 'materialized view', primaryKey }]),
  )
  return {
    epoch: epochOf(texts, origins, configuration),
    schemas,
    extraSearchPath,
    relations,
    relationships: detectRelationships(keys.foreign, showings, details, readComputed(rows.computed, relationKeys)),
    routines: readRoutines(rows.routines, relationKeys),
    representations: readRepresentations(rows.casts, types),
    mediaHandlers: readMediaHandlers(rows.handlers, relationKeys, types),
    hasFeatures: rows.features.length > 0,
    timeZones: cache.timeZones,
    settings,
  }
}

function parseTexts(texts: CatalogTexts): CatalogRows {
  return Object.fromEntries(Object.entries(texts).map(([part, text]) => [part, JSON.parse(text) as unknown])) as unknown as CatalogRows
}

function epochOf(texts: CatalogTexts, origins: ReadonlyMap<number, readonly Origin[]>, configuration: RestConfiguration): string {
  const hash = createHash('sha256')
  for (const text of Object.values(texts)) hash.update(text)
  const { schemas, extraSearchPath, settings } = configuration
  hash.update(JSON.stringify([[...origins].sort(([one], [other]) => one - other), schemas, extraSearchPath, settings]))
  return hash.digest('base64url').slice(0, 16)
}
