import type { IndexOutline, IndexSummary } from '@colonnade/pg-meta/index-summaries'
import type { UnusedIndex } from '@colonnade/pg-meta/unused-indexes'
import { countedSecondsMin } from './limits.ts'

/** An index of the list; what it holds comes later. */
export type ListedIndex = IndexOutline | IndexSummary

export const isWhole = (item: ListedIndex): item is IndexSummary => 'entries' in item

/** A remark about an index: it doesn't work, another one does all its work, or no query uses it. */
export type IndexMark =
  | { readonly kind: 'invalid' }
  /** The other has the same key, columns and rows; or its key begins so. */
  | { readonly kind: 'duplicate' | 'covered'; readonly by: IndexSummary }
  | { readonly kind: 'unused' }

/**
 * Returns the marks of indexes by their ids, for tables that are whole in the list. Only indexes with known content are compared with others.
 * `unused` has the old ones without a scan, which says something once scans have been counted for a day.
 */
export function marksOf(items: readonly ListedIndex[], unused: readonly UnusedIndex[]): ReadonlyMap<number, readonly IndexMark[]> {
  const unusedIds = new Set(unused.filter(({ counted_seconds: seconds }) => seconds === null || seconds >= countedSecondsMin).map(({ id }) => id))
  const byTable = new Map<number, IndexSummary[]>()
  for (const item of items) {
    if (!isWhole(item)) continue
    const others = byTable.get(item.table_id)
    if (others === undefined) byTable.set(item.table_id, [item])
    else others.push(item)
  }
  const marks = new Map<number, readonly IndexMark[]>()
  for (const item of items) {
    // only those that begin alike can do each other's work, and most begin differently
    const siblings = isWhole(item) ? (byTable.get(item.table_id) ?? []).filter((other) => other.entries[0] === item.entries[0]) : []
    const found = marksAmong(item, siblings, unusedIds.has(item.id))
    if (found.length > 0) marks.set(item.id, found)
  }
  return marks
}

function marksAmong(item: ListedIndex, siblings: readonly IndexSummary[], hasNoScans: boolean): IndexMark[] {
  if (!item.is_valid) return [{ kind: 'invalid' }]
  const whole = isWhole(item) ? item : undefined
  const twin = whole && siblings.find((other) => isSame(whole, other) && ranks(other, whole))
  const longer = whole && twin === undefined ? siblings.find((other) => isCovered(whole, other)) : undefined
  return [
    ...(twin === undefined ? [] : [{ kind: 'duplicate', by: twin } as const]),
    ...(longer === undefined ? [] : [{ kind: 'covered', by: longer } as const]),
    ...(hasNoScans && isDispensable(item) ? [{ kind: 'unused' } as const] : []),
  ]
}

/** An index that enforces something is needed without a scan; the index of a partition can't be dropped alone. */
const isDispensable = ({ is_unique, has_constraint, is_replica_identity, is_of_partition }: ListedIndex): boolean =>
  !is_unique && !has_constraint && !is_replica_identity && !is_of_partition

/** What both have to agree in for one to do the work of the other. */
const isAlike = (one: IndexSummary, other: IndexSummary): boolean =>
  one.id !== other.id &&
  other.is_valid &&
  one.method === other.method &&
  one.predicate === other.predicate &&
  !one.is_of_partition &&
  !other.is_of_partition

/** Whether `other` does all that `one` does, by the same key. */
function isSame(one: IndexSummary, other: IndexSummary): boolean {
  if (!isAlike(one, other) || one.key_count !== other.key_count || one.entries[0] !== other.entries[0]) return false
  if (keyOf(one).join('\0') !== keyOf(other).join('\0')) return false
  if (!includedOf(one).every((column) => includedOf(other).includes(column))) return false
  return !one.is_unique || keepsPromise(one, other)
}

/** Whether `other` refuses every row that `one` refuses, and as early. */
const keepsPromise = (one: IndexSummary, other: IndexSummary): boolean =>
  other.is_unique && (!one.nulls_not_distinct || other.nulls_not_distinct || other.is_primary) && (other.is_immediate || !one.is_immediate)

/** Of two that do the same, whether the first is the one to keep. */
function ranks(one: IndexSummary, other: IndexSummary): boolean {
  if (!isSame(one, other)) return true
  const weights = [one, other].map((index) => [index.is_primary, index.has_constraint, index.is_replica_identity, index.is_unique])
  for (const [position, weight] of weights[0]!.entries()) {
    if (weight !== weights[1]![position]) return weight
  }
  return one.id < other.id
}

/** Whether whoever searches by the key of `one` can search by the beginning of that of `other`. */
function isCovered(one: IndexSummary, other: IndexSummary): boolean {
  if (one.is_unique || one.has_constraint || one.is_replica_identity || one.method !== 'btree') return false
  if (!isAlike(one, other) || one.key_count >= other.key_count || one.entries[0] !== other.entries[0]) return false
  const key = keyOf(other)
  return keyOf(one).every((entry, position) => entry === key[position]) && includedOf(one).every((column) => other.entries.includes(column))
}

/** Each column of the key with how it compares and sorts. */
function keyOf({ entries, key_count: count, classes, collations, orders }: IndexSummary): string[] {
  const [byClass, byCollation, byOrder] = [classes, collations, orders].map((vector) => vector.split(' '))
  return entries.slice(0, count).map((text, position) => `${text} ${byClass![position]} ${byCollation![position]} ${byOrder![position]}`)
}

export const includedOf = ({ entries, key_count: count }: Pick<IndexSummary, 'entries' | 'key_count'>): readonly string[] => entries.slice(count)

/** "customer_id, lower(name) desc include (note) where paid" */
export function contentText(item: Pick<IndexSummary, 'entries' | 'key_count' | 'orders' | 'predicate'>): string {
  const orders = item.orders.split(' ')
  const key = item.entries.slice(0, item.key_count).map((text, position) => `${text}${orderText(Number(orders[position]))}`)
  const included = includedOf(item)
  return `${key.join(', ')}${included.length === 0 ? '' : ` include (${included.join(', ')})`}${item.predicate === null ? '' : ` where ${item.predicate}`}`
}

/** Nulls come last of what ascends, and first of what descends, unless said otherwise. */
function orderText(bits: number): string {
  return ['', ' desc nulls last', ' nulls first', ' desc'][bits & 3]!
}
