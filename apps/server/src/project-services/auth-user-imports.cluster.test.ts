import { type UserFormatKey, targetOf } from '@colonnade/contracts/auth/user-files/formats'
import { firstRows, guessKind } from '@colonnade/contracts/auth/user-files/guess-format'
import { readUsers } from '@colonnade/contracts/auth/user-files/read-users'
import type { UserImportOutcome } from '@colonnade/contracts/auth/user-imports'
import type { AuthUserDetails, AuthUserPage } from '@colonnade/contracts/auth/users'
import { hashForStore, hashPassword } from '@colonnade/credentials'
import { sql } from '@colonnade/sql'
import { createCipheriv, pbkdf2Sync, randomUUID, scryptSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpOf } from './testing-dump.ts'
import { openTestProject, type TestProject } from './testing.ts'

const password = 'correct horse battery'
let project: TestProject
let bcrypt: string

beforeAll(async () => {
  project = await openTestProject('Imports')
  bcrypt = await hashForStore('test', password)
}, 180_000)
afterAll(() => project[Symbol.asyncDispose]())

const signerKey = Buffer.alloc(64, 7).toString('base64')
const firebase = { signerKey, saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 }

async function* whole(text: string): AsyncGenerator<string> {
  yield text
}

/** The lines of a file, as a page sends them. */
async function linesOf(text: string, format: UserFormatKey): Promise<string> {
  const kind = guessKind(text)
  const header = kind === 'csv' ? ((await firstRows(text))[0]?.fields ?? []) : []
  const columns = header.map((column) => ({ column, target: targetOf(column) }))
  const rows = (await Array.fromAsync(readUsers(whole(text), { format, kind, delimiter: ',', columns, firebase }))).flat()
  return rows.map((row) => (row.kind === 'user' ? JSON.stringify(row.user) : `refused ${row.refused.reason}`)).join('\n')
}

const base = () => `/platform/auth/${project.ref}/user-imports`
const send = (path: string, lines: string) =>
  project.platform.ask('owner', 'POST', `${base()}${path}`, Buffer.from(lines), { 'content-type': 'application/octet-stream' })
const check = async (lines: string, rules = '') => (await send(`/check?${rules}`, lines)).json as UserImportOutcome
const bring = async (lines: string, rules = ''): Promise<UserImportOutcome> => {
  const reply = await send(`?import=${randomUUID()}&${rules}`, lines)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json as UserImportOutcome
}
const jsonLines = (...users: readonly object[]) => users.map((user, index) => JSON.stringify({ line: index + 1, ...user })).join('\n')
const find = async (search: string): Promise<AuthUserDetails> => {
  const page = (await project.platform.ask('owner', 'GET', `/platform/auth/${project.ref}/users?search=${encodeURIComponent(search)}`))
    .json as AuthUserPage
  return (await project.platform.ask('owner', 'GET', `/platform/auth/${project.ref}/users/${page.items[0]!.id}`)).json as AuthUserDetails
}
const countUsers = async () => (await project.owner.first<{ count: number }>(sql`select count(*)::int as count from auth.users`))!.count
const signIn = (email: string) => project.client().auth.signInWithPassword({ email, password })

describe('users of another system', () => {
  const derived = scryptSync(password, Buffer.concat([Buffer.from('salt'), Buffer.from('Bw==', 'base64')]), 32, { N: 2 ** 14, r: 8, p: 1 })
  const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16))
  const firebaseHash = Buffer.concat([cipher.update(Buffer.from(signerKey, 'base64')), cipher.final()]).toString('base64url')
  const pbkdf2 = pbkdf2Sync(password, 'salt', 27_500, 64, 'sha512').toString('base64')
  const secret = (value: string) => JSON.stringify({ value, salt: Buffer.from('salt').toString('base64') })
  const made = JSON.stringify({ hashIterations: 27_500, algorithm: 'pbkdf2-sha512', additionalParameters: {} })

  test.each<[UserFormatKey, string, () => string]>([
    ['plain', 'plain@example.com', () => `email,password_hash,email_verified\nPlain@Example.com,${bcrypt},yes`],
    [
      'firebase',
      'firebase@example.com',
      () => {
        const user = {
          localId: 'f1',
          email: 'firebase@example.com',
          emailVerified: true,
          passwordHash: firebaseHash,
          salt: 'c2FsdA==',
          createdAt: '1600000000000',
        }
        return JSON.stringify({ users: [user] })
      },
    ],
    [
      'auth0',
      'auth0@example.com',
      () => JSON.stringify({ _id: { $oid: 'a1' }, email: 'auth0@example.com', email_verified: true, passwordHash: bcrypt.replace('$2a$', '$2b$') }),
    ],
    [
      'keycloak',
      'keycloak@example.com',
      () => {
        const credentials = [{ type: 'password', secretData: secret(pbkdf2), credentialData: made }]
        return JSON.stringify({ realm: 'x', users: [{ id: randomUUID(), email: 'keycloak@example.com', emailVerified: true, credentials }] }, null, 1)
      },
    ],
    [
      'colonnade',
      'peer@example.com',
      () => `id,email,encrypted_password,email_confirmed_at\n${randomUUID()},peer@example.com,${bcrypt},2024-01-01 00:00:00+00`,
    ],
  ])('come from %s, and sign in with their passwords', async (format, email, file) => {
    const lines = await linesOf(file(), format)
    const before = await countUsers()
    expect(await check(lines)).toEqual({ created: 1, updated: 0, skipped: 0, without_password: 0, refused: [] })
    expect(await countUsers()).toBe(before)
    expect(await bring(lines)).toMatchObject({ created: 1, refused: [] })
    expect((await signIn(email)).error).toBeNull()
    // again: whoever is there is found
    expect(await bring(lines)).toMatchObject({ created: 0, skipped: 1 })
    expect(await countUsers()).toBe(before + 1)
  })

  test('keep what they had: argon2, numbers, identities, metadata, times and bans', async () => {
    const identity = { provider: 'google', provider_id: '117', data: { email: 'many@example.com', full_name: 'Many' } }
    const user = {
      source_id: 'firebase:many',
      email: 'many@example.com',
      phone: '+49 (151) 234-5',
      phone_confirmed: true,
      password_hash: await hashPassword(password),
      user_metadata: { name: 'Many' },
      app_metadata: { plan: 'pro', provider: 'x' },
      created_at: '2020-01-31T10:00:00.123456+00:00',
      is_banned: true,
      identities: [identity],
    }
    expect(await bring(jsonLines(user), 'is_confirmed=true')).toMatchObject({ created: 1 })
    const found = await find('many@')
    expect(found).toMatchObject({
      email: 'many@example.com',
      phone: '491512345',
      name: 'Many',
      has_password: true,
      created_at: '2020-01-31T10:00:00.123456+00:00',
      email_confirmed_at: '2020-01-31T10:00:00.123456+00:00',
      app_metadata: { plan: 'pro', provider: 'email', providers: ['email', 'phone', 'google'], source_id: 'firebase:many' },
    })
    expect(found.identities.map(({ provider }) => provider).toSorted()).toEqual(['email', 'google', 'phone'])
    expect((await signIn('many@example.com')).error).toMatchObject({ code: 'user_banned' })
    const audited = await project.platform.ctx.database.first(sql`select event, details from audit_log order by id desc limit 1`)
    expect(audited).toMatchObject({ event: 'project.users_imported', details: { created: 1, updated: 0, skipped: 0, refused: 0 } })
  })
})

test('what can’t be used is told line by line, and the rest comes', async () => {
  const id = randomUUID()
  const lines = jsonLines(
    { email: 'good@example.com' },
    { email: 'no address' },
    { phone: '0151' },
    { email: 'GOOD@example.com' },
    { email: 'hash@example.com', password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' },
    { email: 'time@example.com', created_at: 'yesterday' },
    { user_metadata: { name: 'Nobody' } },
    { id, email: 'known@example.com', surprise: true },
    { email: 'nul@example.com', user_metadata: { a: '\u0000' } },
  )
  const expected = {
    refused: [
      { line: 2, field: 'email', value: 'no address' },
      { line: 3, field: 'phone', value: '0151' },
      { line: 4, field: 'email', value: 'good@example.com', reason: 'Line 1 has the same email address' },
      { line: 5, field: 'password_hash', value: '5f4dcc3b5aa765d6…', reason: 'The password hash has an unsupported format' },
      { line: 6, field: 'created_at', value: 'yesterday' },
      { line: 7, field: null, reason: 'Without an email address, phone number or provider identity, no one could sign in as this user' },
      { line: 8 },
      { line: 9, field: 'user_metadata' },
    ],
  }
  expect(await check(lines)).toMatchObject({ created: 1, ...expected })
  expect(await bring(lines)).toMatchObject({ created: 1, ...expected })
  const dropped = await bring(lines, 'on_bad_hash=drop')
  expect(dropped).toMatchObject({ created: 1, skipped: 1, without_password: 1 })
  expect(await find('hash@')).toMatchObject({ has_password: false, identities: [{ provider: 'email' }] })
  expect(await send('/check', 'nonsense')).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  expect(await send('/check', 'x'.repeat(5_000_000))).toMatchObject({ status: 409, json: { code: 'auth_refused' } })
  expect(await send('/check', jsonLines(...Array.from({ length: 2_001 }, () => ({}))))).toMatchObject({
    status: 400,
    json: { code: 'invalid_input' },
  })
  const reader = await project.platform.ask('read-only', 'POST', `${base()}/check`, Buffer.from(''), { 'content-type': 'application/octet-stream' })
  expect(reader).toMatchObject({ status: 403, json: { code: 'forbidden' } })
})

test('two imports of one file at once make each user once', async () => {
  const lines = jsonLines(...Array.from({ length: 300 }, (_, index) => ({ email: `twice${index}@example.com` })))
  const outcomes = await Promise.all([bring(lines), bring(lines), bring(lines)])
  const sum = (name: 'created' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[name], 0)
  expect([sum('created'), sum('skipped')]).toEqual([300, 600])
})

describe('users that are there', () => {
  test('get what the file has, and a new password ends their sessions', async () => {
    await bring(jsonLines({ email: 'old@example.com', password_hash: bcrypt, user_metadata: { a: 1, b: 1 } }), 'is_confirmed=true')
    const { id } = await find('old@')
    const supabase = project.client()
    expect((await supabase.auth.signInWithPassword({ email: 'old@example.com', password })).error).toBeNull()
    const same = { email: 'OLD@example.com', user_metadata: { b: 2 }, identities: [{ provider: 'github', provider_id: '9' }] }
    expect(await bring(jsonLines(same), 'on_existing=update')).toMatchObject({ created: 0, updated: 1 })
    expect((await supabase.auth.getUser()).error).toBeNull()
    expect(await find('old@')).toMatchObject({
      id,
      user_metadata: { a: 1, b: 2 },
      app_metadata: { provider: 'email', providers: ['email', 'github'] },
    })
    const hash = await hashForStore('test', 'another password')
    // found by the identity, though the address is another one
    const moved = { email: 'new@example.com', identities: same.identities, password_hash: hash }
    expect(await bring(jsonLines(moved), 'on_existing=update')).toMatchObject({ updated: 1 })
    expect(await find('new@')).toMatchObject({ id })
    expect((await supabase.auth.getUser()).error).not.toBeNull()
    expect((await signIn('new@example.com')).error).toMatchObject({ code: 'invalid_credentials' })
    const other = { email: 'good@example.com', identities: same.identities }
    expect((await check(jsonLines(other))).refused).toMatchObject([
      { field: 'identity', reason: expect.stringContaining('different users') as string },
    ])
  })

  test('whom nobody had proved keep nothing that whoever signed up with their address had set', async () => {
    await bring(jsonLines({ email: 'squatted@example.com', password_hash: bcrypt, email_confirmed: false }))
    await bring(jsonLines({ email: 'squatted@example.com', email_confirmed: true }), 'on_existing=update')
    expect(await find('squatted@')).toMatchObject({ has_password: false, identities: [{ provider: 'email' }] })
    expect((await signIn('squatted@example.com')).error).toMatchObject({ code: 'invalid_credentials' })
  })
})

describe('triggers of the project', () => {
  test('run as the auth service’s role, and refuse single users', async () => {
    await project.owner.run(sql`
      create table public.profiles (id uuid primary key, email text unique, made_by text);
      grant insert on public.profiles to supabase_auth_admin;
      create function public.make_profile() returns trigger language plpgsql as $$
        begin
          if new.email like 'trigger3@%' then raise exception 'No threes'; end if;
          insert into public.profiles values (new.id, new.email, current_user);
          return new;
        end $$;
      create trigger make_profile after insert on auth.users for each row execute function public.make_profile();
      insert into public.profiles values (gen_random_uuid(), 'trigger5@example.com')`)
    const lines = jsonLines(...Array.from({ length: 8 }, (_, index) => ({ email: `trigger${index + 1}@example.com` })))
    const outcome = await bring(lines)
    expect(outcome).toMatchObject({ created: 6, refused: [{ line: 3 }, { line: 5 }] })
    expect(outcome.refused[0]!.reason).toBe('A trigger or constraint in your database rejects the user: No threes')
    expect(await project.owner.first(sql`select count(*)::int as count, max(made_by) as role from public.profiles`)).toEqual({
      count: 7,
      role: 'supabase_auth_admin',
    })
    await project.owner.run(sql`drop table public.profiles`)
    const all = await send(`?import=${randomUUID()}`, jsonLines(...Array.from({ length: 60 }, (_, index) => ({ email: `lost${index}@example.com` }))))
    expect(all).toMatchObject({ status: 400, json: { message: expect.stringContaining('Your database rejects too many users') as string } })
    await project.owner.run(sql`drop trigger make_profile on auth.users`)
  })
})

test('a dump of the peer’s tables is loaded by postgres, and its users sign in and go on with their sessions', async () => {
  const [ada, grace, session, factor] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await project.owner.pool.query(dumpOf({ ada, grace, session, factor, hash: bcrypt }))
  for (const email of ['dump-ada@example.com', 'dump-grace@example.com']) expect((await signIn(email)).error).toBeNull()
  const found = await find('dump-ada@')
  expect(found).toMatchObject({ id: ada, factors: [{ id: factor, type: 'totp', status: 'unverified' }] })
  expect(found.identities.map((identity) => identity.provider).toSorted()).toEqual(['email', 'github'])
  const supabase = project.client()
  const { data, error } = await supabase.auth.refreshSession({ refresh_token: 'dumpedtoken1' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id: ada, email: 'dump-ada@example.com' })
})

describe('an export', () => {
  const create = async (body: object) => project.platform.ask('owner', 'POST', `/platform/auth/${project.ref}/user-exports`, body)
  const download = async (body: object): Promise<string> => {
    const { url } = (await create(body)).json as { url: string }
    const { url: origin, cookie } = await project.platform.address('owner')
    const reply = await fetch(`${origin}${url}`, { headers: { cookie } })
    expect(reply.status).toBe(200)
    const text = await reply.text()
    expect((await project.platform.ask('owner', 'GET', `${url}/outcome`)).json).toEqual({ state: 'done' })
    expect((await fetch(`${origin}${url}`, { headers: { cookie } })).status).toBe(404)
    return text
  }

  test('has every user once, and comes back as the same users', async () => {
    await project.owner.run(sql`
      insert into auth.users (id, email, created_at, is_sso_user) select gen_random_uuid(), 'page' || n || '@example.com', now() - n % 700 * interval '1 s', false
      from generate_series(1, 1200) n`)
    const all = (await project.owner.rows<{ id: string }>(sql`select id from auth.users where deleted_at is null`)).map(({ id }) => id)
    const lines = (await download({ format: 'ndjson' })).trim().split('\n')
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id)
    expect(ids.toSorted()).toEqual(all.toSorted())
    expect(lines.join('\n')).not.toContain('$2')
    const again = await linesOf(lines.join('\n'), 'colonnade')
    expect(await check(again)).toMatchObject({ created: 0, skipped: all.length, refused: [] })
    const audited = await project.platform.ctx.database.first(sql`select event, details from audit_log order by id desc limit 1`)
    expect(audited).toMatchObject({ event: 'project.users_exported', details: { format: 'ndjson', with_hashes: false } })
  })

  test('is CSV that no spreadsheet runs, of what a list shows, with hashes for whoever signed in lately', async () => {
    await bring(jsonLines({ email: 'formula@example.com', password_hash: bcrypt, role: '=cmd|x', user_metadata: { name: '=1+1', big: 1 } }))
    const csv = await download({ format: 'csv', search: 'formula', with_hashes: true })
    const [header, row, ...rest] = csv.split('\r\n')
    expect(header).toBe(
      'id,email,phone,encrypted_password,email_confirmed_at,phone_confirmed_at,created_at,last_sign_in_at,banned_until,deleted_at,role,is_anonymous,is_sso_user,raw_user_meta_data,raw_app_meta_data,identities',
    )
    expect(row).toContain(`,formula@example.com,,${bcrypt},`)
    expect(row).toContain(`,'=cmd|x,`)
    expect(rest).toEqual([''])
    expect((await download({ format: 'csv', state: 'banned' })).split('\r\n')).toHaveLength(3)
    await project.platform.ctx.database.run(sql`update sessions set created_at = now() - interval '2 days', proven_at = null`)
    expect(await create({ format: 'csv', with_hashes: true })).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
    expect(await create({ format: 'csv' })).toMatchObject({ status: 201 })
  })
})
