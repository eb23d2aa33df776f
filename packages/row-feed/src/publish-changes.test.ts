import { maxToldChanges, type RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import type { Relation, ReplicationMessage, Tuple } from '@colonnade/pg'
import { expect, test } from 'vitest'
import { createChangePublisher, type Subscriber } from './publish-changes.ts'

const at = new Date('2026-01-02T03:04:05.678Z')
const begin: ReplicationMessage = { kind: 'begin', commitLsn: 0x1_0000_00ffn, at, xid: 7 }
const commit: ReplicationMessage = { kind: 'commit', commitLsn: 0x1_0000_00ffn, endLsn: 0x1_0000_0100n, at }

const cats: Relation = {
  kind: 'relation',
  oid: 1,
  schema: 'public',
  name: 'cats',
  identity: 'default',
  columns: ['name', 'id', 'tenant'].map((name) => ({ name, isKey: name !== 'name', typeOid: 25, typeModifier: -1 })),
}
const row = (...values: (string | null | undefined)[]): Tuple =>
  ({ length: values.length, value: (index: number) => values[index] }) as unknown as Tuple

function subscribe(key: readonly string[]): { readonly events: RowChangeEvent[]; readonly publish: (...messages: ReplicationMessage[]) => void } {
  const events: RowChangeEvent[] = []
  const subscriber: Subscriber = { state: { key }, push: (event) => void events.push(event) }
  const publish = createChangePublisher((relation) => (relation === cats.oid ? [subscriber] : []))
  return { events, publish: (...messages) => publish(messages) }
}

test('a transaction is told at its commit, by the keys of its rows in the order of the key', () => {
  const { events, publish } = subscribe(['tenant', 'id'])
  publish(begin, { kind: 'insert', relation: cats, row: row('Tom', '1', 'a') })
  publish({ kind: 'update', relation: cats, old: null, row: row('Tim', '1', 'a') })
  publish({ kind: 'update', relation: cats, old: { isKeyOnly: true, row: row(null, '1', 'a') }, row: row('Tim', '2', 'a') })
  publish({ kind: 'delete', relation: cats, old: { isKeyOnly: true, row: row(null, '2', 'a') } })
  expect(events).toEqual([])
  publish(commit, begin, commit)
  expect(events).toEqual([
    {
      kind: 'changes',
      at: '2026-01-02T03:04:05.678Z',
      lsn: '1/FF',
      columns: ['tenant', 'id'],
      changes: [
        { kind: 'insert', key: ['a', '1'], previous_key: null },
        { kind: 'update', key: ['a', '1'], previous_key: null },
        { kind: 'update', key: ['a', '2'], previous_key: ['a', '1'] },
        { kind: 'delete', key: ['a', '2'], previous_key: null },
      ],
      is_cut: false,
    },
  ])
})

test('the whole old row of an update does not make its key another', () => {
  const { events, publish } = subscribe(['id'])
  publish(begin, { kind: 'update', relation: cats, old: { isKeyOnly: false, row: row('Tom', '1', 'a') }, row: row('Tim', '1', 'a') }, commit)
  expect(events).toMatchObject([{ changes: [{ key: ['1'], previous_key: null }] }])
})

test('a value of the key that was too large to be sent again is that of the old row', () => {
  const { events, publish } = subscribe(['id'])
  publish(begin, { kind: 'update', relation: cats, old: { isKeyOnly: true, row: row(null, 'long', 'a') }, row: row('Tim', undefined, 'a') }, commit)
  expect(events).toMatchObject([{ changes: [{ key: ['long'], previous_key: null }] }])
})

test.for([[[]], [['gone']], [['id', 'gone']]] as const)('without the key %j in what was sent there is no key', ([key]) => {
  const { events, publish } = subscribe(key)
  publish(begin, { kind: 'insert', relation: cats, row: row('Tom', '1', 'a') }, commit)
  expect(events).toMatchObject([{ changes: [{ kind: 'insert', key: null }] }])
})

test('of many changes the first are told, and that there are more', () => {
  const { events, publish } = subscribe(['id'])
  publish(
    begin,
    ...Array.from({ length: maxToldChanges + 1 }, (_, id): ReplicationMessage => ({ kind: 'insert', relation: cats, row: row('', String(id), '') })),
  )
  publish(commit)
  expect(events).toMatchObject([{ is_cut: true }])
  expect(events[0]?.kind === 'changes' && events[0].changes.length).toBe(maxToldChanges)
})

test('an emptied table is told, and those of others are not', () => {
  const { events, publish } = subscribe(['id'])
  const other = { ...cats, oid: 2 }
  publish(begin, { kind: 'insert', relation: other, row: row('Tom', '1', 'a') }, commit)
  expect(events).toEqual([])
  publish(begin, { kind: 'truncate', relations: [other, cats], isCascade: false, restartsIdentity: false }, commit)
  expect(events).toMatchObject([{ changes: [{ kind: 'truncate', key: null }] }])
})
