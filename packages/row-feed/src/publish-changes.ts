import { maxToldChanges, type RowChange, type RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { lsnText, type Relation, type ReplicationMessage, type Tuple } from '@colonnade/pg'

/** A subscriber to the changes of a table: see `Listener`. */
export interface Subscriber {
  readonly state: { readonly key: readonly string[] }
  push(event: RowChangeEvent): void
}

/** Publishes the changes of each transaction to the subscribers of its tables, on commit. */
export type ChangePublisher = (messages: readonly ReplicationMessage[]) => void

interface PendingChanges {
  readonly columns: readonly string[]
  readonly changes: RowChange[]
  isCut: boolean
}

/** `subscribersOf` returns the subscribers of a table by OID. */
export function createChangePublisher(subscribersOf: (relation: number) => Iterable<Subscriber>): ChangePublisher {
  let pending = new Map<Subscriber, PendingChanges>()
  const add = (relation: Relation, make: (keyOf: (row: Tuple) => string[] | null) => RowChange): void => {
    for (const subscriber of subscribersOf(relation.oid)) {
      const columns = subscriber.state.key
      const entry = pending.get(subscriber) ?? { columns, changes: [], isCut: false }
      pending.set(subscriber, entry)
      if (entry.changes.length >= maxToldChanges) entry.isCut = true
      else entry.changes.push(make((row) => keyOf(relation, columns, row)))
    }
  }
  return (messages) => {
    for (const message of messages) {
      switch (message.kind) {
        case 'insert':
          add(message.relation, (key) => ({ kind: 'insert', key: key(message.row), previous_key: null }))
          break
        case 'update':
          add(message.relation, (key) => updateOf(key, message))
          break
        case 'delete':
          add(message.relation, (key) => ({ kind: 'delete', key: key(message.old.row), previous_key: null }))
          break
        case 'truncate':
          for (const relation of message.relations) add(relation, () => ({ kind: 'truncate', key: null, previous_key: null }))
          break
        case 'commit': {
          const [at, lsn] = [message.at.toISOString(), lsnText(message.commitLsn)]
          for (const [subscriber, { columns, changes, isCut }] of pending) {
            subscriber.push({ kind: 'changes', at, lsn, columns: [...columns], changes, is_cut: isCut })
          }
          pending = new Map()
        }
      }
    }
  }
}

function updateOf(keyOf: (row: Tuple) => string[] | null, { old, row }: Extract<ReplicationMessage, { kind: 'update' }>): RowChange {
  const before = old && keyOf(old.row)
  // an unchanged out-of-line key value is only in the old row
  const after = keyOf(row) ?? before
  const isSame = before === null || (after !== null && before.every((value, index) => value === after[index]))
  return { kind: 'update', key: after, previous_key: isSame ? null : before }
}

/** Returns null if part of the key wasn't sent: a column isn't published, or a delete doesn't include it. */
function keyOf(relation: Relation, columns: readonly string[], row: Tuple): string[] | null {
  if (columns.length === 0) return null
  const values: string[] = []
  for (const name of columns) {
    const value = row.value(relation.columns.findIndex((column) => column.name === name))
    if (typeof value !== 'string') return null
    values.push(value)
  }
  return values
}
