import type { policies } from '@colonnade/pg-meta'
import { expect, test } from 'vitest'
import { verdictText } from './messages.ts'
import { applyingPolicies, explainRow, reasonText, type TrialCommand } from './verdicts.ts'

const policy = (name: string, rest: Partial<policies.Policy> = {}): policies.Policy => ({
  id: 1,
  schema: 'public',
  table: 't',
  table_id: 1,
  name,
  action: 'PERMISSIVE',
  roles: ['public'],
  command: 'ALL',
  definition: 'true',
  check: null,
  ...rest,
})
const explain = (command: TrialCommand, ...asked: [policies.Policy, boolean][]) =>
  explainRow(
    asked.map(([one, isTrue]) => ({ policy: one, isTrue })),
    command,
  )

test('the policies of a role are those of the roles it belongs to, and of everybody', () => {
  const found = [
    policy('all'),
    policy('read', { command: 'SELECT', roles: ['anon'] }),
    policy('add', { command: 'INSERT' }),
    policy('other', { roles: ['x'] }),
  ]
  const names = (command: TrialCommand) => applyingPolicies(found, ['anon'], command).map(({ name }) => name)
  expect(names('SELECT')).toEqual(['all', 'read'])
  expect(names('INSERT')).toEqual(['all', 'add'])
  expect(names('DELETE')).toEqual(['all', 'read'])
})

test('a row passes when one permissive policy and every restrictive one says so', () => {
  const never = policy('never', { action: 'RESTRICTIVE' })
  expect(explain('SELECT')).toEqual({ passes: false, letBy: [], keptBy: [] })
  expect(explain('SELECT', [policy('a'), false], [policy('b'), true])).toEqual({ passes: true, letBy: ['b'], keptBy: [] })
  expect(explain('SELECT', [policy('a'), true], [never, false])).toEqual({ passes: false, letBy: ['a'], keptBy: ['never'] })
  expect(explain('SELECT', [never, true])).toMatchObject({ passes: false })
})

test('a role must also see what it changes', () => {
  const [write, read] = [policy('write', { command: 'UPDATE' }), policy('read', { command: 'SELECT' })]
  expect(explain('UPDATE', [write, true], [read, true])).toMatchObject({ passes: true, letBy: ['write', 'read'] })
  const hidden = explain('UPDATE', [write, true], [read, false])
  expect(hidden.passes).toBe(false)
  expect(reasonText(hidden)).toBe(verdictText.unreadable(['write']))
  expect(explain('DELETE', [policy('all'), true])).toMatchObject({ passes: true, letBy: ['all'] })
})
