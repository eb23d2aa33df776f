import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import { expect, test } from 'vitest'
import { firingOrder } from './firing-order.ts'

const trigger = (name: string, part: Partial<TriggerSummary> = {}): TriggerSummary => ({
  id: 1,
  name,
  schema: 's',
  table_id: 1,
  table: 't',
  table_type: 'r',
  function_id: 1,
  function_schema: 's',
  function_name: 'f',
  activation: 'AFTER',
  orientation: 'ROW',
  events: ['INSERT'],
  enabled_mode: 'ORIGIN',
  has_condition: false,
  is_constraint: false,
  is_initially_deferred: false,
  extension: null,
  ...part,
})
const order = (event: 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE', ...siblings: TriggerSummary[]) =>
  firingOrder(siblings, event).map(({ moment, triggers }) => `${moment}: ${triggers.map(({ name }) => name).join(' ')}`)

test('triggers of one moment fire in the order of the bytes of their names', () => {
  expect(order('INSERT', trigger('b'), trigger('ab'), trigger('a'), trigger('B'), trigger('ä'), trigger('x', { activation: 'BEFORE' }))).toEqual([
    'before statement: ',
    'before row: x',
    'change: ',
    'after row: B a ab b ä',
    'after statement: ',
  ])
})

test('each event has its own: truncating knows no rows, what is deferred waits for the commit, a view is not changed itself', () => {
  const all = trigger('all', { orientation: 'STATEMENT', events: ['INSERT', 'TRUNCATE'] })
  expect(order('TRUNCATE', all, trigger('row'))).toEqual(['before statement: ', 'change: ', 'after statement: all'])
  expect(order('INSERT', all, trigger('late', { is_constraint: true, is_initially_deferred: true })).at(-1)).toBe('commit: late')
  const view = trigger('swap', { activation: 'INSTEAD OF', table_type: 'v' })
  expect(order('INSERT', view)).toEqual(['before statement: ', 'instead: swap', 'after statement: '])
  expect(order('DELETE', view)).toEqual(['before statement: ', 'instead: ', 'after statement: '])
})
