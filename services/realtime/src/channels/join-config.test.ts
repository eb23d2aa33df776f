import { expect, test } from 'vitest'
import { readJoinConfig, tokenOfJoin } from './join-config.ts'

test('reads what makes sense, and has a default for the rest', () => {
  const usual = {
    isPrivate: false,
    ack: false,
    self: false,
    isPresenceEnabled: true,
    replay: undefined,
    waitsForChanges: false,
    isOld: false,
    changes: [],
  }
  const uuid = expect.stringMatching(/^[\da-f-]{36}$/)
  for (const payload of [{ config: null }, { config: 1 }, { config: { private: 'maybe', broadcast: [], presence: { key: '' } } }]) {
    expect(readJoinConfig(payload, 'a', 0)).toEqual({ ...usual, presenceKey: uuid })
  }
  const config = {
    private: 'true',
    broadcast: { ack: true, self: 'false', replay: { since: 5, limit: 3 } },
    presence: { key: '__proto__', enabled: 'false' },
    postgres_changes: [{ event: '*', more: 1 }, 'x'],
  }
  expect(readJoinConfig({ config }, 'a', 10)).toEqual({
    isPrivate: true,
    ack: true,
    self: false,
    presenceKey: '__proto__',
    isPresenceEnabled: false,
    replay: { since: 5, limit: 3 },
    waitsForChanges: false,
    isOld: false,
    changes: [{ event: '*', more: 1 }, {}],
  })
})

test('tells a replay that it can’t read from none', () => {
  const of = (replay: unknown) => readJoinConfig({ config: { broadcast: { replay } } }, 'a', 1_000).replay
  expect(of({ since: 1 })).toEqual({ since: 1, limit: 25 })
  for (const replay of [
    1,
    {},
    { since: '1' },
    { since: -1 },
    { since: 1_001 },
    { since: 1, limit: 26 },
    { since: 1, limit: 0 },
    { since: 1, limit: '3' },
  ]) {
    expect([replay, of(replay)]).toEqual([replay, null])
  }
})

test('finds in the topic what clients of the first version ask for', () => {
  const asked = (name: string, payload: unknown = {}) => {
    const { isOld, changes } = readJoinConfig(payload, name, 0)
    return [isOld, ...changes]
  }
  expect(asked('*')).toEqual([true, { event: '*', schema: '*' }])
  expect(asked('public', { user_token: 'x' })).toEqual([true, { event: '*', schema: 'public' }])
  expect(asked('public:todos', null)).toEqual([true, { event: '*', schema: 'public', table: 'todos' }])
  expect(asked('public:todos:name=eq.a:b\nc')).toEqual([true, { event: '*', schema: 'public', table: 'todos', filter: 'name=eq.a:b\nc' }])
  expect(asked('public:todos', { config: {} })).toEqual([false])
})

test('finds the token under both of its names', () => {
  expect([{ access_token: 'a' }, { user_token: 'b' }, { access_token: null }, { access_token: '' }, {}, null].map(tokenOfJoin)).toEqual([
    'a',
    'b',
    null,
    null,
    null,
    null,
  ])
})
