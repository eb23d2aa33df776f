import type { Channel } from '../channels/channel.ts'
import type { Filter } from './filters.ts'
import type { TableView } from './tables.ts'

export type EventName = 'INSERT' | 'UPDATE' | 'DELETE'

/** A channel's subscription to one table or several. */
export interface Subscription {
  readonly channel: Channel
  /** The same for all channels that ask for the same. */
  readonly id: number
  readonly event: EventName | '*'
  /** `*` for all. */
  readonly schema: string
  readonly table: string
  readonly filters: readonly Filter[]
  /** Columns that are wanted; null for all. */
  readonly select: readonly string[] | null
}

/** A requested subscription, parsed. */
export type Binding = Omit<Subscription, 'channel' | 'id'>

export function matches({ schema, table, event }: Binding, view: Pick<TableView, 'schema' | 'name'>, kind: EventName): boolean {
  return (event === '*' || event === kind) && (schema === '*' || schema === view.schema) && (table === '*' || table === view.name)
}
