import type { AuthMail } from '@colonnade/auth'
import { targetOf } from '@colonnade/clusters'
import { type Queryable, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { AuthSessionMissingError, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthProject, openAuthProject, testPassword as password } from './testing-auth.ts'

let project: AuthProject

beforeAll(async () => {
  project = await openAuthProject()
  await project.owner.run(sql`
    create table todos (id int generated always as identity primary key, user_id uuid not null default auth.uid() references auth.users on delete cascade, title text not null);
    alter table todos enable row level security;
    create policy own on todos to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
    insert into auth.audit_log_entries (id, payload, created_at) select gen_random_uuid(), '{"action": "login"}', now() - make_interval(days => n) from generate_series(89, 92) n;
    insert into auth.flow_state (id, provider_type, authentication_method, created_at)
    select gen_random_uuid(), 'forgotten', 'oauth', now() - make_interval(hours => n) from generate_series(23, 26) n`)
}, 180_000)
afterAll(() => project[Symbol.asyncDispose]())

const client = (...parameters: Parameters<AuthProject['client']>): SupabaseClient => project.client(...parameters)
const change = (settings: Readonly<Record<string, unknown>>): Promise<void> => project.change(settings)
const asAdministrator = async <T>(work: (server: Queryable) => Promise<T>): Promise<T> =>
  withClient(targetOf(await project.platform.ctx.clusters.endpoint(project.ref), 'administrator'), work)
const lastMail = (to: string): AuthMail => project.lastMail(to)
const confirmed = (email: string): ReturnType<AuthProject['confirmed']> => project.confirmed(email)

describe('signing up with a password', () => {
  test('asks for the address to be confirmed, by code or link, and then row-level security knows the user', async () => {
    const supabase = client()
    const email = 'ada@example.com'
    const { data, error } = await supabase.auth.signUp({ email: 'Ada@Example.com', password, options: { data: { name: 'Ada' } } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email,
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada' },
    })
    expect(data.user!.identities).toHaveLength(1)
    expect((await supabase.auth.signInWithPassword({ email, password })).error).toMatchObject({ code: 'email_not_confirmed', status: 400 })
    const mail = lastMail(email)
    expect(mail.kind).toBe('confirmation')
    const verified = await supabase.auth.verifyOtp({ email, token: mail.variables.Token!, type: 'signup' })
    expect(verified.error).toBeNull()
    expect(verified.data.user).toMatchObject({ email, user_metadata: { email_verified: true } })
    const { data: todo, error: refused } = await supabase.from('todos').insert({ title: 'Write a program' }).select().single()
    expect(refused).toBeNull()
    expect(todo).toMatchObject({ user_id: verified.data.user!.id, title: 'Write a program' })
    expect((await client().from('todos').select()).data).toEqual([])
  })

  test('tells strangers nothing of an address that has an account', async () => {
    await confirmed('known@example.com')
    const sent = project.mails.length
    const { data, error } = await client().auth.signUp({ email: 'known@example.com', password: 'another password' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: 'known@example.com', identities: [] })
    expect(project.mails).toHaveLength(sent)
    expect((await client().auth.signInWithPassword({ email: 'known@example.com', password: 'another password' })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await client().auth.signInWithPassword({ email: 'nobody@example.com', password })).error).toMatchObject({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })

  test.each([
    ['short', { email: 'weak@example.com', password: 'short' }, 'weak_password', 422],
    ['over 72 bytes', { email: 'long@example.com', password: 'x'.repeat(73) }, 'validation_failed', 400],
    ['with a header in the address', { email: 'a@example.com\r\nBcc: b@example.com', password }, 'validation_failed', 400],
  ])('refuses one that is %s', async (_what, credentials, code, status) => {
    expect((await client().auth.signUp(credentials)).error).toMatchObject({ code, status })
  })

  test('of one address twice at once makes one user', async () => {
    const email = 'twins@example.com'
    const replies = await Promise.all([1, 2, 3].map(() => client().auth.signUp({ email, password })))
    expect(replies.filter(({ error }) => error === null).length).toBeGreaterThan(0)
    expect(await project.owner.rows(sql`select from auth.users where email = ${email}`)).toHaveLength(1)
  })
})

describe('sessions', () => {
  test('are refreshed with a token that is good once, and a hundred times at once gives one new token', async () => {
    const { supabase, session } = await confirmed('refresh@example.com')
    const { data } = await supabase.auth.refreshSession()
    expect(data.session!.refresh_token).not.toBe(session.refresh_token)
    const refresh = async (token: string) => {
      const reply = await fetch(`${project.url}/auth/v1/token?grant_type=refresh_token`, {
        method: 'POST',
        headers: { apikey: project.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: token }),
      })
      return { status: reply.status, body: (await reply.json()) as { refresh_token: string; error_code: string } }
    }
    await change({ rate_limit_token_refresh: 30_000 })
    const token = data.session!.refresh_token
    const replies = await Promise.all(Array.from({ length: 25 }, () => refresh(token)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  test('count their user once a month, where nobody else can write', async () => {
    const { supabase, user } = await confirmed('active@example.com')
    await supabase.auth.refreshSession()
    await client().auth.signInWithPassword({ email: 'active@example.com', password })
    const isThisMonth = sql`month = date_trunc('month', now() at time zone 'UTC') as is_this_month`
    const active = () =>
      asAdministrator((server) =>
        server.rows(sql`select ${isThisMonth} from _colonnade.auth_active_users where user_id = ${user.id}::uuid order by month`),
      )
    expect(await active()).toEqual([{ is_this_month: true }])
    // in another month a refresh is enough, also where tokens stay the same
    const lastMonth = sql`update _colonnade.auth_active_users set month = month - interval '1 month'`
    await asAdministrator((server) => server.run(lastMonth))
    await supabase.auth.refreshSession()
    expect(await active()).toEqual([{ is_this_month: false }, { is_this_month: true }])
    await asAdministrator((server) => server.run(sql`delete from _colonnade.auth_active_users`))
    await change({ refresh_token_rotation_enabled: false })
    await supabase.auth.refreshSession()
    await change({ refresh_token_rotation_enabled: true })
    expect(await active()).toEqual([{ is_this_month: true }])
    const granted = await asAdministrator((server) =>
      server.rows(sql`
        select r.rolname as role, p.privilege from pg_roles r, unnest(array['insert', 'update', 'delete', 'truncate']) as p (privilege)
        where has_table_privilege(r.oid, '_colonnade.auth_active_users', p.privilege) and not r.rolsuper and r.rolname !~ '^pg_'`),
    )
    expect(granted).toEqual([])
  })

  test('end when a token of the past is used again', async () => {
    await change({ security_refresh_token_reuse_interval: 0 })
    const { supabase, session } = await confirmed('thief@example.com')
    await supabase.auth.refreshSession()
    await supabase.auth.refreshSession()
    const { error } = await client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(error).toMatchObject({ code: 'refresh_token_already_used' })
    expect((await supabase.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_already_used' })
    await change({ security_refresh_token_reuse_interval: 10 })
  })

  test('end with signing out, at once', async () => {
    const { supabase, session } = await confirmed('leaves@example.com')
    const other = client()
    await other.auth.signInWithPassword({ email: 'leaves@example.com', password })
    expect((await other.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await client().auth.getUser(session.access_token)).error).toBeInstanceOf(AuthSessionMissingError)
    expect((await other.auth.getUser()).error).toBeNull()
    await supabase.auth.signOut({ scope: 'local' })
  })

  test('have tokens that the published keys verify', async () => {
    const { supabase } = await confirmed('claims@example.com')
    const { data, error } = await supabase.auth.getClaims()
    expect(error).toBeNull()
    expect(data!.claims).toMatchObject({
      role: 'authenticated',
      aal: 'aal1',
      email: 'claims@example.com',
      is_anonymous: false,
      iss: `${project.url}/auth/v1`,
    })
    expect(data!.header.alg).toBe('ES256')
  })
})

describe('links and codes', () => {
  test('a link leads on to the app with a session', async () => {
    const email = 'link@example.com'
    await client().auth.signInWithOtp({ email, options: { emailRedirectTo: 'http://localhost:3000/welcome' } })
    const { ConfirmationURL: link } = lastMail(email).variables
    const look = await fetch(link!, { method: 'HEAD', redirect: 'manual' })
    expect(look.status).toBe(200)
    const reply = await fetch(link!, { redirect: 'manual' })
    expect(reply.status).toBe(303)
    const target = new URL(reply.headers.get('location')!)
    expect(target.origin + target.pathname).toBe('http://localhost:3000/welcome')
    const parameters = new URLSearchParams(target.hash.slice(1))
    const { data, error } = await client().auth.setSession({
      access_token: parameters.get('access_token')!,
      refresh_token: parameters.get('refresh_token')!,
    })
    expect(error).toBeNull()
    expect(data.user!.email).toBe(email)
    const again = new URL((await fetch(link!, { redirect: 'manual' })).headers.get('location')!)
    expect(again.hash).toContain('error_code=otp_expired')
  })

  test('with PKCE a link ends in a code that only its client can exchange', async () => {
    const supabase = client(project.anonKey, { flowType: 'pkce' })
    const email = 'pkce@example.com'
    expect((await supabase.auth.signUp({ email, password })).error).toBeNull()
    const reply = await fetch(lastMail(email).variables.ConfirmationURL!, { redirect: 'manual' })
    const code = new URL(reply.headers.get('location')!).searchParams.get('code')!
    expect(code).toBeTruthy()
    const { data, error } = await supabase.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session!.user.email).toBe(email)
  })

  test('show a button first where the project wants it, and only the button uses them', async () => {
    const email = 'scanned@example.com'
    const back = 'http://localhost:3000/welcome?next="><b>'
    await project.change({ mailer_confirm_page_enabled: true })
    await client().auth.signUp({ email, password, options: { emailRedirectTo: back } })
    const link = lastMail(email).variables.ConfirmationURL!
    for (const _scan of [1, 2]) {
      const page = await fetch(link, { redirect: 'manual' })
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      const html = await page.text()
      expect(html).toContain('<button>Confirm</button>')
      expect(html).not.toMatch(/<b>|<script/)
    }
    const { searchParams } = new URL(link)
    const press = () =>
      fetch(`${project.url}/auth/v1/verify/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ type: 'signup', token: searchParams.get('token')!, redirect_to: back }),
      })
    const pressed = await (await press()).text()
    expect(pressed).toMatch(/content="0;url=http:\/\/localhost:3000\/welcome\?next=%22%3E%3Cb%3E#access_token=ey/)
    expect(await (await press()).text()).toContain('error_code=otp_expired')
    expect((await client().auth.signInWithPassword({ email, password })).error).toBeNull()
    await project.change({ mailer_confirm_page_enabled: false })
  })

  test('never lead to a place that the project does not allow', async () => {
    const email = 'redirect@example.com'
    for (const redirect of ['https://evil.example/', 'javascript:alert(1)', 'http://localhost:3000@evil.example/', '//evil.example']) {
      await project.owner.run(sql`delete from auth.users where email = ${email}`)
      await client().auth.signInWithOtp({ email, options: { emailRedirectTo: redirect } })
      expect(lastMail(email).variables.RedirectTo).toBe('http://localhost:3000')
    }
  })

  test('a forgotten password is replaced, and all other sessions end', async () => {
    const email = 'forgot@example.com'
    const { session } = await confirmed(email)
    const supabase = client()
    expect((await supabase.auth.resetPasswordForEmail(email)).error).toBeNull()
    expect((await supabase.auth.resetPasswordForEmail('nobody@example.com')).error).toBeNull()
    const { error } = await supabase.auth.verifyOtp({ email, token: lastMail(email).variables.Token!, type: 'recovery' })
    expect(error).toBeNull()
    expect((await supabase.auth.updateUser({ password })).error).toMatchObject({ code: 'same_password' })
    expect((await supabase.auth.updateUser({ password: 'a new password' })).error).toBeNull()
    expect((await client().auth.getUser(session.access_token)).error).toBeInstanceOf(AuthSessionMissingError)
    expect((await client().auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
  })

  test('an address changes once both have been confirmed', async () => {
    const { supabase, user } = await confirmed('before@example.com')
    const { data } = await supabase.auth.updateUser({ email: 'after@example.com' })
    expect(data.user!.new_email).toBe('after@example.com')
    const [first, second] = ['before@example.com', 'after@example.com'].map(
      (to) => project.mails.findLast((mail) => mail.to === to)!.variables.TokenHash!,
    )
    const half = await supabase.auth.verifyOtp({ token_hash: first!, type: 'email_change' })
    expect(half.error).toBeNull()
    expect(half.data.session).toBeNull()
    const whole = await supabase.auth.verifyOtp({ token_hash: second!, type: 'email_change' })
    expect(whole.data.user).toMatchObject({ id: user.id, email: 'after@example.com' })
  })
})

describe('other ways', () => {
  test('anonymous users, where they are allowed', async () => {
    expect((await client().auth.signInAnonymously()).error).toMatchObject({ code: 'anonymous_provider_disabled', status: 422 })
    await change({ external_anonymous_users_enabled: true })
    const { data, error } = await client().auth.signInAnonymously()
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ is_anonymous: true, email: '' })
  })

  test('seeds that leave tokens NULL, and hashes from elsewhere', async () => {
    await project.owner.run(sql`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'seed@example.com', extensions.crypt('seeded password', extensions.gen_salt('bf')),
        now(), '{"provider":"email","providers":["email"]}', '{}', now(), now())`)
    expect((await client().auth.signInWithPassword({ email: 'seed@example.com', password: 'seeded password' })).error).toBeNull()
  })

  test('a banned user is out at once', async () => {
    const { supabase, user } = await confirmed('banned@example.com')
    await project.owner.run(sql`update auth.users set banned_until = now() + interval '1 day' where id = ${user.id}::uuid`)
    expect((await supabase.auth.getUser()).error).toMatchObject({ code: 'user_banned', status: 403 })
    expect((await client().auth.signInWithPassword({ email: 'banned@example.com', password })).error).toMatchObject({ code: 'user_banned' })
  })

  test('a trigger of the owner’s runs with the sign-up, as a role that can do nothing else', async () => {
    await project.owner.run(sql`
      create table profiles (id uuid primary key references auth.users on delete cascade, made_by text);
      create function handle_new_user() returns trigger language plpgsql security definer set search_path = '' as
        $$ begin insert into public.profiles values (new.id, session_user); return new; end $$;
      create trigger on_auth_user_created after insert on auth.users for each row execute function handle_new_user()`)
    const { user } = await confirmed('profile@example.com')
    expect(await project.owner.first(sql`select made_by from profiles where id = ${user.id}::uuid`)).toEqual({ made_by: 'supabase_auth_admin' })
    await project.owner.run(sql`alter table profiles add constraint nobody check (made_by = 'nobody') not valid`)
    expect((await client().auth.signUp({ email: 'refused@example.com', password })).error).toMatchObject({
      status: 500,
      message: 'Database error saving new user',
    })
    await project.owner.run(sql`drop trigger on_auth_user_created on auth.users`)
  })
})

test('what nobody can use any more is removed', async () => {
  await client().auth.signInWithPassword({ email: 'nobody@example.com', password })
  const left = async () => ({
    entries: (await project.owner.rows(sql`select from auth.audit_log_entries where created_at < now() - interval '80 days'`)).length,
    flows: (await project.owner.rows(sql`select from auth.flow_state where provider_type = 'forgotten'`)).length,
  })
  await expect.poll(left).toEqual({ entries: 1, flows: 1 })
})

test('a service key is not a user', async () => {
  expect((await client(project.serviceKey).auth.getUser()).error).not.toBeNull()
})
