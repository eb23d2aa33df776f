import type { Channel } from '../channels/channel.ts'
import { type Filter, readBool, readUuid } from './filters.ts'
import { valueOf, type TableChange } from './record.ts'
import { matches, type Subscription } from './subscription.ts'

/** Types whose equal values are written alike: bool, int8, int2, int4, text, varchar, uuid. */
const exactTypes: ReadonlySet<number> = new Set([16, 20, 21, 23, 25, 1043, 2950])

/** Subscriptions by table, and by the value of an `eq` or `in` filter. */
export class Subscriptions {
  readonly #tables = new Map<string, TableSubscriptions>()
  readonly #byChannel = new Map<Channel, Set<Subscription>>()

  get size(): number {
    let size = 0
    for (const each of this.#byChannel.values()) size += each.size
    return size
  }

  get channels(): Iterable<Channel> {
    return this.#byChannel.keys()
  }

  add(subscription: Subscription): void {
    const { channel, schema, table } = subscription
    const key = keyOf(schema, table)
    const ofTable = this.#tables.get(key) ?? new TableSubscriptions()
    this.#tables.set(key, ofTable)
    ofTable.add(subscription)
    const ofChannel = this.#byChannel.get(channel) ?? new Set()
    this.#byChannel.set(channel, ofChannel)
    ofChannel.add(subscription)
  }

  delete(subscription: Subscription): void {
    const { channel, schema, table } = subscription
    const key = keyOf(schema, table)
    const ofTable = this.#tables.get(key)
    ofTable?.delete(subscription)
    if (ofTable?.size === 0) this.#tables.delete(key)
    const ofChannel = this.#byChannel.get(channel)
    ofChannel?.delete(subscription)
    if (ofChannel?.size === 0) this.#byChannel.delete(channel)
  }

  deleteOf(channel: Channel): void {
    for (const subscription of this.#byChannel.get(channel) ?? []) this.delete(subscription)
  }

  /** Returns subscriptions with a matching table, event, and `eq` or `in` filter. Other filters are not checked yet. */
  candidates(change: TableChange): Subscription[] {
    const { schema, name } = change.relation
    const found: Subscription[] = []
    for (const key of [keyOf(schema, name), keyOf(schema, '*'), keyOf('*', name), keyOf('*', '*')]) this.#tables.get(key)?.collect(change, found)
    return found.filter((each) => matches(each, change.relation, change.kind))
  }
}

class TableSubscriptions {
  readonly #others = new Set<Subscription>()
  /** By the column of a filter and the values that it may ask for. */
  readonly #byValue = new Map<string, Map<string, Set<Subscription>>>()
  readonly #byColumn = new Map<string, Set<Subscription>>()

  get size(): number {
    let size = this.#others.size
    for (const each of this.#byColumn.values()) size += each.size
    return size
  }

  add(subscription: Subscription): void {
    const filter = subscription.filters.find(isExact)
    if (filter === undefined) {
      this.#others.add(subscription)
      return
    }
    addTo(this.#byColumn, filter.column, subscription)
    const byValue = this.#byValue.get(filter.column) ?? new Map<string, Set<Subscription>>()
    this.#byValue.set(filter.column, byValue)
    for (const key of keysOf(filter)) addTo(byValue, key, subscription)
  }

  delete(subscription: Subscription): void {
    const filter = subscription.filters.find(isExact)
    if (filter === undefined) {
      this.#others.delete(subscription)
      return
    }
    deleteFrom(this.#byColumn, filter.column, subscription)
    const byValue = this.#byValue.get(filter.column)
    if (byValue === undefined) return
    for (const key of keysOf(filter)) deleteFrom(byValue, key, subscription)
    if (byValue.size === 0) this.#byValue.delete(filter.column)
  }

  collect(change: TableChange, found: Subscription[]): void {
    for (const each of this.#others) found.push(each)
    for (const [column, byValue] of this.#byValue) {
      const of = change.columns.find(({ name }) => name === column)
      if (of === undefined) continue
      if (exactTypes.has(of.typeOid)) {
        const value = valueOf(change, column, change.kind === 'DELETE' ? 'old' : 'row')
        if (value !== null && value !== undefined) for (const each of byValue.get(value) ?? []) found.push(each)
      } else for (const each of this.#byColumn.get(column) ?? []) found.push(each)
    }
  }
}

function keyOf(schema: string, table: string): string {
  return JSON.stringify([schema, table])
}

function isExact({ operator, isNegated }: Filter): boolean {
  return !isNegated && (operator === 'eq' || operator === 'in')
}

/** All that Postgres may print for what a filter asks for, whatever the type. */
function keysOf({ values }: Filter): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const value of values) {
    keys.add(value)
    if (/^-?\d{1,40}$/.test(value)) keys.add(String(BigInt(value)))
    for (const canonical of [readUuid(value), readBool(value)]) if (canonical !== null) keys.add(canonical)
  }
  return keys
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set)
  set.add(value)
}

function deleteFrom<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key)
  set?.delete(value)
  if (set?.size === 0) sets.delete(key)
}
