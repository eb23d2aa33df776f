import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { accountKey, keyOf, refreshProjectData, sqlKey } from './keys.ts'

test('a key is the path of its call, with what fills it, and the query after it', () => {
  expect(keyOf('/platform/organizations')).toEqual(['organizations'])
  expect(keyOf('/platform/projects/{ref}/backups/{id}/removal', { ref: 'abc', id: '7' })).toEqual(['projects', 'abc', 'backups', '7', 'removal'])
  expect(keyOf('/platform/organizations/{slug}/usage', { slug: 'acme' }, { days: 7 })).toEqual(['organizations', 'acme', 'usage', { days: 7 }])
  expect(keyOf('/v1/projects/{ref}/api-keys', { ref: 'abc' })).toEqual(['projects', 'abc', 'api-keys'])
  expect(keyOf('/platform/installation/people', undefined, '')).toEqual(['installation', 'people', ''])
})

test('a path that no call has does not compile', () => {
  // @ts-expect-error -- there is no such call
  keyOf('/platform/organisations')
  // @ts-expect-error -- its parameter is missing
  keyOf('/platform/projects/{ref}')
  // @ts-expect-error -- nobody asks for this by SQL
  sqlKey('abc', 'actvity')
})

test('what is asked by SQL never has the key of a call', () => {
  expect(sqlKey('abc', 'running-queries')).toEqual(['projects', 'abc', 'sql', 'running-queries'])
  expect(sqlKey('abc', 'schemas').slice(0, 3)).not.toEqual(keyOf('/platform/projects/{ref}/activity', { ref: 'abc' }))
})

test('all of the signed-in person is one prefix', () => {
  expect(accountKey('/platform/access-tokens').slice(0, accountKey().length)).toEqual(accountKey())
  expect(accountKey('/platform/account/audit').slice(0, accountKey().length)).toEqual(accountKey())
})

test('a change of a database has its project’s data asked again, and neither the project nor others', async () => {
  const client = new QueryClient()
  const keys = {
    project: keyOf('/platform/projects/{ref}', { ref: 'abc' }),
    backups: keyOf('/platform/projects/{ref}/backups', { ref: 'abc' }),
    tables: sqlKey('abc', 'table-names'),
    other: sqlKey('xyz', 'table-names'),
    all: keyOf('/platform/projects'),
  }
  for (const queryKey of Object.values(keys)) client.setQueryData(queryKey, 'known')
  await refreshProjectData(client, 'abc')
  const stale = Object.entries(keys).flatMap(([name, queryKey]) => (client.getQueryState(queryKey)?.isInvalidated === true ? [name] : []))
  expect(stale).toEqual(['backups', 'tables'])
})
