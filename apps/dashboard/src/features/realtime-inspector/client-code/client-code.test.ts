import { expect, test } from 'vitest'
import { type JoinDraft, startDraft } from '../join/draft.ts'
import { clientCode } from './client-code.ts'

const draft = (more: Partial<JoinDraft> = {}): JoinDraft => ({ ...startDraft({ channel: 'room-1' }), ...more })
const input = { url: 'https://api.example.com', anonKey: 'sb_publishable_x', kind: 'anon', email: null } as const

/** Runs the lines with a client that only notes what it is called with. */
async function run(code: string): Promise<readonly (readonly [string, ...unknown[]])[]> {
  const calls: [string, ...unknown[]][] = []
  const noting =
    (name: string, result: unknown) =>
    (...values: unknown[]) => (calls.push([name, ...values]), result)
  const channel: Record<string, unknown> = {}
  Object.assign(channel, { on: noting('on', channel), subscribe: noting('subscribe', channel), send: noting('send', 'ok') })
  const auth = { signInWithPassword: noting('signIn', {}) }
  const supabase = { auth, realtime: { setAuth: noting('setAuth', undefined) }, channel: noting('channel', channel) }
  const body = code.replace(/^import .*$/m, '')
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- the code is what is tested
  await new Function('createClient', 'process', `return (async () => {${body}})()`)(noting('createClient', supabase), { env: { SECRET_KEY: 's' } })
  return calls
}

test('the lines of a visitor run, and join what the form says', async () => {
  const changes = { isOn: true, schema: 'public', table: "o'clock", event: 'INSERT', filter: 'name=eq."a\\"b"' } as const
  const calls = await run(clientCode({ ...input, draft: draft({ changes, presence: { isOn: true, key: 'me' }, self: false }) }))
  expect(calls.slice(0, 2)).toEqual([
    ['createClient', input.url, input.anonKey],
    ['channel', 'room-1', { config: { broadcast: { self: false, ack: true }, presence: { key: 'me' } } }],
  ])
  const filter = { event: 'INSERT', schema: 'public', table: "o'clock", filter: changes.filter }
  expect(calls.filter(([name]) => name === 'on').map(([, kind, of]) => [kind, of])).toEqual([
    ['broadcast', { event: '*' }],
    ['presence', { event: 'sync' }],
    ['postgres_changes', filter],
  ])
})

test('a user signs in first, and a private channel is joined with their token', async () => {
  const code = clientCode({ ...input, kind: 'user', email: 'ada@example.com', draft: draft({ isPrivate: true }) })
  const calls = await run(code)
  expect(calls.map(([name]) => name).slice(0, 4)).toEqual(['createClient', 'signIn', 'setAuth', 'channel'])
  expect(calls[3]![2]).toMatchObject({ config: { private: true } })
  expect((await run(clientCode({ ...input, kind: 'service_role', draft: draft() })))[0]).toEqual(['createClient', input.url, 's'])
})
