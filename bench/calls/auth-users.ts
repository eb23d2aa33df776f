import { readUsers } from '@colonnade/contracts/auth/user-files/read-users'
import { targetOf } from '@colonnade/contracts/auth/user-files/formats'
import { sliceUsersMost } from '@colonnade/contracts/auth/user-files/limits'
import { logins } from '@colonnade/clusters'
import { copyIn, copyOut, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { type ServiceGround, openServiceGround, secretKey } from '../parts/service-ground.ts'
import { type Bench, median } from '../parts/measure.ts'

const importRounds = 3
const imported = 100_000
const million = 1_000_000
const hash = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'

/** An import beside COPY of the same rows, and the page of users of a project with a million of them beside a look-up by key. */
export const bench: Bench = async (report) => {
  await using ground = await openServiceGround()
  const { owner } = ground
  const url = `${(await ground.listen()).url}/auth/v1`
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` }

  const times = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < importRounds; round += 1) {
    await owner.run(sql`truncate auth.users cascade`)
    times.ours.push(await timeOf(() => importFile(`${url}/admin/directory/imports`, headers)))
    const rows = await readRows(ground)
    await owner.run(sql`truncate auth.users cascade`)
    times.theirs.push(await timeOf(() => copyRows(ground, rows)))
  }
  report({
    figure: '100,000 users of a CSV, read, checked and imported, beside COPY of their rows',
    value: median(times.ours),
    unit: 'ms',
    against: median(times.theirs),
    goal: '<= 3',
    judges: 'ratio',
  })

  await fill(ground)
  const get = async (path: string): Promise<unknown> => {
    const reply = await fetch(`${url}${path}`, { headers })
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const some = await owner.rows<{ id: string; email: string; created_at: string }>(
    sql`select id, email, to_json(created_at) as created_at from auth.users where abs(hashtext(email)) % 5000 = 0 order by hashtext(email) limit 200`,
  )
  const place = ({ id, created_at: at }: { id: string; created_at: string }): string =>
    Buffer.from(JSON.stringify({ created_at: at, id })).toString('base64url')
  const calls: Readonly<Record<string, (index: number) => Promise<unknown>>> = {
    'first page': () => get('/admin/directory?limit=50'),
    'page far down': (index) => get(`/admin/directory?limit=50&after=${place(some[index]!)}`),
    'search by the beginning of an address': (index) =>
      get(`/admin/directory?limit=50&search=${encodeURIComponent(some[index]!.email.slice(0, 14))}`),
  }
  const lookUp = (index: number): Promise<unknown> => get(`/admin/directory/${some[index]!.id}`)
  for (const [name, call] of Object.entries(calls)) {
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let index = 0; index < some.length; index += 1) {
      ours.push(await timeOf(() => call(index)))
      theirs.push(await timeOf(() => lookUp(index)))
    }
    report({
      figure: `${name} of a million users, beside a look-up by key`,
      value: median(ours.slice(20)),
      unit: 'ms',
      against: median(theirs.slice(20)),
      goal: '<= 5',
      judges: 'ratio',
    })
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

const header = ['email', 'password_hash', 'email_verified', 'name', 'plan', 'created_at']

async function* csvOf(count: number): AsyncGenerator<string> {
  yield `${header.join(',')}\n`
  for (let from = 0; from < count; from += 1_000) {
    yield Array.from({ length: 1_000 }, (_, index) => {
      const number = from + index
      return `user${number}.${(number * 7_919) % 99_991}@example.com,${hash},true,User ${number},pro,2024-01-01T00:00:00.${String(number % 1_000).padStart(3, '0')}Z\n`
    }).join('')
  }
}

/** As a page does it: the file is read while slices are on their way, two at once. */
async function importFile(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const columns = header.map((column) => ({ column, target: targetOf(column) }))
  let lines: string[] = []
  let created = 0
  const under = new Set<Promise<void>>()
  const send = async (body: string): Promise<void> => {
    const reply = await fetch(`${url}?dry_run=false`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
    if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`)
    created += ((await reply.json()) as { created: number }).created
  }
  const flush = async (): Promise<void> => {
    while (under.size >= 2) await Promise.race(under)
    const sent: Promise<void> = send(lines.join('\n')).finally(() => under.delete(sent))
    under.add(sent)
    lines = []
  }
  for await (const rows of readUsers(csvOf(imported), { format: 'plain', kind: 'csv', delimiter: ',', columns, firebase: null })) {
    for (const row of rows) {
      if (row.kind === 'refused') throw new Error(row.refused.reason)
      lines.push(JSON.stringify(row.user))
      if (lines.length === sliceUsersMost) await flush()
    }
  }
  if (lines.length > 0) await flush()
  await Promise.all(under)
  if (created !== imported) throw new Error(`${created} came`)
}

const tables = {
  users:
    'auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, is_sso_user, is_anonymous, confirmation_token, recovery_token, email_change_token_new, email_change)',
  identities: 'auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)',
} as const

function readRows({ endpoint }: ServiceGround): Promise<{ readonly users: Buffer; readonly identities: Buffer }> {
  return withClient({ ...endpoint, ...logins.owner }, async ({ client }) => {
    const read = async (table: string): Promise<Buffer> => {
      const chunks: Buffer[] = []
      await copyOut(client, `copy ${table} to stdout`, { write: async (data) => void chunks.push(Buffer.from(data)) })
      return Buffer.concat(chunks)
    }
    return { users: await read(tables.users), identities: await read(tables.identities) }
  })
}

function copyRows({ endpoint }: ServiceGround, rows: Awaited<ReturnType<typeof readRows>>): Promise<void> {
  return withClient({ ...endpoint, ...logins.owner }, async ({ client }) => {
    for (const name of ['users', 'identities'] as const) {
      const copy = await copyIn(client, `copy ${tables[name]} from stdin`)
      for (let at = 0; at < rows[name].length; at += 65_536) await copy.write(rows[name].subarray(at, at + 65_536))
      await copy.end()
      // without it, checks of foreign keys are planned for an empty table
      await client.query(`analyze auth.${name}`)
    }
  })
}

/** A million users with an identity each, who signed up over two years. */
async function fill({ owner }: ServiceGround): Promise<void> {
  await owner.run(sql`truncate auth.users cascade`)
  await owner.transaction(async (tx) => {
    await tx.run(sql`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', md5(n::text) || n || '@example.com', ${hash}, now(),
        '{"provider":"email","providers":["email"]}', jsonb_build_object('name', 'User ' || n), now() - n * interval '63 s', now()
      from generate_series(1, ${million}::int) n`)
    await tx.run(sql`analyze auth.users`)
    await tx.run(sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      select id::text, id, jsonb_build_object('sub', id, 'email', email), 'email', created_at, now() from auth.users`)
  })
  await owner.run(sql`analyze auth.users, auth.identities`)
}
