import { logins } from '@colonnade/clusters'
import type { AuthLimit, AuthLimitUsage } from '@colonnade/contracts/auth/auth-limits'
import type { AuthMailContent, AuthMailDetails } from '@colonnade/contracts/auth/auth-mails'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import type { Person } from '@colonnade/platform/testing'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

const password = 'correct horse battery'
let project: TestProject
let server: SMTPServer
let port: number
const arrived: string[] = []
/** What the server says to the next recipients; then it takes them. */
const refusals: Error[] = []

beforeAll(async () => {
  project = await openTestProject('Posted')
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(Object.assign(new Error('wrong password'), { responseCode: 535 })),
    onRcptTo: (_address, _session, callback) => callback(refusals.shift()),
    onData(stream, _session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        arrived.push(Buffer.concat(parts).toString())
        callback()
      })
    },
  })
  const { promise, resolve } = Promise.withResolvers<number>()
  const net = server.listen(0, '127.0.0.1', () => resolve((net.address() as { port: number }).port))
  port = await promise
}, 180_000)
afterAll(async () => {
  await project[Symbol.asyncDispose]()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const smtp = () =>
  project.change({ smtp_host: '127.0.0.1', smtp_port: String(port), smtp_admin_email: 'app@example.com', smtp_sender_name: 'Säulen' })
const mailTo = async (to: string) => (await project.mails()).items.find((mail) => mail.to === to)
const codeIn = ({ text }: AuthMailContent): string => /\b\d{6}\b/.exec(text)![0]
const path = () => `/platform/auth/${project.ref}/mails`

describe('without a server', () => {
  test('mails are kept for members, who read there what confirms an account', async () => {
    const supabase = project.client()
    const email = 'ada@example.com'
    expect((await supabase.auth.signUp({ email, password })).error).toBeNull()
    const { transport, hourly_limit, posted_last_hour, items } = await project.mails()
    expect({ transport, hourly_limit, posted_last_hour }).toEqual({ transport: 'inbox', hourly_limit: 30, posted_last_hour: 1 })
    expect(items).toMatchObject([{ to: email, kind: 'confirmation', subject: 'Confirm your email address', state: 'kept', sent_at: null }])
    const mail = await project.lastMail(email)
    expect(mail.text).toContain(`Confirm email address: ${project.url}/auth/v1/verify?token=`)
    expect((await supabase.auth.verifyOtp({ email, token: codeIn(mail), type: 'signup' })).error).toBeNull()
  })

  const scenarios: readonly Scenario<Person>[] = [
    { promise: 'a stranger sees none', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
    { promise: 'a reader sees none', as: 'read-only', method: 'GET', path, expect: 403, code: 'forbidden' },
    { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
    {
      promise: 'one that there is not',
      as: 'owner',
      method: 'GET',
      path: () => `${path()}/${crypto.randomUUID()}`,
      expect: 404,
      code: 'mail_not_found',
    },
    { promise: 'a reader does not hear of news', as: 'read-only', method: 'GET', path: () => `${path()}/news`, expect: 403, code: 'forbidden' },
    { promise: 'a kind that there is not', as: 'owner', method: 'GET', path: () => `${path()}?kind=none`, expect: 400, code: 'invalid_input' },
    { promise: 'what is no identifier names no mail', as: 'owner', method: 'GET', path: () => `${path()}/x'y`, expect: 404, code: 'mail_not_found' },
  ]
  test.for(scenarios)('$promise', async (scenario) => {
    await project.platform.run(scenario)
  })

  test('one that is read brings its code, and says who it is about; reading it is recorded', async () => {
    const { id } = (await mailTo('ada@example.com'))!
    const { id: user } = (await project.owner.first<{ id: string }>(sql`select id from auth.users where email = 'ada@example.com'`))!
    const read = (await project.platform.ask('owner', 'GET', `${path()}/${id}`)).json as AuthMailDetails
    expect(read).toMatchObject({ id, user_id: user, kind: 'confirmation', content: { code: codeIn(read.content!) } })
    expect(Date.parse(read.expires_at) - Date.parse(read.created_at)).toBeCloseTo(3_600_000, -3)
    const entry = await project.platform.ctx.database.first(
      sql`select project_ref as ref, details from audit_log where event = 'project.auth_mail_read' order by at desc limit 1`,
    )
    expect(entry).toEqual({ ref: project.ref, details: { id, kind: 'confirmation', user_id: user, has_content: true } })
  })

  test('mails are found by address, user, kind and state, page by page; news wake nobody', async () => {
    const marks = async () => ((await project.platform.ask('owner', 'GET', `${path()}/news`)).json as { mark: string }).mark
    const before = await marks()
    const supabase = project.client(project.serviceKey)
    for (const name of ['page-one', 'page-two', 'page-three']) await supabase.auth.admin.inviteUserByEmail(`${name}@example.com`)
    expect(await marks()).not.toBe(before)
    expect(await marks()).toBe(await marks())
    const found = async (query: string) => {
      const { items, next_after: next } = await project.mails(query)
      return { to: items.map(({ to }) => to), next }
    }
    const first = await found('?kind=invite&search=PAGE-&limit=2')
    expect(first).toEqual({ to: ['page-three@example.com', 'page-two@example.com'], next: expect.any(String) })
    expect(await found(`?kind=invite&search=PAGE-&limit=2&after=${first.next}`)).toEqual({ to: ['page-one@example.com'], next: null })
    expect(await found('?state=sent')).toEqual({ to: [], next: null })
    const { id: user } = (await project.owner.first<{ id: string }>(sql`select id from auth.users where email = 'page-two@example.com'`))!
    expect(await found(`?user_id=${user}`)).toEqual({ to: ['page-two@example.com'], next: null })
    await project.owner.run(sql`delete from _colonnade.auth_mails where kind = 'invite'`)
  })

  test('whoever runs as the service’s role can neither read nor forge them', async () => {
    const target = { ...(await project.platform.ctx.clusters.endpoint(project.ref)), ...logins.auth }
    const [first] = (await project.mails()).items
    await withClient(target, async (client) => {
      // their ids may end in six digits, as codes do
      const rows = await client.rows<object>(sql`select to_jsonb(m) - 'id' as mail from _colonnade.auth_mails m`)
      expect(JSON.stringify(rows)).not.toMatch(/ada@example|\d{6}"|verify\?token/)
      await client.run(sql`
        insert into _colonnade.auth_mails (id, kind, state, envelope, content, expires_at)
        select gen_random_uuid(), kind, state, envelope, content, expires_at from _colonnade.auth_mails where id = ${first!.id}::uuid`)
      await client.run(sql`
        insert into _colonnade.auth_mails (id, kind, state, envelope, content, expires_at)
        values (gen_random_uuid(), 'invite', 'kept', '{"to":"eve@example.com","subject":"Hi"}', '{"html":"","text":""}', now() + interval '1 day')`)
    })
    expect((await project.mails()).items.map(({ id }) => id)).toEqual([first!.id])
    await project.owner.run(sql`delete from _colonnade.auth_mails where id <> ${first!.id}::uuid`)
  })

  test('no more than the project allows are written within an hour, whatever was killed in between', async () => {
    const { posted_last_hour: posted } = await project.mails()
    await project.change({ rate_limit_email_sent: posted + 1 })
    expect((await project.client().auth.signUp({ email: 'one@example.com', password })).error).toBeNull()
    await project.restart()
    expect((await project.client().auth.signUp({ email: 'two@example.com', password })).error).toMatchObject({
      code: 'over_email_send_rate_limit',
      status: 429,
    })
    expect(await project.owner.rows(sql`select from auth.users where email = 'two@example.com'`)).toHaveLength(0)
    await project.change({ rate_limit_email_sent: 1_000, smtp_max_frequency: 0 })
  })

  test('a notice is written of what has happened, if the project wants that', async () => {
    const supabase = project.client()
    await supabase.auth.signInWithPassword({ email: 'ada@example.com', password })
    expect((await supabase.auth.updateUser({ password: 'another password' })).error).toBeNull()
    expect((await mailTo('ada@example.com'))!.kind).toBe('confirmation')
    await project.change({ mailer_notifications_password_changed_enabled: true })
    expect((await supabase.auth.updateUser({ password })).error).toBeNull()
    expect((await mailTo('ada@example.com'))!.kind).toBe('password_changed')
    await project.change({ rate_limit_email_sent: 1 })
    expect((await supabase.auth.updateUser({ password: 'another password' })).error).toBeNull()
    await project.change({ rate_limit_email_sent: 1_000 })
  })
})

/** Of a member who sends it to themself. */
const draft = { kind: 'magic_link', subject: 'Hi {{ .Data.name }}', body: '<p>{{ .Email }} <a href="{{ .ConfirmationURL }}">Open</a></p>' }
const sendDraft = (body: object = draft, as: Person = 'owner') => project.platform.ask(as, 'POST', `${path()}/template-test`, body)

test('a draft of a template that a member tries is in the inbox, within the limit of the hour', async () => {
  const { json } = await sendDraft()
  const { to } = json as { to: string }
  expect(json).toEqual({ to, outcome: 'kept', problem: null })
  const [mail] = (await project.mails()).items
  expect(mail).toMatchObject({ to, kind: 'magic_link', subject: 'Hi Ada Lovelace', user_id: null })
  expect(await project.lastMail(to)).toMatchObject({ html: expect.stringContaining(`<p>${to} <a href="https://api.example.com/`) as string })
  expect((await project.platform.ask('owner', 'GET', '/v1/projects/' + project.ref + '/config/auth')).json).toMatchObject({
    mailer_subjects_magic_link: 'Your sign-in link',
  })
  const refused = { status: 400, json: { code: 'invalid_input', message: expect.stringMatching(/^body: .*Unknown/) as string } }
  expect(await sendDraft({ ...draft, body: '{{ .Unknown }}' })).toMatchObject(refused)
  expect((await sendDraft(draft, 'read-only')).status).toBe(403)
  await project.change({ rate_limit_email_sent: 1 })
  expect(await sendDraft()).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
  await project.change({ rate_limit_email_sent: 1_000 })
})

describe('with a server', () => {
  test('a test says what the server says, with settings that nobody has saved', async () => {
    const draft = { smtp_host: '127.0.0.1', smtp_port: String(port), smtp_admin_email: 'draft@example.com', smtp_sender_name: 'Draft' }
    const send = (settings: object) => project.platform.ask('owner', 'POST', `${path()}/test`, { to: 'me@example.com', settings })
    expect(await send({})).toMatchObject({ status: 400, json: { code: 'invalid_input', message: 'Enter a host and a sender email first' } })
    expect(await send({ smtp_host: 'a b' })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((await project.platform.ask('read-only', 'POST', `${path()}/test`, { to: 'me@example.com', settings: draft })).status).toBe(403)
    expect(await send(draft)).toMatchObject({ status: 200, json: { outcome: 'sent', problem: null } })
    expect(await PostalMime.parse(arrived.at(-1)!)).toMatchObject({ to: [{ address: 'me@example.com' }], from: { name: 'Draft' } })
    refusals.push(Object.assign(new Error('relay access denied'), { responseCode: 554 }))
    expect((await send(draft)).json).toEqual({ outcome: 'letter', problem: expect.stringContaining('relay access denied') })
    expect((await send({ ...draft, smtp_user: 'me', smtp_pass: 'wrong' })).json).toMatchObject({ outcome: 'login' })
    expect((await send({ ...draft, smtp_port: '1' })).json).toMatchObject({ outcome: 'connect', problem: expect.stringContaining('ECONNREFUSED') })
    await project.change({ ...draft, smtp_user: 'me', smtp_pass: 'saved' })
    expect(await send({ smtp_host: 'localhost' })).toMatchObject({ status: 400, json: { message: 'Enter the password again to test another host' } })
    await project.change({ smtp_user: null, smtp_pass: null })
    const entry = await project.platform.ctx.database.first(
      sql`select details from audit_log where event = 'project.auth_mail_tested' order by at desc limit 1`,
    )
    expect(entry).toMatchObject({ details: { to: 'me@example.com', outcome: 'connect' } })
  })

  test('a mail arrives once, by the project’s own templates, and what it said is forgotten', async () => {
    await smtp()
    await project.change({
      mailer_subjects_magic_link: 'Grüße, {{ .Data.name }}',
      mailer_templates_magic_link_content: '<p>{{ .Data.name }}: <a href="{{ .ConfirmationURL }}">Open</a></p>',
    })
    const { to } = (await sendDraft({ ...draft, subject: '' })).json as { to: string }
    expect(await PostalMime.parse(arrived.at(-1)!)).toMatchObject({ to: [{ address: to }], subject: 'Your sign-in link' })
    const email = 'grace@example.com'
    await project
      .client(project.serviceKey)
      .auth.admin.createUser({ email, email_confirm: true, user_metadata: { name: 'Grace\r\nBcc: eve@example.com' } })
    expect((await project.client().auth.signInWithOtp({ email })).error).toBeNull()
    await expect.poll(() => mailTo(email)).toMatchObject({ state: 'sent', attempts: 1, problem: null })
    const mail = await PostalMime.parse(arrived.at(-1)!)
    const { id } = (await mailTo(email))!
    expect(mail).toMatchObject({
      subject: 'Grüße, Grace Bcc: eve@example.com',
      from: { name: 'Säulen', address: 'app@example.com' },
      to: [{ address: email }],
      messageId: `<${id}@example.com>`,
    })
    expect(mail.bcc).toBeUndefined()
    const link = /Open: (\S+)/.exec(mail.text!)![1]!
    expect(mail.html).toContain(link.replaceAll('&', '&amp;'))
    const followed = await fetch(link, { redirect: 'manual' })
    expect(followed.status).toBe(303)
    expect(followed.headers.get('location')).toContain('access_token=')
    expect(await project.platform.ask('owner', 'GET', `${path()}/${id}`)).toMatchObject({ status: 200, json: { id, state: 'sent', content: null } })
    expect(await project.owner.first(sql`select content from _colonnade.auth_mails where id = ${id}::uuid`)).toEqual({ content: null })
  })

  test('what the server refuses for good is not tried again', async () => {
    refusals.push(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    await project.client().auth.signInWithOtp({ email: 'gone@example.com' })
    await expect.poll(() => mailTo('gone@example.com')).toMatchObject({ state: 'failed', problem: expect.stringContaining('no such mailbox') })
  })

  test('what it will not have now is sent by whoever opens the database next, also after a kill', async () => {
    const email = 'later@example.com'
    refusals.push(Object.assign(new Error('try later'), { responseCode: 451 }))
    await project.client().auth.signInWithOtp({ email })
    await expect.poll(() => mailTo(email)).toMatchObject({ state: 'waiting', attempts: 1, problem: expect.stringContaining('try later') })
    await project.restart()
    await project.owner.run(sql`update _colonnade.auth_mails set next_attempt_at = now() where state = 'waiting'`)
    const count = arrived.length
    await project.client(project.serviceKey).auth.admin.listUsers()
    await expect.poll(() => mailTo(email)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(arrived).toHaveLength(count + 1)
  })

  test('a start sends by itself what was left in projects that are awake', async () => {
    const email = 'resumed@example.com'
    refusals.push(Object.assign(new Error('try later'), { responseCode: 451 }))
    await project.client().auth.signInWithOtp({ email })
    await expect.poll(() => mailTo(email)).toMatchObject({ state: 'waiting', attempts: 1 })
    await project.restart()
    await project.owner.run(sql`update _colonnade.auth_mails set next_attempt_at = now() where state = 'waiting'`)
    await project.resume()
    expect(await mailTo(email)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('an address that could add a header is written to by nobody', async () => {
    const supabase = project.client()
    await project.client(project.serviceKey).auth.admin.createUser({ email: 'row@example.com', password, email_confirm: true })
    await supabase.auth.signInWithPassword({ email: 'row@example.com', password })
    await project.owner.run(sql`update auth.users set email = e'row@example.com\r\nBcc: eve@example.com' where email = 'row@example.com'`)
    const count = arrived.length
    expect((await supabase.auth.reauthenticate()).error).toMatchObject({ code: 'email_address_invalid', status: 400 })
    // what happens all the same is not told
    expect((await supabase.auth.updateUser({ password: 'yet another password' })).error).toBeNull()
    expect(arrived).toHaveLength(count)
  })

  test('what was of use only for a while is not sent later, and never at another’s wish', async () => {
    const email = 'late@example.com'
    refusals.push(Object.assign(new Error('try later'), { responseCode: 451 }))
    await project.client().auth.signInWithOtp({ email })
    await expect.poll(() => mailTo(email)).toMatchObject({ state: 'waiting', attempts: 1 })
    const count = arrived.length
    await project.owner.run(sql`update _colonnade.auth_mails set expires_at = now() where state = 'waiting'`)
    await project.restart()
    await project.client(project.serviceKey).auth.admin.listUsers()
    await expect.poll(() => mailTo(email)).toMatchObject({ state: 'failed' })
    expect(arrived).toHaveLength(count)
  })

  test('where the server is taken away, the inbox has what waits', async () => {
    const email = 'kept@example.com'
    refusals.push(Object.assign(new Error('try later'), { responseCode: 451 }))
    await project.client().auth.signInWithOtp({ email })
    await expect.poll(() => mailTo(email)).toMatchObject({ state: 'waiting', attempts: 1 })
    await project.change({ smtp_host: null, smtp_port: null, smtp_admin_email: null, smtp_sender_name: null })
    await project.restart()
    expect((await project.mails()).transport).toBe('inbox')
    await expect.poll(() => mailTo(email)).toMatchObject({ state: 'kept' })
  })
})

test('what is used of the limits is told while the project sleeps, which goes on, and names people only to who can see users', async () => {
  const limits = async (as: Person) =>
    (await project.platform.ask(as, 'GET', `/platform/auth/${project.ref}/rate-limits`)).json as { readonly items: readonly AuthLimitUsage[] }
  const usage = async (limit: AuthLimit, as: Person = 'owner') => (await limits(as)).items.find((each) => each.limit === limit)!
  await project.restart()
  const { posted_last_hour: posted } = await project.mails()
  expect(await usage('rate_limit_email_sent')).toMatchObject({ used: posted, caller: null, refused_last_hour: 0 })
  const most = posted + 1
  await project.change({ rate_limit_email_sent: most })
  const supabase = project.client()
  const email = 'counted@example.com'
  expect((await supabase.auth.signInWithOtp({ email })).error).toBeNull()
  expect((await supabase.auth.signInWithOtp({ email: 'refused@example.com' })).error).toMatchObject({ code: 'over_email_send_rate_limit' })
  await supabase.auth.verifyOtp({ email, token: '000000', type: 'email' })
  const sleep = async () => {
    project.closeIdle()
    return (await project.platform.ask('owner', 'POST', `/platform/projects/${project.ref}/sleep`)).status
  }
  // what the calls left to be cleared away may not be over yet
  await expect.poll(sleep).toBeLessThan(300)
  await project.platform.ctx.parts.reconciler.idle(project.ref)
  expect(await usage('rate_limit_email_sent')).toMatchObject({ used: most, most, refused_last_hour: 1 })
  expect(await usage('rate_limit_otp')).toMatchObject({ used: 2, most: 30, caller: expect.stringMatching(/^10\./) as string, callers: 1 })
  expect(await usage('wrong_codes')).toMatchObject({ used: 1, most: 20, caller: email })
  expect(await usage('wrong_codes', 'read-only')).toMatchObject({ used: 1, caller: null })
  expect((await project.platform.ctx.clusters.status(project.ref)).state).toBe('stopped')
})
