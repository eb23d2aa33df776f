import type { Database, Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { PlatformContext } from '../../../kernel/context.ts'
import { incidentsKeptDays } from '../../../kernel/limits.ts'

export type IncidentKind = 'connections' | 'disk' | 'archiving' | 'advice'

/** Keys of incidents that begin or end. */
export interface IncidentChange {
  readonly opened: readonly string[]
  readonly closed: readonly string[]
}

interface Found {
  /** Null for an incident of the whole installation. */
  readonly ref: string | null
  readonly kind: IncidentKind
  /** All current faults. */
  readonly keys: readonly string[]
}

/**
 * Updates the incidents of one kind to the current faults, and sends notifications of changes in the same transaction: exactly once, regardless of
 * concurrent checks and crashes.
 */
export async function settleIncidents(
  database: Database,
  found: Found,
  tell: (tx: Queryable, change: IncidentChange) => Promise<void>,
): Promise<void> {
  if (await isSettled(database, found)) return
  const { ref, kind, keys } = found
  await database.transaction(async (tx) => {
    // a concurrent check waits here for this commit, and then opens nothing
    const opened = await tx.rows<{ key: string }>(sql`
      insert into project_incidents (ref, kind, key) select ${ref}, ${kind}, key from unnest(${keys}::text[]) as k (key)
      on conflict (coalesce(ref, ''), kind, key) where closed_at is null do nothing returning key`)
    const closed = await tx.rows<{ key: string }>(sql`
      update project_incidents set closed_at = now()
      where ref is not distinct from ${ref} and kind = ${kind} and closed_at is null and key <> all(${keys}::text[]) returning key`)
    if (opened.length + closed.length > 0) await tell(tx, { opened: opened.map(({ key }) => key), closed: closed.map(({ key }) => key) })
  })
}

/** Returns true if a project has such an incident now. */
export async function hasIncident(db: Queryable, ref: string | null, kind: IncidentKind): Promise<boolean> {
  return (await keysOf(db, ref, kind)).length > 0
}

/** Returns the current incidents of all projects. */
export async function openKeys(db: Queryable, refs: readonly string[], kind: IncidentKind): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select distinct key from project_incidents where ref = any(${refs}::text[]) and kind = ${kind} and closed_at is null`)
  return rows.map(({ key }) => key)
}

/** Deletes old incidents, and those of deleted projects. */
export async function pruneIncidents({ database }: Pick<PlatformContext, 'database'>): Promise<void> {
  await database.run(sql`
    delete from project_incidents where closed_at < now() - make_interval(days => ${incidentsKeptDays})
      or ref in (select ref from projects where status = 'REMOVED')`)
}

async function isSettled(db: Queryable, { ref, kind, keys }: Found): Promise<boolean> {
  const open = await keysOf(db, ref, kind)
  return open.length === new Set(keys).size && open.every((key) => keys.includes(key))
}

async function keysOf(db: Queryable, ref: string | null, kind: IncidentKind): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select key from project_incidents where coalesce(ref, '') = ${ref ?? ''} and kind = ${kind} and closed_at is null`)
  return rows.map(({ key }) => key)
}
