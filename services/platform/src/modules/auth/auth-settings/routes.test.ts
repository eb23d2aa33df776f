import { type AuthConfig, authDefaults, type AuthOverview, authSettingNames, secretSettingNames } from '@colonnade/contracts/auth/auth-settings'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { createProjectDirectory } from '../../connections/directory/directory.ts'
import { deleteRemoved } from './store.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Served')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const path = () => `/v1/projects/${ref}/config/auth`
const overviewPath = () => `/platform/auth/${ref}/config`
const change = (body: object, headers?: Record<string, string>) => platform.ask('developer', 'PATCH', path(), body, headers)
const settings = async (as: Person = 'developer') => (await platform.ask(as, 'GET', path())).json as AuthConfig
const overview = async () => (await platform.ask('read-only', 'GET', overviewPath())).json as AuthOverview
const hashOf = (secret: string) => createHmac('sha256', ref).update(secret).digest('hex')
const shownDefaults = { ...authDefaults, ...Object.fromEntries(secretSettingNames.map((name) => [name, null])) }

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger sees no settings', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
  { promise: 'for others there is no overview', as: 'outsider', method: 'GET', path: overviewPath, expect: 404, code: 'project_not_found' },
  {
    promise: 'a reader sees the defaults of a new project',
    as: 'read-only',
    method: 'GET',
    path,
    expect: 200,
    check: (reply) => expect(reply).toEqual({ ...shownDefaults, revision: 0 }),
  },
  { promise: 'a reader changes nothing', as: 'read-only', method: 'PATCH', path, body: { jwt_exp: 60 }, expect: 403, code: 'forbidden' },
  ...[
    { jwt_exp: 604_801 },
    { site_url: 'javascript:alert(1)' },
    { uri_allow_list: 'https://example.com/[' },
    { mailer_subjects_recovery: 'Hi {{ .Foo }}' },
    { hook_send_sms_uri: 'https://0x7f.1/' },
    { smtp_admin_email: 'a@example.com\r\nBcc: b@example.com' },
    { security_captcha_enabled: true, security_captcha_provider: 'hcaptcha' },
    // only the hash of the secret that is kept stands for it
    { hook_send_sms_secrets: 'a'.repeat(64) },
  ].map(
    (body) =>
      ({ promise: `${JSON.stringify(body)} is refused`, as: 'developer', method: 'PATCH', path, body, expect: 400, code: 'invalid_input' }) as const,
  ),
]

describe('settings of the auth service', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('say in words which one is refused and why', async () => {
    expect(await change({ security_captcha_enabled: true, security_captcha_provider: 'hcaptcha' })).toMatchObject({
      json: {
        message: 'security_captcha_secret: Enter the secret of your CAPTCHA provider',
        details: { issues: [{ path: ['body', 'security_captcha_secret'] }] },
      },
    })
  })

  test('are kept as what differs from the defaults, which services hear of at once', async () => {
    const news = directory.news(ref)
    await news.next(0)
    const told = news.next(10_000)
    expect(await change({ jwt_exp: 600, disable_signup: false, site_url: 'https://app.example.com' })).toMatchObject({
      status: 200,
      json: { jwt_exp: 600, site_url: 'https://app.example.com', revision: 1 },
    })
    expect(await told).toBe(true)
    news.close()
    expect(await directory.auth(ref)).toEqual({ revision: 1, settings: { jwt_exp: 600, site_url: 'https://app.example.com' } })
    expect(await change({ jwt_exp: null, site_url: '' })).toMatchObject({ json: { ...shownDefaults, revision: 2 } })
    expect(await directory.auth(ref)).toEqual({ revision: 2, settings: {} })
    expect(await directory.auth('abcdefghijklmnopqrst')).toBeNull()
  })

  test('that change nothing have no revision of their own, and no line in the audit log', async () => {
    const count = () => platform.ctx.database.first(sql`select count(*)::int as lines from audit_log where project_ref = ${ref}`)
    const [before, lines] = [await settings(), await count()]
    expect(await change({ jwt_exp: before.jwt_exp, smtp_pass: null })).toMatchObject({ status: 200, json: { revision: before.revision } })
    expect(await count()).toEqual(lines)
  })

  test('show a secret as its hash to those who can change it, and to others not at all', async () => {
    await change({ smtp_pass: 'swordfish', external_google_secret: 'gs' })
    expect(await settings()).toMatchObject({ smtp_pass: hashOf('swordfish'), external_google_secret: hashOf('gs'), external_github_secret: null })
    expect(await settings('read-only')).toMatchObject({ smtp_pass: null, external_google_secret: null })
    expect(JSON.stringify([await settings(), await overview()])).not.toContain('swordfish')
    const row = await platform.ctx.database.first<{ text: string }>(sql`select to_json(s)::text as text from auth_settings s where ref = ${ref}`)
    expect(row!.text).not.toContain('swordfish')
  })

  test('are not lost when tools send back what they read', async () => {
    const before = await settings()
    expect(await change(before)).toMatchObject({ status: 200, json: before })
    await change({ ...before, jwt_exp: 900 })
    expect((await directory.auth(ref))!.settings).toEqual({ jwt_exp: 900, smtp_pass: 'swordfish', external_google_secret: 'gs' })
    expect((await overview()).secrets).toMatchObject({ smtp_pass: true, external_github_secret: false })
    await change({ smtp_pass: null })
    expect((await directory.auth(ref))!.settings).not.toHaveProperty('smtp_pass')
  })

  test('of another revision than If-Match names are not overwritten, but shown', async () => {
    const before = await settings()
    expect(await change({ jwt_exp: 901 }, { 'if-match': `"${before.revision}"` })).toMatchObject({ status: 200 })
    const refused = await change({ jwt_exp: 902 }, { 'if-match': `"${before.revision}"` })
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'auth_settings_changed', details: { current: { jwt_exp: 901, revision: before.revision + 1 } } },
    })
    expect(await change({ jwt_exp: 902 }, { 'if-match': 'latest' })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  })

  test('changed at once by many all come to stay', async () => {
    const names = authSettingNames.filter((name) => name.startsWith('rate_limit_'))
    const { revision } = await settings()
    expect(new Set((await Promise.all(names.map((name) => change({ [name]: 77 })))).map(({ status }) => status))).toEqual(new Set([200]))
    expect(await settings()).toMatchObject({ revision: revision + names.length, ...Object.fromEntries(names.map((name) => [name, 77])) })
  })

  test('tell the dashboard who changed them and when', async () => {
    await platform.ask('owner', 'PATCH', path(), { mfa_max_enrolled_factors: 3 })
    const { values, changes } = await overview()
    expect(values).toMatchObject({ mfa_max_enrolled_factors: 3 })
    expect(values).not.toHaveProperty('smtp_pass')
    const owner = (await platform.ctx.database.first<{ id: string }>(sql`select id from users where is_installation_owner`))!
    expect(changes).toMatchObject({
      mfa_max_enrolled_factors: { changed_by: { id: owner.id }, changed_at: expect.any(String) as string },
      smtp_pass: { changed_by: { name: expect.any(String) as string } },
    })
    expect(changes).not.toHaveProperty('sms_provider')
  })

  test('are recorded by their names, without values', async () => {
    await change({ external_github_secret: 'hidden', smtp_user: 'postbox' })
    const rows = await platform.ctx.database.rows<{ details: object }>(
      sql`select details from audit_log where event = 'project.auth_settings_changed' and project_ref = ${ref} order by id`,
    )
    expect(rows.at(-1)).toEqual({ details: { settings: ['external_github_secret', 'smtp_user'] } })
  })

  test('of a branch are those of its source, secrets included but no server for mail, and are changed apart from them', async () => {
    const smtp = { smtp_host: 'smtp.example.com', smtp_port: '587', smtp_admin_email: 'app@example.com', smtp_pass: 'hidden' }
    expect((await platform.ask('developer', 'PATCH', `/v1/projects/${ref}/config/auth`, smtp)).status).toBe(200)
    const created = await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'trial', with_data: false })
    const branch = (created.json as { project_ref: string }).project_ref
    const own = Object.entries((await directory.auth(ref))!.settings).filter(([name]) => !Object.hasOwn(smtp, name) && name !== 'smtp_user')
    expect((await directory.auth(branch))!.settings).toEqual(Object.fromEntries(own))
    expect((await directory.auth(branch))!.settings).toMatchObject({ external_github_secret: 'hidden' })
    await platform.ask('developer', 'PATCH', `/v1/projects/${branch}/config/auth`, { jwt_exp: 61 })
    expect((await settings()).jwt_exp).not.toBe(61)
    await platform.ctx.parts.reconciler.idle(branch)
  })

  test('of a paused project are there, and can be changed', async () => {
    const paused = await platform.project('Paused')
    await platform.ask('owner', 'POST', `/platform/projects/${paused}/pause`)
    await platform.ctx.parts.reconciler.idle(paused)
    expect(await platform.ask('developer', 'PATCH', `/v1/projects/${paused}/config/auth`, { jwt_exp: 61 })).toMatchObject({ status: 200 })
    expect(await platform.ask('developer', 'GET', `/v1/projects/${paused}/config/auth`)).toMatchObject({ json: { jwt_exp: 61 } })
    // they go with the project
    await platform.ctx.database.run(sql`update projects set status = 'REMOVED' where ref = ${paused}`)
    await deleteRemoved(platform.ctx.database)
    expect(await platform.ctx.database.first(sql`select from auth_settings where ref = ${paused}`)).toBeUndefined()
    expect(await directory.auth(paused)).toBeNull()
  })
})
