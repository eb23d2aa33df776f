import { authMails } from '@colonnade/contracts/auth/auth-mails'
import { authDefaults, authOverviews, authSettings } from '@colonnade/contracts/auth/auth-settings'
import { authLimitUsage } from '@colonnade/contracts/auth/auth-limits'
import { type AuthHookCall, authHookCalls } from '@colonnade/contracts/auth/auth-hook-calls'
import { authUsers } from '@colonnade/contracts/auth/users'
import { queries } from '@colonnade/contracts/data/queries'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../../accessibility.ts'
import { replyOf } from '../stage/exposed-objects.ts'
import { byAda, open, reader, save, stageOf } from './staged-auth.ts'
import { anOrganization, aProject, longAgo, noRows } from '../stage/world.ts'

const pages = [
  ['auth/providers', 'Sign In / Providers'],
  ['auth/sessions', 'Sessions'],
  ['auth/rate-limits', 'Rate Limits'],
  ['auth/templates', 'Email Templates'],
  ['auth/smtp', 'SMTP'],
  ['auth/mfa', 'Multi-Factor'],
  ['auth/url-configuration', 'URL Configuration'],
  ['auth/protection', 'Attack Protection'],
  ['auth/hooks', 'Hooks BETA'],
  ['auth/advanced', 'Advanced'],
  ['settings/auth', 'Authentication'],
] as const

describe('pages of auth settings', () => {
  test('are all in the menus, and can be read on a phone', async () => {
    const stage = stageOf()
    const page = await open(stage, 'auth/sessions')
    const menu = page.getByRole('navigation', { name: 'Authentication', exact: true })
    for (const [path, title] of pages) {
      if (path === 'settings/auth') await page.goto(page.url().replace(/auth\/[a-z-]+$/, 'settings/general'))
      const links = path === 'settings/auth' ? page.getByRole('navigation', { name: 'Project settings' }) : menu
      await links.getByRole('link', { name: title.replace(/ BETA$/, ''), exact: false }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page, 'all but colours')
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })

  test('can be read in all themes, with what differs and what is wrong', async () => {
    const page = await open(stageOf({ settings: { jwt_exp: 7_200 }, changes: { jwt_exp: byAda } }), 'auth/sessions')
    await page.getByLabel('Reuse interval', { exact: true }).fill('soon')
    await save(page).click()
    await page.getByText('Enter a whole number').waitFor()
    await expectAccessibleInAllThemes(page)
  })

  test('show to who may only read what is set, and which secrets', async () => {
    const stage = stageOf({ settings: { smtp_host: 'smtp.example.com', smtp_pass: 'sealed' }, world: reader })
    const page = await open(stage, 'auth/smtp')
    await page.getByText('Owners, administrators and developers can change these settings.').waitFor()
    await expect.poll(() => page.getByLabel('Host', { exact: true }).inputValue()).toBe('smtp.example.com')
    await expect.poll(() => page.getByLabel('Host', { exact: true }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByLabel('Password').inputValue()).toMatch(/^Set\./)
    await expect.poll(() => page.getByRole('button', { name: /^(Save|Replace|Remove|Reset)/ }).count()).toBe(0)
  })

  test('work while the project sleeps, and do not wake it', async () => {
    const organization = anOrganization()
    const stage = stageOf({ world: { organizations: [organization], projects: [aProject({ organization, sleep: 'asleep' })] } })
    const page = await open(stage, 'settings/auth')
    await page.getByRole('switch', { name: 'Disable new sign-ups' }).click()
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([{ disable_signup: true }])
  })

  test('say when they fail to load, and are tried again', async () => {
    const stage = stageOf()
    stage.refuses(authOverviews.retrieve, 'too_busy', { message: 'Too much at once' })
    const page = await open(stage, 'auth/advanced')
    await page.getByText('Too much at once').waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })
})

describe('settings', () => {
  test('that differ say so with who changed them, and go back to their default', async () => {
    const stage = stageOf({ settings: { jwt_exp: 7_200 }, changes: { jwt_exp: byAda } })
    const page = await open(stage, 'auth/sessions')
    await page.getByText(/^Changed .+ by Ada$/).waitFor()
    await page.getByRole('button', { name: 'Reset Access token expiry' }).click()
    await expect.poll(() => page.getByText('Differs from default').count()).toBe(0)
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([{ jwt_exp: 3_600 }])
    await expect.poll(() => save(page).isDisabled()).toBe(true)
  })

  test('of time are entered in units that fit, beside the number that is kept', async () => {
    const stage = stageOf({ settings: { sessions_timebox: 48 } })
    const page = await open(stage, 'auth/sessions')
    const expiry = page.getByLabel('Access token expiry', { exact: true })
    await expect.poll(() => expiry.inputValue()).toBe('1')
    await page.getByText('= 3,600 seconds').waitFor()
    await expect.poll(() => page.getByLabel('Time-box user sessions', { exact: true }).inputValue()).toBe('2')
    await expiry.fill('1.5')
    await page.getByText('= 5,400 seconds').waitFor()
    await page.getByRole('combobox', { name: 'Unit of Access token expiry' }).click()
    await page.getByRole('option', { name: 'minutes' }).click()
    await expect.poll(() => expiry.inputValue()).toBe('90')
    await page.getByLabel('Time-box user sessions', { exact: true }).fill('1')
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([{ jwt_exp: 5_400, sessions_timebox: 24 }])
  })

  test('that make no sense beside each other are refused at their field, before they are sent', async () => {
    const stage = stageOf()
    const page = await open(stage, 'auth/smtp')
    await page.getByLabel('Host', { exact: true }).fill('smtp.example.com')
    await page.getByLabel('Sender email', { exact: true }).fill('nobody')
    await page.getByLabel('Port', { exact: true }).fill('99999')
    await save(page).click()
    await page.getByText('Enter a valid email address').waitFor()
    await page.getByText('Use a port between 1 and 65535').waitFor()
    await page.getByLabel('Sender email', { exact: true }).fill('')
    await page.getByLabel('Port', { exact: true }).fill('587')
    await save(page).click()
    await page.getByText('Enter the sender address').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([])
  })

  test('that are secret are replaced, removed or kept, and never shown', async () => {
    const stage = stageOf({ settings: { smtp_host: 'smtp.example.com', smtp_port: '587', smtp_admin_email: 'a@example.com', smtp_pass: 'sealed' } })
    const page = await open(stage, 'auth/smtp')
    await page.getByRole('button', { name: 'Remove Password' }).click()
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('Will be removed when you save')
    await page.getByRole('button', { name: 'Keep Password' }).click()
    await expect.poll(() => save(page).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Replace Password' }).click()
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([{ smtp_pass: 'correct horse' }])
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toMatch(/^Set\./)
  })

  test('that somebody else changed meanwhile are shown before they are replaced', async () => {
    const stage = stageOf()
    const page = await open(stage, 'auth/rate-limits')
    await page.getByLabel('Emails', { exact: true }).fill('100')
    stage.changeElsewhere({ rate_limit_email_sent: 50, rate_limit_verify: 60 })
    stage.refuses(authSettings.update, 'auth_settings_changed')
    await save(page).click()
    const notice = page.getByRole('alert').filter({ hasText: 'These settings changed while you were editing' })
    await notice.getByText('Emails: 30 → 50').waitFor()
    await notice.getByText('You also edited this.').waitFor()
    await notice.getByText('Verifications of codes and links: 30 → 60').waitFor()
    await expectAccessible(page)
    await expect.poll(() => page.getByLabel('Verifications of codes and links', { exact: true }).inputValue()).toBe('60')
    await expect.poll(() => page.getByLabel('Emails', { exact: true }).inputValue()).toBe('100')
    await notice.getByRole('button', { name: 'Discard my changes' }).click()
    await expect.poll(() => page.getByLabel('Emails', { exact: true }).inputValue()).toBe('50')
    await expect.poll(() => notice.count()).toBe(0)
  })
})

describe('rate limits', () => {
  const none = { used: 0, most: 30, caller: null, callers: 0, refused_last_hour: 0 }

  test('show what is used of them, while it changes', async () => {
    const stage = stageOf()
    let used = 12
    stage.answers(authLimitUsage.list, () => ({
      items: [
        { ...none, limit: 'rate_limit_email_sent', used: 29, refused_last_hour: 1 },
        { ...none, limit: 'rate_limit_sms_sent', used: null },
        { ...none, limit: 'rate_limit_otp', used, caller: '192.0.2.1', callers: 3, refused_last_hour: 1_200 },
        { ...none, limit: 'wrong_codes', used: 4, most: 20, caller: 'ada@example.com', callers: 1 },
      ],
    }))
    const page = await open(stage, 'auth/rate-limits', { hasOwnClock: true })
    const meter = (name: string) => page.getByRole('meter', { name })
    await expect.poll(() => meter('Sent in the last hour').first().getAttribute('aria-valuetext')).toBe('29 of 30')
    await page.getByText('Refused once in the last hour').waitFor()
    await page.getByText('Usage isn’t known until the project wakes up.').waitFor()
    await expect.poll(() => meter('Busiest address: 192.0.2.1').getAttribute('aria-valuetext')).toBe('12 of 30')
    await page.getByText('3 addresses in use').waitFor()
    await page.getByText('Refused 1,200 times in the last hour').waitFor()
    await expect.poll(() => meter('Busiest user: ada@example.com').getAttribute('aria-valuetext')).toBe('4 of 20')
    await expectAccessible(page)
    used = 13
    await page.clock.fastForward(10_000)
    await expect.poll(() => meter('Busiest address: 192.0.2.1').getAttribute('aria-valuetext')).toBe('13 of 30')
  })

  test('that fail to load leave the form as it is', async () => {
    const stage = stageOf()
    stage.refuses(authLimitUsage.list, 'too_busy', { message: 'Too much at once' })
    const page = await open(stage, 'auth/rate-limits')
    await page.getByText('Too much at once').waitFor()
    await page.getByLabel('Emails', { exact: true }).fill('100')
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
  })
})

describe('providers', () => {
  test('open by name, with the URL for the provider, and need what they can’t do without', async () => {
    const stage = stageOf()
    const page = await open(stage, 'auth/providers')
    await page.getByRole('button', { name: /^GitHub/ }).click()
    const panel = page.getByRole('dialog', { name: 'GitHub' })
    await panel.getByText(`http://localhost:8000/api/${stage.world.projects[0]!.ref}/auth/v1/callback`).waitFor()
    await panel.getByRole('switch', { name: 'Sign in with GitHub' }).click()
    await panel.getByLabel('Client ID').fill('the-id')
    await save(page).click()
    await panel.getByText('Enter the client secret to enable this provider').waitFor()
    await expectAccessible(page)
    await panel.getByLabel('Client secret').fill('the-secret')
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([
      { external_github_enabled: true, external_github_client_id: 'the-id', external_github_secret: 'the-secret' },
    ])
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^GitHub.*Enabled/ }).waitFor()
  })

  test('of text messages ask for the credentials of the one that is chosen', async () => {
    const page = await open(stageOf(), 'auth/providers?open=phone')
    await page.getByLabel('SMS provider').click()
    await page.getByRole('option', { name: 'Vonage' }).click()
    await page.getByLabel('Vonage API secret').waitFor()
    await expect.poll(() => page.getByLabel(/Twilio/).count()).toBe(0)
  })
})

test('a redirect is tested with what is entered, and the rule is named', async () => {
  const page = await open(stageOf(), 'auth/url-configuration')
  const target = page.getByLabel('URL to redirect to')
  await target.fill('https://a.example.com/welcome')
  await page.getByText('Not allowed.').waitFor()
  await page.getByLabel('Redirect URLs').fill('myapp://callback\nhttps://*.example.com/**')
  await page.getByText('Allowed by the pattern https://*.example.com/**').waitFor()
  await target.fill('http://localhost:9999/')
  await page.getByText('Allowed by the site URL http://localhost:3000').waitFor()
})

describe('templates', () => {
  test('are previewed as they are written, and refused where they are wrong', async () => {
    const stage = stageOf()
    const page = await open(stage, 'auth/templates')
    await page.getByRole('button', { name: /^Magic link/ }).click()
    const panel = page.getByRole('dialog', { name: 'Magic link' })
    const body = panel.getByRole('textbox', { name: 'Body' })
    const preview = panel.frameLocator('iframe')
    await preview.getByText('Or enter this code: 123456').waitFor()
    await expectAccessible(page)
    await panel.getByLabel('Subject').fill('FREE!! {{ .Email }}')
    await panel.getByText('FREE!! ada@example.com').waitFor()
    await panel.getByText('Exclamation marks in the subject look like advertising.').waitFor()
    await body.fill('<p>Hello {{ .Nobody }}</p>')
    await save(page).click()
    await panel.getByText(/There is no variable \.Nobody/).waitFor()
    await body.fill('<p>Hello {{ .Data.name }}, enter {{ .Token }} to sign in.</p>')
    await preview.getByText('Hello Ada Lovelace, enter 123456 to sign in.').waitFor()
    await panel.getByRole('button', { name: 'Reset Subject' }).click()
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([
      { mailer_templates_magic_link_content: '<p>Hello {{ .Data.name }}, enter {{ .Token }} to sign in.</p>' },
    ])
  })

  test('are sent to who writes them, before they are saved', async () => {
    const stage = stageOf()
    stage.answers(authMails.testTemplate, { to: 'me@example.com', outcome: 'login', problem: '535 wrong password' })
    const page = await open(stage, 'auth/templates?open=invite')
    await page.getByLabel('Subject').fill('Join us')
    const send = page.getByRole('button', { name: 'Send test email' })
    await send.click()
    await page.getByText('535 wrong password').waitFor()
    stage.answers(authMails.testTemplate, { to: 'me@example.com', outcome: 'kept', problem: null })
    await send.click()
    await page.getByText('This project has no mail server, so the email is in its inbox.').waitFor()
    expect(stage.sent(authMails.testTemplate).at(-1)).toMatchObject({
      kind: 'invite',
      subject: 'Join us',
      body: authDefaults.mailer_templates_invite_content,
    })
    // the language of the editor comes late
    await page.locator('.cm-template-value').first().waitFor()
    await page.getByRole('textbox', { name: 'Subject' }).fill('{{ .Nothing }}')
    await expect.poll(() => send.isDisabled()).toBe(true)
  })

  test('are previewed with a user of the project', async () => {
    const stage = stageOf()
    const user = {
      id: byAda.changed_by.id,
      email: 'grace@example.com',
      phone: null,
      name: 'Grace',
      avatar_url: null,
      providers: ['email'],
      created_at: longAgo,
      last_sign_in_at: null,
      email_confirmed_at: longAgo,
      phone_confirmed_at: null,
      banned_until: null,
      deleted_at: null,
      is_anonymous: false,
      is_sso_user: false,
    }
    stage.answers(authUsers.list, ({ query }) => ({
      next_after: null,
      is_cut: false,
      total: null,
      is_estimate: false,
      items: user.email.startsWith(query.search!) ? [user] : [],
    }))
    stage.answers(authUsers.retrieve, {
      ...user,
      role: 'authenticated',
      aud: 'authenticated',
      has_password: true,
      invited_at: null,
      updated_at: longAgo,
      confirmation_sent_at: null,
      recovery_sent_at: null,
      new_email: null,
      new_phone: null,
      app_metadata: {},
      user_metadata: { name: 'Grace' },
      identities: [],
      sessions: [],
      factors: [],
    })
    const page = await open(stage, 'auth/templates?open=invite')
    await page.getByLabel('Subject').fill('{{ .Data.name }} is invited')
    const search = page.getByLabel('Preview with a user')
    await search.fill('nobody')
    await search.press('Enter')
    await page.getByText('No user’s email address begins with this').waitFor()
    await search.fill('gra')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByText('Grace is invited').waitFor()
    await page.getByRole('button', { name: 'Use sample user' }).click()
    await page.getByText('Ada Lovelace is invited').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([])
  })

  test('ask before unsaved words are thrown away', async () => {
    const page = await open(stageOf(), 'auth/templates?open=invite')
    await page.getByLabel('Subject').fill('Join us')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})

describe('hooks', () => {
  const found = (isCallable: boolean) =>
    replyOf({ schema: 'text', name: 'text', comment: 'text', is_callable: 'boolean', is_exposed: 'boolean' }, [
      ['public', 'add_claims', 'Adds the plan', isCallable ? 't' : 'f', isCallable ? 'f' : 't'],
    ])

  test('choose a function, and let the auth service alone call it', async () => {
    const stage = stageOf()
    let isGranted = false
    stage.answers(queries.run, () => found(isGranted))
    stage.answers(queries.transaction, () => {
      isGranted = true
      return noRows
    })
    const page = await open(stage, 'auth/hooks')
    await page.getByRole('button', { name: /^Customize access token claims/ }).click()
    const panel = page.getByRole('dialog', { name: 'Customize access token claims' })
    await panel.getByRole('switch', { name: 'Enable this hook' }).click()
    await save(page).click()
    await panel.getByText('Choose a function or enter a URL to enable this hook').waitFor()
    await panel.getByLabel('Function', { exact: true }).click()
    await page.getByRole('option', { name: /public\.add_claims/ }).click()
    await panel.getByText('The auth service can’t call this function yet.').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Run this SQL' }).click()
    await page.getByText('Privileges changed').waitFor()
    await expect.poll(() => panel.getByText('The auth service can’t call this function yet.').count()).toBe(0)
    const [sent] = stage.sent(queries.transaction)
    expect(sent!.statements.map(({ query }) => query).join('\n')).toContain(
      'grant execute on function public.add_claims(jsonb) to supabase_auth_admin;',
    )
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([
      { hook_custom_access_token_enabled: true, hook_custom_access_token_uri: 'pg-functions://postgres/public/add_claims' },
    ])
  })

  test('show how their latest calls went', async () => {
    const stage = stageOf()
    stage.answers(queries.run, () => found(true))
    const call: AuthHookCall = { hook: 'send_email', at: longAgo, duration_ms: 84, attempts: 1, outcome: 'done', problem: null, is_test: false }
    stage.answers(authHookCalls.list, {
      items: [
        { ...call, outcome: 'failed', attempts: 3, duration_ms: 5_000, problem: 'It answered 503' },
        call,
        { ...call, hook: 'send_sms', problem: 'Of another hook' },
      ],
    })
    const page = await open(stage, 'auth/hooks?open=send_email')
    const calls = page.getByRole('region', { name: 'Latest calls' })
    await calls.getByText('It answered 503').waitFor()
    await expect.poll(() => calls.getByRole('listitem').count()).toBe(2)
    await expectAccessible(page)
  })

  test('call an endpoint with a secret that is generated', async () => {
    const stage = stageOf()
    stage.answers(queries.run, () => found(true))
    const page = await open(stage, 'auth/hooks?open=send_email')
    const panel = page.getByRole('dialog', { name: 'Send email' })
    await panel.getByRole('switch', { name: 'Enable this hook' }).click()
    await panel.getByRole('radio', { name: 'HTTPS endpoint' }).click()
    await panel.getByLabel('URL').fill('https://example.com/hooks')
    await save(page).click()
    await panel.getByText(/^Generate a secret/).waitFor()
    await panel.getByRole('button', { name: 'Generate secret' }).click()
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(authSettings.update)).toEqual([
      {
        hook_send_email_enabled: true,
        hook_send_email_uri: 'https://example.com/hooks',
        hook_send_email_secrets: expect.stringMatching(/^v1,whsec_[A-Za-z0-9+/]{43}=$/),
      },
    ])
  })
})
