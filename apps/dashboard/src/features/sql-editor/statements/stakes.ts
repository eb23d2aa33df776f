import type { Stake, WantedRelation } from '@colonnade/pg-meta/stakes'
import type { Dependent } from '@colonnade/pg-meta/dependents'
import type { RelationName } from '@colonnade/pg-meta/statements'
import { largeTable } from '../limits.ts'
import type { Finding, FindingItem } from './findings.ts'

/** What was found out about what a text touches. What could not be found out in time is not in it. */
export interface Stakes {
  /** By `relationKey`. */
  readonly relations: ReadonlyMap<string, Stake>
  /** By the schema's name. */
  readonly schemas: ReadonlyMap<string, { readonly relations: number | null; readonly bytes: number }>
  /** What would go along, by `dropKey`; `belongs` left out. */
  readonly dependents: ReadonlyMap<string, readonly Dependent[]>
  /** Rows that the planner expects, by the statement's index. */
  readonly planned: ReadonlyMap<number, number>
}

export const noStakes: Stakes = { relations: new Map(), schemas: new Map(), dependents: new Map(), planned: new Map() }

export function relationKey({ schema, name, isMade = false }: WantedRelation): string {
  return JSON.stringify([schema, name, isMade])
}

/** Of a dropped relation, or of one of its columns. */
export function dropKey(relation: RelationName, column?: string): string {
  return JSON.stringify([relation.schema, relation.name, column ?? null])
}

/** The relations to load sizes of. */
export function wantedRelations(findings: readonly Finding[]): WantedRelation[] {
  const wanted = new Map<string, WantedRelation>()
  for (const { items } of findings) {
    for (const item of items) {
      const relation = relationOf(item)
      if (relation !== null) wanted.set(relationKey(relation), relation)
    }
  }
  return [...wanted.values()]
}

function relationOf(item: FindingItem): WantedRelation | null {
  switch (item.kind) {
    case 'danger':
      return item.danger.relation ?? null
    case 'lock':
      return item.lock.relation
    case 'unsecured':
      return { ...item.relation, isMade: true }
    case 'opened':
      return item.relation
    case 'matched':
      return item.matched.relation
    default:
      return null
  }
}

/**
 * What of the findings there is to ask about, once sizes are known: a lock of a small table lasts a moment, and a table that requests do not
 * reach needs no row-level security. What is not known counts as large, and as reached.
 */
export function relevantFindings(findings: readonly Finding[], stakes: Stakes): readonly Finding[] {
  return findings.flatMap((finding) => {
    const items = finding.items.filter((item) => isRelevant(item, stakes))
    return items.length === 0 ? [] : [{ ...finding, items }]
  })
}

function isRelevant(item: FindingItem, { relations }: Stakes): boolean {
  if (item.kind === 'lock' && item.lock.relation !== null) {
    const stake = relations.get(relationKey(item.lock.relation))
    // a lock that is asked for by name is meant
    if (item.lock.work === 'hold') return stake === undefined || isLarge(stake)
    return stake === undefined || (stake.id !== null && isLarge(stake))
  }
  if (item.kind === 'unsecured') {
    const stake = relations.get(relationKey({ ...item.relation, isMade: true }))
    return stake === undefined || (stake.is_exposed && !(stake.id !== null && stake.rls_enabled))
  }
  if (item.kind === 'opened') {
    const stake = relations.get(relationKey(item.relation))
    return stake === undefined || (stake.id !== null && stake.is_exposed && stake.rls_enabled)
  }
  return true
}

function isLarge({ rows_estimate: rows, bytes }: Stake): boolean {
  return (rows ?? 0) >= largeTable.rows || bytes >= largeTable.bytes
}

/** True if the run needs confirmation. Findings that only match rows are listed beside others, but need none on their own. */
export function isAsked(findings: readonly Finding[]): boolean {
  return findings.some(({ items }) => items.some(({ kind }) => kind !== 'matched'))
}
