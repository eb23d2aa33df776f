import type { Relation, Tuple } from '@colonnade/pg'
import { expect, test } from 'vitest'
import type { Channel } from '../channels/channel.ts'
import { parseFilters } from './filters.ts'
import type { TableChange } from './record.ts'
import type { Subscription } from './subscription.ts'
import { Subscriptions } from './subscriptions.ts'

const types = { id: 20, name: 25, user: 2950, done: 16, price: 1700 }
const columns = Object.entries(types).map(([name, typeOid]) => ({ name, isKey: name === 'id', typeOid, typeModifier: -1 }))
const change = (kind: TableChange['kind'], values: readonly (string | null)[], table = 'todos'): TableChange => {
  const relation: Relation = { kind: 'relation', oid: 1, schema: 'public', name: table, identity: 'default', columns }
  const row = { value: (at: number) => values[at] ?? null } as unknown as Tuple
  const of = kind === 'DELETE' ? { row: null, old: { isKeyOnly: true, row } } : { row, old: null }
  return { kind, at: new Date(0), transaction: 1, relation, columns, ...of }
}

let id = 0
const subscription = (filter: string, channel = {} as Channel, rest: Partial<Subscription> = {}): Subscription => {
  const filters = filter === '' ? [] : parseFilters(filter)
  return { channel, id: (id += 1), event: '*', schema: 'public', table: 'todos', filters, select: null, ...rest }
}

test('finds those whose equality filters may fit, and all who have others', () => {
  const all = [
    'id=eq.007',
    'id=in.(7,8)',
    'user=eq.0000ABCD-00004000800000000000000a',
    'name=eq.7',
    'done=eq.true',
    'price=eq.1.0',
    'id=not.eq.7',
    'id=gt.1',
    '',
  ].map((filter) => subscription(filter))
  const none = ['id=eq.8', 'name=eq.x', 'done=eq.false', 'user=eq.1'].map((filter) => subscription(filter))
  const elsewhere = [subscription('', {} as Channel, { table: 'other' }), subscription('', {} as Channel, { event: 'DELETE' })]
  const wide = [subscription('', {} as Channel, { table: '*' }), subscription('', {} as Channel, { schema: '*', table: '*' })]
  const subscriptions = new Subscriptions()
  for (const each of [...all, ...none, ...elsewhere, ...wide]) subscriptions.add(each)
  const found = (of: TableChange): ReadonlySet<Subscription> => new Set(subscriptions.candidates(of))
  expect(found(change('INSERT', ['7', '7', '0000abcd-0000-4000-8000-00000000000a', 't', '1.00']))).toEqual(new Set([...all, ...wide]))
  // of a deleted row only the key is known
  expect(found(change('DELETE', ['8']))).toEqual(new Set([all[1], none[0], all[5], all[6], all[7], all[8], elsewhere[1], ...wide]))
  expect(found(change('INSERT', ['7'], 'other'))).toEqual(new Set([elsewhere[0], ...wide]))
})

test('forgets a channel with all that it asked for', () => {
  const [one, other] = [{} as Channel, {} as Channel]
  const subscriptions = new Subscriptions()
  const kept = subscription('id=eq.1', other)
  for (const each of [subscription('id=eq.1', one), subscription('', one), kept]) subscriptions.add(each)
  subscriptions.deleteOf(one)
  expect(subscriptions.candidates(change('INSERT', ['1']))).toEqual([kept])
  expect([...subscriptions.channels]).toEqual([other])
  subscriptions.delete(kept)
  expect(subscriptions.candidates(change('INSERT', ['1']))).toEqual([])
})

test('a thousand who each wait for another value cost no comparisons', () => {
  const subscriptions = new Subscriptions()
  let compared = 0
  for (let at = 0; at < 1_000; at += 1) {
    const [filter] = parseFilters(`id=eq.${at}`)
    const channel = {} as Channel
    subscriptions.add({
      ...subscription('', channel),
      filters: [filter!],
      get event() {
        compared += 1
        return '*' as const
      },
    })
  }
  expect(subscriptions.candidates(change('INSERT', ['500']))).toHaveLength(1)
  expect(compared).toBeLessThan(5)
})
