import type { AuthHookCall } from '@colonnade/contracts/auth/auth-hook-calls'
import { sql } from '@colonnade/sql'
import { decodeJwt } from 'jose'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

const password = 'correct horse battery'
const secret = `v1,whsec_${Buffer.alloc(24, 1).toString('base64')}`
let project: TestProject
let origin: string
const asked: Asked[] = []
/** By path; else what a hook that agrees answers. */
const replies = new Map<string, Reply[]>()
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
    const waiting = replies.get(path) ?? []
    const { status = 200, headers = {}, body = '{}' } = (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? {}
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
})
const answer = (path: string, ...list: Reply[]) => replies.set(path, list)
const askedAt = (path: string) => asked.filter((each) => each.path === path)
const hook = (name: string, uri: string) =>
  project.change({ [`hook_${name}_enabled`]: true, [`hook_${name}_uri`]: uri, [`hook_${name}_secrets`]: uri.startsWith('http') ? secret : null })
const off = (name: string) => project.change({ [`hook_${name}_enabled`]: false })
const calls = async () =>
  ((await project.platform.ask('owner', 'GET', `/platform/auth/${project.ref}/hook-calls`)).json as { items: AuthHookCall[] }).items
const created = async (email: string) =>
  (await project.client(project.serviceKey).auth.admin.createUser({ email, password, email_confirm: true })).data.user!
const rejected = (message: string, code: string, status: number) => ({ message, code, status })

beforeAll(async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => resolve())
  await promise
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const addresses = {
    twilio: origin,
    twilioVerify: origin,
    messagebird: origin,
    textlocal: origin,
    vonage: origin,
    hcaptcha: origin,
    turnstile: origin,
    leakedPasswords: '',
  }
  project = await openTestProject('Hooked', { addresses })
  await project.change({
    smtp_max_frequency: 0,
    sms_max_frequency: 0,
    rate_limit_email_sent: 1_000,
    rate_limit_otp: 1_000,
    rate_limit_token_refresh: 1_000,
    external_phone_enabled: true,
  })
}, 180_000)
afterAll(async () => {
  await project[Symbol.asyncDispose]()
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})
beforeEach(() => {
  asked.length = 0
  replies.clear()
})

describe('functions of the database', () => {
  test('add claims to tokens, and may not take away what tokens need', async () => {
    await project.owner.run(sql`
      create function public.add_claims(event jsonb) returns jsonb language plpgsql as $$
      begin
        return jsonb_set(event, '{claims}', (event -> 'claims') || jsonb_build_object('plan', 'pro', 'method', event ->> 'authentication_method', 'by', session_user, 'colonnade_insight', true));
      end $$;
      create function public.lose_claims(event jsonb) returns jsonb language sql as $$ select jsonb_build_object('claims', (event -> 'claims') - 'aal') $$;
      grant execute on function public.add_claims, public.lose_claims to supabase_auth_admin`)
    await created('claims@example.com')
    await hook('custom_access_token', 'pg-functions://postgres/public/add_claims')
    const supabase = project.client()
    const { data } = await supabase.auth.signInWithPassword({ email: 'claims@example.com', password })
    const claims = decodeJwt(data.session!.access_token)
    expect(claims).toMatchObject({ plan: 'pro', method: 'password', by: 'supabase_auth_admin', role: 'authenticated' })
    expect(claims).not.toHaveProperty('colonnade_insight')
    const { data: refreshed } = await supabase.auth.refreshSession()
    expect(decodeJwt(refreshed.session!.access_token)['method']).toBe('token_refresh')
    expect((await supabase.auth.getUser()).error).toBeNull()
    await hook('custom_access_token', 'pg-functions://postgres/public/lose_claims')
    const { error } = await project.client().auth.signInWithPassword({ email: 'claims@example.com', password })
    expect(error!.message).toContain('output claims do not conform to the expected schema: claims.aal')
  })

  test('that hang, lie, say too much or are not there are told from those that work', async () => {
    await project.owner.run(sql`
      create function public.hangs(event jsonb) returns jsonb language plpgsql as $$ begin perform pg_sleep(60); return event; end $$;
      create function public.lies(event jsonb) returns jsonb language sql as $$ select '"yes"'::jsonb $$;
      create function public.talks(event jsonb) returns jsonb language sql as $$ select jsonb_build_object('claims', repeat('x', 300000)) $$;
      create function public.fails(event jsonb) returns jsonb language plpgsql as $$ begin raise exception 'secret words'; end $$;
      create function public.refuses(event jsonb) returns jsonb language sql as $$ select '{"error": {"http_code": 418, "message": "No tea"}}'::jsonb $$;
      grant execute on function public.hangs, public.lies, public.talks, public.fails, public.refuses to supabase_auth_admin`)
    const attempt = async (name: string) => {
      await hook('custom_access_token', `pg-functions://postgres/public/${name}`)
      const reply = await fetch(`${project.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: project.anonKey, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
        body: JSON.stringify({ email: 'claims@example.com', password }),
      })
      const { code, message } = (await reply.json()) as { code: string; message: string }
      return { status: reply.status, code, message }
    }
    expect(await attempt('hangs')).toEqual({ status: 422, code: 'hook_timeout', message: 'Failed to reach hook within maximum time of 2 seconds' })
    expect(await attempt('lies')).toMatchObject({ status: 500, code: 'unexpected_failure' })
    expect(await attempt('talks')).toMatchObject({ status: 422, code: 'hook_payload_over_size_limit' })
    const failed = await attempt('fails')
    expect(failed).toMatchObject({ status: 500, message: 'Error running hook URI: pg-functions://postgres/public/fails' })
    expect(await attempt('nowhere')).toMatchObject({ status: 500, code: 'unexpected_failure' })
    expect(await attempt('refuses')).toEqual({ status: 418, code: 'unknown', message: 'No tea' })
    const [last, ...before] = await calls()
    expect(last).toMatchObject({ hook: 'custom_access_token', outcome: 'refused', problem: 'No tea', attempts: 1 })
    expect(before[1]).toMatchObject({ outcome: 'failed', problem: expect.stringContaining('secret words') })
    await off('custom_access_token')
    // a new connection is as it was
    expect((await project.client().auth.signInWithPassword({ email: 'claims@example.com', password })).error).toBeNull()
  })

  test('refuse new users before they are there, and hear of those who are', async () => {
    await project.owner.run(sql`
      create table public.heard (name text, email text, is_there boolean);
      create function public.admit(event jsonb) returns jsonb language plpgsql security definer as $$
      begin
        insert into public.heard values (event #>> '{metadata,name}', event #>> '{user,email}', exists (select from auth.users where id = (event #>> '{user,id}')::uuid));
        if event #>> '{user,email}' like '%@spam.example' then
          return '{"error": {"http_code": 403, "message": "No spam"}}';
        end if;
        return '{}';
      end $$;
      grant execute on function public.admit to supabase_auth_admin`)
    await hook('before_user_created', 'pg-functions://postgres/public/admit')
    await hook('after_user_created', 'pg-functions://postgres/public/admit')
    expect((await project.client().auth.signUp({ email: 'eve@spam.example', password })).error).toMatchObject(rejected('No spam', 'unknown', 403))
    const { data, error } = await project.client().auth.signUp({ email: 'ada@example.com', password })
    expect(error).toBeNull()
    expect(await project.owner.rows(sql`select * from public.heard where email = 'ada@example.com'`)).toEqual([
      { name: 'before-user-created', email: 'ada@example.com', is_there: false },
      { name: 'after-user-created', email: 'ada@example.com', is_there: true },
    ])
    expect(await project.owner.rows(sql`select id from auth.users where email like any (array['%spam.example', 'ada@%'])`)).toEqual([
      { id: data.user!.id },
    ])
    expect(data.user!.user_metadata['sub']).toBe(data.user!.id)
    await project.change({ external_anonymous_users_enabled: true })
    expect((await project.client().auth.signInAnonymously()).error).toBeNull()
    expect((await project.client(project.serviceKey).auth.admin.inviteUserByEmail('bob@spam.example')).error).toMatchObject({ message: 'No spam' })
    // who has a secret key has decided already
    await created('carl@spam.example')
    await off('before_user_created')
    await off('after_user_created')
  })
})

describe('servers', () => {
  test('mail in place of the project, and are proved who asks', async () => {
    await hook('send_email', `${origin}/mail`)
    const { data } = await project.client().auth.signUp({ email: 'hooked@example.com', password, options: { data: { name: 'Ada' } } })
    const { headers, body } = askedAt('/mail')[0]!
    const { user, email_data: told } = JSON.parse(body) as { user: { id: string; email: string }; email_data: Record<string, string> }
    expect(user).toMatchObject({ id: data.user!.id, email: 'hooked@example.com', user_metadata: { name: 'Ada' } })
    expect(told).toMatchObject({
      email_action_type: 'signup',
      site_url: `${project.url}/auth/v1`,
      redirect_to: 'http://localhost:3000',
      token_new: '',
    })
    const signed = createHmac('sha256', Buffer.alloc(24, 1)).update([headers['webhook-id'], headers['webhook-timestamp'], body].join('.'))
    expect(headers['webhook-signature']).toBe(`v1,${signed.digest('base64')}`)
    const supabase = project.client()
    expect((await supabase.auth.verifyOtp({ token_hash: told['token_hash']!, type: 'signup' })).error).toBeNull()
    expect((await project.mails()).items[0]).toMatchObject({ to: 'hooked@example.com', state: 'sent' })

    asked.length = 0
    await supabase.auth.updateUser({ email: 'moved@example.com' })
    expect(askedAt('/mail')).toHaveLength(1)
    const { email_data: change } = JSON.parse(askedAt('/mail')[0]!.body) as { email_data: Record<string, string> }
    expect(change['email_action_type']).toBe('email_change')
    // the hash for one address goes with the code for the other
    const old = await supabase.auth.verifyOtp({ email: 'hooked@example.com', token: change['token']!, type: 'email_change' })
    expect(old.error).toBeNull()
    const { data: moved } = await supabase.auth.verifyOtp({ token_hash: change['token_hash']!, type: 'email_change' })
    expect(moved.user).toMatchObject({ email: 'moved@example.com' })
  })

  test('that fail leave no account and no token', async () => {
    answer('/mail', { status: 500 })
    const { error } = await project.client().auth.signUp({ email: 'lost@example.com', password })
    expect(error!.message).toBe('Unexpected status code returned from hook: 500')
    expect(await project.owner.rows(sql`select from auth.users where email = 'lost@example.com'`)).toHaveLength(0)
    expect((await project.client().auth.resetPasswordForEmail('moved@example.com')).error).not.toBeNull()
    expect(await project.owner.rows(sql`select recovery_token, recovery_sent_at from auth.users where email = 'moved@example.com'`)).toEqual([
      { recovery_token: '', recovery_sent_at: null },
    ])
    expect(
      await project.owner.rows(sql`select from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = 'moved@example.com'`),
    ).toHaveLength(0)
    answer('/mail', {})
    expect((await project.client().auth.resetPasswordForEmail('moved@example.com')).error).toBeNull()
  })

  test.each([
    ['is too long', { body: `{"x":"${'x'.repeat(210_000)}"}` }, 'hook_payload_over_size_limit', 422],
    ['is no JSON', { headers: { 'content-type': 'text/html' } }, 'hook_payload_invalid_content_type', 400],
  ] as const)('whose answer %s are refused', async (_what, reply, code, status) => {
    answer('/mail', reply)
    expect((await project.client().auth.resetPasswordForEmail('moved@example.com')).error).toMatchObject({ code, status })
  })

  test.each([
    ['lie', { body: '{"claims"' }, 'Error unmarshaling JSON output.'],
    ['redirect', { status: 302, headers: { location: 'http://169.254.169.254/' } }, 'Unexpected status code returned from hook: 302'],
    ['want somebody else', { status: 401 }, 'Hook requires authorization token'],
  ] as const)('that %s fail', async (_what, reply, message) => {
    answer('/mail', reply)
    expect((await project.client().auth.resetPasswordForEmail('moved@example.com')).error).toMatchObject({ message })
  })

  test('decide about attempts to sign in, right or wrong', async () => {
    const { id } = await created('tried@example.com')
    await off('send_email')
    await hook('password_verification_attempt', `${origin}/password`)
    answer(
      '/password',
      { body: '{"decision":"continue"}' },
      { body: '{"decision":"reject","message":"Come back tomorrow"}' },
      { body: '{"decision":"maybe"}' },
    )
    const attempt = (text = password) => project.client().auth.signInWithPassword({ email: 'tried@example.com', password: text })
    expect((await attempt('wrong')).error).toMatchObject({ message: 'Invalid login credentials' })
    expect((await attempt()).error).toMatchObject(rejected('Come back tomorrow', 'invalid_credentials', 400))
    expect((await attempt()).error).toMatchObject({ status: 500 })
    expect(askedAt('/password').map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { user_id: id, valid: false },
      { user_id: id, valid: true },
      { user_id: id, valid: true },
    ])
    await off('password_verification_attempt')
  })
})

test('a hook decides about second factors, before anything comes of them', async () => {
  const user = await created('factor@example.com')
  const supabase = project.client()
  await supabase.auth.signInWithPassword({ email: 'factor@example.com', password })
  const { data: factor } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
  const code = (steps = 0) => new TOTP({ secret: Secret.fromBase32(factor!.totp.secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  await hook('mfa_verification_attempt', `${origin}/factor`)
  answer('/factor', { body: '{"decision":"continue"}' }, { body: '{"decision":"continue"}' }, { body: '{"decision":"reject"}' })
  const verify = (text: string) => supabase.auth.mfa.challengeAndVerify({ factorId: factor!.id, code: text })
  expect((await verify('000000')).error).toMatchObject({ code: 'mfa_verification_failed' })
  expect((await verify(code())).error).toBeNull()
  expect((await verify(code(1))).error).toMatchObject({
    code: 'mfa_verification_rejected',
    message: 'Further MFA verification attempts will be rejected.',
    status: 403,
  })
  expect(askedAt('/factor').map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { user_id: user.id, factor_id: factor!.id, factor_type: 'totp', valid: false },
    { valid: true },
    { valid: true },
  ])
  // who is rejected is out
  expect(await project.owner.rows(sql`select from auth.sessions where user_id = ${user.id}::uuid`)).toHaveLength(0)
  await off('mfa_verification_attempt')
})

describe('text messages', () => {
  const phone = '+15550100'

  test('without a provider are refused, and nobody is there for it', async () => {
    expect((await project.client().auth.signUp({ phone, password })).error).toMatchObject({ code: 'sms_send_failed', status: 422 })
    expect(await project.owner.rows(sql`select from auth.users where phone = '15550100'`)).toHaveLength(0)
  })

  test('are sent by the provider, whose id of them is told', async () => {
    await project.change({
      sms_provider: 'vonage',
      sms_vonage_api_key: 'k',
      sms_vonage_api_secret: 's',
      sms_vonage_from: 'Acme',
      sms_template: '{{ .Code }}!',
    })
    answer('/sms/json', { body: '{"messages":[{"status":"0","message-id":"v1"}]}' })
    const { data, error } = await project.client().auth.signInWithOtp({ phone })
    expect(error).toBeNull()
    expect(data.messageId).toBe('v1')
    expect((await project.client().auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } })).error).toMatchObject({
      code: 'validation_failed',
    })
    const code = /^(\d{6})!$/.exec(new URLSearchParams(askedAt('/sms/json')[0]!.body).get('text')!)![1]!
    const supabase = project.client()
    expect((await supabase.auth.verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull()
    expect((await project.mails()).items.every(({ kind }) => kind !== 'sms')).toBe(true)
  })

  test('that the provider does not take leave no code and no account', async () => {
    answer('/sms/json', { body: '{"messages":[{"status":"4","error-text":"Bad Credentials"}]}' })
    const { error } = await project.client().auth.signInWithOtp({ phone: '+15550101' })
    expect(error).toMatchObject({ code: 'sms_send_failed', status: 422 })
    expect(error!.message).not.toContain('Bad Credentials')
    expect(await project.owner.rows(sql`select from auth.users where phone = '15550101'`)).toHaveLength(0)
    expect((await project.client().auth.signInWithOtp({ phone })).error).toMatchObject({ code: 'sms_send_failed' })
    expect(await project.owner.first(sql`select confirmation_token from auth.users where phone = '15550100'`)).toEqual({ confirmation_token: '' })
  })

  test('are as many an hour as the project allows; those that failed do not count', async () => {
    await project.change({ rate_limit_sms_sent: 2 })
    answer('/sms/json', { body: '{"messages":[{"status":"0","message-id":"v1"}]}' })
    expect((await project.client().auth.signInWithOtp({ phone })).error).toBeNull()
    expect((await project.client().auth.signInWithOtp({ phone })).error).toMatchObject({ code: 'over_sms_send_rate_limit', status: 429 })
    await project.change({ rate_limit_sms_sent: 100 })
  })

  test('of Twilio Verify are checked there', async () => {
    await project.change({
      sms_provider: 'twilio_verify',
      sms_twilio_verify_account_sid: 'AC1',
      sms_twilio_verify_auth_token: 't',
      sms_twilio_verify_message_service_sid: 'VA1',
    })
    answer('/v2/Services/VA1/Verifications', { status: 201, body: '{"sid":"VE1","status":"pending"}' })
    answer('/v2/Services/VA1/VerificationCheck', { body: '{"status":"pending"}' }, { body: '{"status":"approved"}' })
    expect((await project.client().auth.signInWithOtp({ phone })).data.messageId).toBe('VE1')
    const verify = () => project.client().auth.verifyOtp({ phone, token: '654321', type: 'sms' })
    expect((await verify()).error).toMatchObject({ code: 'otp_expired' })
    expect((await verify()).error).toBeNull()
    expect(Object.fromEntries(new URLSearchParams(askedAt('/v2/Services/VA1/VerificationCheck')[0]!.body))).toEqual({ To: phone, Code: '654321' })
    // nothing is open that was not asked for
    expect((await verify()).error).toMatchObject({ code: 'otp_expired' })
  })

  test('are left to the hook', async () => {
    await hook('send_sms', `${origin}/text`)
    expect((await project.client().auth.signInWithOtp({ phone })).error).toBeNull()
    const { user, sms } = JSON.parse(askedAt('/text')[0]!.body) as { user: { phone: string }; sms: { otp: string; phone: string } }
    expect(user.phone).toBe('15550100')
    expect((await project.client().auth.verifyOtp({ phone, token: sms.otp, type: 'sms' })).error).toBeNull()
    await off('send_sms')
  })
})

describe('captchas', () => {
  const path = '/turnstile/v0/siteverify'
  const signIn = (captchaToken?: string) =>
    project
      .client()
      .auth.signInWithPassword({ email: 'claims@example.com', password, ...(captchaToken !== undefined && { options: { captchaToken } }) })

  test('are asked of people, and of no server', async () => {
    await project.change({ security_captcha_enabled: true, security_captcha_provider: 'turnstile', security_captcha_secret: 'private' })
    answer(path, { body: '{"success":true,"error-codes":[]}' })
    expect((await signIn()).error).toMatchObject({ code: 'captcha_failed', status: 400 })
    const { data, error } = await signIn('right')
    expect(error).toBeNull()
    expect(Object.fromEntries(new URLSearchParams(askedAt(path)[0]!.body))).toEqual({
      secret: 'private',
      response: 'right',
      remoteip: expect.stringMatching(/^10\./) as string,
    })
    // a refresh proves something by itself
    expect((await project.client().auth.refreshSession({ refresh_token: data.session!.refresh_token })).error).toBeNull()
    expect((await project.client(project.serviceKey).auth.signInWithPassword({ email: 'claims@example.com', password })).error).toBeNull()
    for (const attempt of [
      project.client().auth.signUp({ email: 'robot@example.com', password }),
      project.client().auth.signInWithOtp({ email: 'robot@example.com' }),
      project.client().auth.resetPasswordForEmail('robot@example.com'),
      project.client().auth.resend({ type: 'signup', email: 'robot@example.com' }),
    ]) {
      expect((await attempt).error).toMatchObject({ code: 'captcha_failed' })
    }
  })

  test('that are wrong, or can not be checked, let nobody in', async () => {
    answer(path, { body: '{"success":false,"error-codes":["invalid-input-response"]}' })
    expect((await signIn('wrong')).error).toMatchObject({
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (invalid-input-response)',
    })
    await project.change({ security_captcha_provider: 'hcaptcha' })
    answer('/siteverify', { body: '{"success":false,"error-codes":["sitekey-secret-mismatch"]}' })
    expect((await signIn('wrong')).error).toMatchObject({ message: 'captcha protection: request disallowed (sitekey-secret-mismatch)' })
    await project.change({ security_captcha_provider: 'turnstile' })
    answer(path, { status: 502, body: '<html>' })
    expect((await signIn('right')).error).toMatchObject({ status: 500, message: 'captcha verification process failed' })
    await project.change({ security_captcha_enabled: false })
  })
})
