import { maxToldChanges, type RowChange, type RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { lsnText, type Relation, type ReplicationMessage, type Tuple } from '@colonnade/pg'

/** Someone who wants to know of a table: see `Listener`. */
export interface Hearer {
  readonly state: { readonly key: readonly string[] }
  push(event: RowChangeEvent): void
}

/** Tells hearers of every transaction that changed rows of theirs, when its commit has come. */
export type Teller = (messages: readonly ReplicationMessage[]) => void

interface Heard {
  readonly columns: readonly string[]
  readonly changes: RowChange[]
  isCut: boolean
}

/** `hearersOf` a table's oid, as its changes come. */
export function createTeller(hearersOf: (relation: number) => Iterable<Hearer>): Teller {
  let heard = new Map<Hearer, Heard>()
  const hear = (relation: Relation, make: (keyOf: (row: Tuple) => string[] | null) => RowChange): void => {
    for (const hearer of hearersOf(relation.oid)) {
      const columns = hearer.state.key
      const entry = heard.get(hearer) ?? { columns, changes: [], isCut: false }
      heard.set(hearer, entry)
      if (entry.changes.length >= maxToldChanges) entry.isCut = true
      else entry.changes.push(make((row) => keyOf(relation, columns, row)))
    }
  }
  return (messages) => {
    for (const message of messages) {
      switch (message.kind) {
        case 'insert':
          hear(message.relation, (key) => ({ kind: 'insert', key: key(message.row), previous_key: null }))
          break
        case 'update':
          hear(message.relation, (key) => updateOf(key, message))
          break
        case 'delete':
          hear(message.relation, (key) => ({ kind: 'delete', key: key(message.old.row), previous_key: null }))
          break
        case 'truncate':
          for (const relation of message.relations) hear(relation, () => ({ kind: 'truncate', key: null, previous_key: null }))
          break
        case 'commit': {
          const [at, lsn] = [message.at.toISOString(), lsnText(message.commitLsn)]
          for (const [hearer, { columns, changes, isCut }] of heard) {
            hearer.push({ kind: 'changes', at, lsn, columns: [...columns], changes, is_cut: isCut })
          }
          heard = new Map()
        }
      }
    }
  }
}

function updateOf(keyOf: (row: Tuple) => string[] | null, { old, row }: Extract<ReplicationMessage, { kind: 'update' }>): RowChange {
  const before = old && keyOf(old.row)
  // a value of the key that is so large that it was not sent is in the old row
  const after = keyOf(row) ?? before
  const isSame = before === null || (after !== null && before.every((value, index) => value === after[index]))
  return { kind: 'update', key: after, previous_key: isSame ? null : before }
}

/** Null where not all of it was sent: a column that is not published, or not part of what a delete tells. */
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
