import type { Clock, Logger } from '@colonnade/core'
import { type Database, databaseError } from '@colonnade/pg'
import type { Catalog, Plan, PlanOptions } from '@colonnade/rest-query'
import type { RestConfiguration } from '../catalog/settings/configuration.ts'
import { missReloadMs, missRestShare, plansMost, slowMs } from '../limits.ts'

/** A plan, and what running it has shown. */
export interface KeptPlan {
  readonly plan: Plan
  /** Names of its prepared statement by role: row-level security makes other plans of Postgres for each (see `decisions`). */
  readonly names: Map<string, string>
  /** Milliseconds that Postgres took for it alone, lately; null until it ran alone once. */
  usualMs: number | null
  /** Requests in flight with it. */
  running: number
  /** For plans of one shape: whether their replies have been large lately, so that rows are fetched one by one. */
  readonly size: { isLarge: boolean; portioned: KeptPlan | null }
}

/** A database's schema at one time, and the plans created from it. */
export interface Schema {
  readonly catalog: Catalog
  readonly configuration: RestConfiguration
  readonly loadedAt: number
  readonly loadMs: number
  readonly plans: Map<string, KeptPlan>
}

/** The schema of one project's database: loaded once, and served while it reloads. */
export interface SchemaCache {
  /** The schema that is known, however old, and at once; loads it the first time. */
  current(): Schema | Promise<Schema>
  /** Reloads the schema; calls during a load get the one after it. */
  reload(): Promise<Schema>
  /** After a name that was not found: null when that made it load just now, so that wrong names can't keep a database busy. */
  reloadAfterMiss(): Promise<Schema> | null
  /** Why the last load failed, and when; null if it did not. */
  lastFailure(): LoadFailure | null
}

export interface LoadFailure {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly message: string
}

export interface SchemaCacheParts {
  readonly ref: string
  readonly database: () => Promise<Database>
  readonly load: (database: Database) => Promise<{ readonly catalog: Catalog; readonly configuration: RestConfiguration }>
  readonly clock: Clock
  readonly logger: Logger
}

export function createSchemaCache({ ref, database, load, clock, logger }: SchemaCacheParts): SchemaCache {
  let schema: Schema | null = null
  let running: Promise<Schema> | null = null
  let next: Promise<Schema> | null = null
  let failure: LoadFailure | null = null
  /** When the loads that misses have caused are rested from. */
  let restedAt = 0
  const loadOnce = async (): Promise<Schema> => {
    const begunAt = performance.now()
    const { catalog, configuration } = await load(await database()).catch((thrown: unknown) => {
      const error = databaseError(thrown)
      failure = { at: clock.now(), message: error.message }
      throw error
    })
    failure = null
    const loadMs = performance.now() - begunAt
    for (const warning of configuration.warnings) logger.warn('data API', { ref, warning })
    logger.debug('schema loaded', { ref, relations: catalog.relations.size, duration_ms: Math.round(loadMs) })
    // an epoch is a digest: what has not changed keeps its plans
    const plans = schema?.catalog.epoch === catalog.epoch ? schema.plans : new Map<string, KeptPlan>()
    return (schema = { catalog, configuration, loadedAt: clock.now(), loadMs, plans })
  }
  const begin = (): Promise<Schema> => {
    running = loadOnce().finally(() => (running = null))
    return running
  }
  const reload = (): Promise<Schema> => {
    if (running === null) return begin()
    // the current load may have started before the change
    next ??= running.then(
      () => {
        next = null
        return begin()
      },
      () => {
        next = null
        return begin()
      },
    )
    return next
  }
  return {
    current: () => schema ?? running ?? begin(),
    reload,
    lastFailure: () => failure,
    reloadAfterMiss() {
      const now = performance.now()
      if (restedAt - now >= missReloadMs) return running
      restedAt = Math.max(restedAt, now) + Math.min(missReloadMs, missRestShare * (schema?.loadMs ?? 0))
      return reload()
    },
  }
}

/** Weight of a new time in the usual one. It rises little by little, since a busy machine makes everything slow at times. */
const shares = { up: 0.05, down: 0.5 } as const

/** Returns true if other requests shouldn't wait behind it. Of an unknown one, only the first may delay others. */
export function isSlow({ usualMs, running }: KeptPlan): boolean {
  return usualMs === null ? running > 0 : usualMs > slowMs
}

/** Remembers how long a plan took. */
export function noteTime(kept: KeptPlan, ms: number): void {
  const { usualMs } = kept
  kept.usualMs = usualMs === null ? ms : usualMs + (ms > usualMs ? shares.up : shares.down) * (ms - usualMs)
}

let statements = 0

/** The prepared statement of a plan for a role. Schemas share no names, because each has plans of its own. */
export function statementName(kept: KeptPlan, role: string): string {
  let name = kept.names.get(role)
  if (name === undefined) {
    statements += 1
    name = `q${statements}`
    kept.names.set(role, name)
  }
  return name
}

/**
 * The plan of a shape, made once; twice for one whose replies may be large.
 *
 * @throws RestError
 */
export function planOf({ plans }: Schema, shape: string, make: (options: PlanOptions) => Plan): KeptPlan {
  const kept = plans.get(shape)
  if (kept !== undefined) {
    // the order of a map is that of insertion: what was used last stays longest
    plans.delete(shape)
    plans.set(shape, kept)
    const { size } = kept
    if (!size.isLarge) return kept
    return (size.portioned ??= { ...kept, plan: make({ arePortionsWanted: true }), names: new Map(), usualMs: null, running: 0 })
  }
  const made: KeptPlan = { plan: make({}), names: new Map(), usualMs: null, running: 0, size: { isLarge: false, portioned: null } }
  plans.set(shape, made)
  if (plans.size > plansMost) plans.delete(plans.keys().next().value!)
  return made
}
