import { logins } from '@colonnade/clusters'
import { hashForStore, verifyStored } from '@colonnade/credentials'
import { clientConfig, type openDatabase } from '@colonnade/pg'
import type { Address } from '@colonnade/projects'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { apikey, openServiceGround } from '../parts/service-ground.ts'
import type { LoadOrder, LoadOutcome } from '../parts/load-sender.ts'
import { type Bench, median } from '../parts/measure.ts'

const rounds = 7
const password = 'correct horse battery'
const email = 'ada@example.com'

/** Sign-in, refresh and who is signed in, each against the work that can't be spared. */
export const bench: Bench = async (report) => {
  await using ground = await openServiceGround()
  const { ref, owner, endpoint, app } = ground
  await addUser(owner, await hashForStore(ref, password))
  const bare = await openBare(owner, endpoint)
  ground.defer(() => bare.close())
  app.post<{ Body: { readonly refresh_token: string } }>('/bare', async ({ body }) => ({ refresh_token: await bare.rotate(body.refresh_token) }))
  const { origin, url } = await ground.listen()
  const call = async (grant: string, body: object): Promise<Session> => {
    const reply = await fetch(`${url}/auth/v1/token?grant_type=${grant}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (reply.status !== 200) throw new Error(`${grant}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Session
  }
  const signIn = (): Promise<Session> => call('password', { email, password })

  const stored = await hashForStore(ref, password)
  const cpu = { ours: [] as number[], theirs: [] as number[] }
  await signIn()
  for (let round = 0; round < rounds; round += 1) {
    cpu.ours.push(await cpuOf(10, signIn))
    cpu.theirs.push(await cpuOf(10, () => verifyStored(ref, password, stored)))
  }
  report({
    figure: 'a sign-in beside its hash, of CPU',
    value: median(cpu.ours),
    unit: 'ms',
    against: median(cpu.theirs),
    goal: '<= 1.15',
    judges: 'ratio',
  })

  const times = { ours: [] as number[], theirs: [] as number[] }
  const rotate = async (token: string): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${origin}/bare`, { method: 'POST', headers, body: JSON.stringify({ refresh_token: token }) })
    return ((await reply.json()) as Session).refresh_token
  }
  const session = await signIn()
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await timeOf(100, session.refresh_token, async (token) => (await call('refresh_token', { refresh_token: token })).refresh_token))
    times.theirs.push(await timeOf(100, 'first', rotate))
  }
  report({
    figure: 'refreshes of one session, one after the other',
    value: median(times.ours),
    unit: 'ms',
    against: median(times.theirs),
    goal: '<= 2',
    judges: 'ratio',
  })

  const shared = await signIn()
  const replies = await Promise.all(Array.from({ length: 100 }, () => call('refresh_token', { refresh_token: shared.refresh_token })))
  const tokens = new Set(replies.map(({ refresh_token }) => refresh_token)).size
  report({ figure: 'new tokens of 100 refreshes at once', value: tokens, unit: 'queries/s', goal: '= 1', judges: 'value' })

  const sender = new Worker(new URL('../parts/load-sender.ts', import.meta.url))
  ground.defer(async () => void (await sender.terminate()))
  const who = async (): Promise<number> => {
    const answered = once(sender, 'message') as Promise<[LoadOutcome]>
    const headers = { apikey, authorization: `Bearer ${(await signIn()).access_token}` }
    sender.postMessage({ url: `${url}/auth/v1/user`, headers, connections: 4, calls: 1_000 } satisfies LoadOrder, [])
    const [{ callMs, failures }] = await answered
    if (failures > 0) throw new Error(`${failures} failed`)
    return callMs.toSorted((a, b) => a - b)[Math.floor(callMs.length * 0.99)]!
  }
  await who()
  const idle = await who()
  let isOver = false
  const flood = Promise.all(
    Array.from({ length: 30 }, async () => {
      while (!isOver) await signIn()
    }),
  )
  const beside = await who()
  isOver = true
  await flood
  report({ figure: 'p99 of who is signed in, in a flood of sign-ins', value: beside, unit: 'ms', against: idle, goal: '<= 2', judges: 'ratio' })
}

interface Session {
  readonly access_token: string
  readonly refresh_token: string
}

async function addUser(owner: ReturnType<typeof openDatabase>, hash: string): Promise<void> {
  await owner.run(sql`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${hash}, now(),
      '{"provider":"email","providers":["email"]}', '{}', now(), now())`)
}

/** What the process works for a call, threads that hash included: milliseconds. */
async function cpuOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < count; index += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}

/** Milliseconds of a call, of so many in a row, each with the token that the one before returned. */
async function timeOf(count: number, first: string, work: (token: string) => Promise<string>): Promise<number> {
  const key = first
  let token = chains.get(key) ?? first
  const begin = performance.now()
  for (let index = 0; index < count; index += 1) token = await work(token)
  const total = performance.now() - begin
  chains.set(key, token)
  return total / count
}

const chains = new Map<string, string>()

/** The limit of a refresh: its transaction, written by hand and sent in one go. */
async function openBare(
  owner: ReturnType<typeof openDatabase>,
  endpoint: Address,
): Promise<{ rotate(token: string): Promise<string>; close(): Promise<void> }> {
  await owner.run(sql`
    create table bare_tokens (id bigint generated always as identity primary key, token text not null unique, session_id uuid, revoked boolean not null default false, parent text);
    create index on bare_tokens (session_id);
    insert into bare_tokens (token, session_id) values ('first', gen_random_uuid())`)
  const client = new pg.Client({ ...clientConfig({ ...endpoint, ...logins.owner }), pipeline: true })
  await client.connect()
  return {
    async rotate(token) {
      const next = randomUUID()
      await Promise.all([
        client.query('begin'),
        client.query({ name: 'find', text: 'select session_id from bare_tokens where token = $1 for update', values: [token] }),
        client.query({ name: 'end', text: 'update bare_tokens set revoked = true where token = $1', values: [token] }),
        client.query({
          name: 'next',
          text: 'insert into bare_tokens (token, session_id, parent) select $2, session_id, token from bare_tokens where token = $1',
          values: [token, next],
        }),
        client.query('commit'),
      ])
      return next
    },
    close: () => client.end(),
  }
}
