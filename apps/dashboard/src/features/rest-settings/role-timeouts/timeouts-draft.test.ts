import type { RoleTimeout } from '@colonnade/pg-meta/role-timeouts'
import { expect, test } from 'vitest'
import { roleTimeouts } from '../messages.ts'
import { timeoutsDraft, timeoutText, typedOf } from './timeouts-draft.ts'

const timeout = (role: string, value: string | null, isOfDatabase = false): RoleTimeout => ({
  role,
  statement_timeout: value,
  is_of_database: isOfDatabase,
  database: 'postgres',
})
const saved = [timeout('authenticator', '8s'), timeout('anon', '3000'), timeout('authenticated', '8s', true), timeout('service_role', null)]
const draft = (changes: Readonly<Record<string, string>>) => timeoutsDraft(saved, { ...typedOf(saved), ...changes })

test('only what was changed is run, where it is stored, and the data API is told', () => {
  expect(draft({})).toEqual({ kind: 'unchanged' })
  const changed = draft({ anon: '', authenticated: ' 1min ', service_role: '0' })
  expect(changed.kind === 'change' && changed.change.commands.map(({ sql }) => sql)).toEqual([
    'alter role anon reset statement_timeout;',
    `alter role authenticated in database postgres set statement_timeout = '1min';`,
    `alter role service_role set statement_timeout = '0';`,
    `notify pgrst, 'reload config';`,
  ])
})

test.for(['5', '-1s', 'soon', '5 weeks', `1s'; drop`])('%s is refused', (typed) => {
  expect(draft({ anon: typed, authenticated: '500 ms' })).toEqual({ kind: 'incomplete', problems: { anon: roleTimeouts.wrong } })
})

test('a role without a timeout of its own has the one that the data API connects with', () => {
  expect(saved.map((each) => timeoutText(each, saved))).toEqual(['8s', '3000ms', '8s', roleTimeouts.ofAuthenticator('8s')])
  const unlimited = [timeout('authenticator', null), timeout('anon', '0')]
  expect(unlimited.map((each) => timeoutText(each, unlimited))).toEqual([roleTimeouts.ofDatabase, roleTimeouts.none])
})
