import type { Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { type Origin, originsOf } from './node-tree.ts'

/** Origins of views' columns, by the version of the view: its rule's oid and xmin, which another definition changes. */
export type KnownViews = Map<string, readonly Origin[]>

/** Trees of views can be long, and servers small: so many are read at a time. */
const batchSize = 200

interface Version {
  readonly view: number
  readonly version: string
}

/**
 * Reads where the columns of views come from, of the views given and of those that they show. Relations that are no views are not in the
 * result. `known` saves reading again what has not changed; the result's views are what remains in it.
 */
export async function readViews(db: Queryable, views: readonly number[], known: KnownViews): Promise<Map<number, readonly Origin[]>> {
  const found = new Map<number, readonly Origin[]>()
  const asked = new Set(views)
  const used = new Set<string>()
  for (let next = [...asked]; next.length > 0;) {
    const versions = await db.rows<Version>(versionsOf(next))
    await readTrees(db, versions, known)
    next = []
    for (const { view, version } of versions) {
      const origins = known.get(version) ?? []
      used.add(version)
      found.set(view, origins)
      for (const origin of origins) {
        if (origin === null || asked.has(origin[0])) continue
        asked.add(origin[0])
        next.push(origin[0])
      }
    }
  }
  for (const version of known.keys()) if (!used.has(version)) known.delete(version)
  return found
}

async function readTrees(db: Queryable, versions: readonly Version[], known: KnownViews): Promise<void> {
  const unknown = versions.filter(({ version }) => !known.has(version))
  for (let start = 0; start < unknown.length; start += batchSize) {
    const batch = unknown.slice(start, start + batchSize)
    const trees = await db.rows<{ version: string; tree: string }>(treesOf(batch.map(({ view }) => view)))
    for (const { version, tree } of trees) known.set(version, originsOf(tree))
  }
}

/** The base of a view is itself no view as a rule, so most of what is asked for here is not found. */
function versionsOf(relations: readonly number[]): Fragment {
  return sql`
    select r.ev_class::bigint as view, r.oid || ':' || r.xmin as version
    from pg_catalog.pg_rewrite r
    where r.ev_class = any (${relations}::oid[]) and r.rulename = '_RETURN'`
}

function treesOf(views: readonly number[]): Fragment {
  return sql`
    select r.oid || ':' || r.xmin as version, r.ev_action::pg_catalog.text as tree
    from pg_catalog.pg_rewrite r
    where r.ev_class = any (${views}::oid[]) and r.rulename = '_RETURN'`
}

/** Follows a column of a relation through views to a column of a table; null for what views compute. */
export type Trace = (relation: number, column: number) => Origin

export function traceThrough(views: ReadonlyMap<number, readonly Origin[]>): Trace {
  return (relation, column) => {
    // views can be altered to show each other in a circle, which fails only once it is queried
    for (let steps = 0; steps <= views.size; steps += 1) {
      const origins = views.get(relation)
      if (origins === undefined) return [relation, column]
      const origin = origins[column - 1] ?? null
      if (origin === null) return null
      ;[relation, column] = origin
    }
    return null
  }
}
