import { type AuthUser, type AuthUserDetails, type AuthUserPage, authUsers } from '@colonnade/contracts/auth/users'
import { secondFactors } from '@colonnade/contracts/people/second-factors'
import { firstUserText, userWordsCopy, usersPageText } from '@colonnade/dashboard/testing/messages/features/auth-users'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../../accessibility.ts'
import { type OpenStage, setStage } from '../stage/set-stage.ts'
import { longAgo } from '../stage/world.ts'

let made = 0
const aUser = (changes: Partial<AuthUser> = {}): AuthUser => ({
  id: `${String((made += 1)).padStart(8, '2')}-0000-4000-8000-000000000000`,
  email: `user${made}@example.com`,
  phone: null,
  name: null,
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
  ...changes,
})
const ada = aUser({ email: 'ada@example.com', name: 'Ada Lovelace', providers: ['email', 'github'], last_sign_in_at: longAgo })
const banned = aUser({ email: 'mallory@example.com', banned_until: '2099-01-01T00:00:00+00:00' })
const waiting = aUser({ email: 'new@example.com', email_confirmed_at: null })
const stranger = aUser({ email: null, providers: [], email_confirmed_at: null, is_anonymous: true })
const users = [ada, banned, waiting, stranger]

const aPage = (items: readonly AuthUser[], changes: Partial<AuthUserPage> = {}): AuthUserPage => ({
  items: [...items],
  next_after: null,
  is_cut: false,
  total: items.length,
  is_estimate: false,
  ...changes,
})
const details: AuthUserDetails = {
  ...ada,
  role: 'authenticated',
  aud: 'authenticated',
  has_password: true,
  invited_at: null,
  updated_at: longAgo,
  confirmation_sent_at: null,
  recovery_sent_at: null,
  new_email: null,
  new_phone: null,
  app_metadata: { provider: 'email' },
  user_metadata: { name: 'Ada Lovelace' },
  identities: [
    {
      id: '33333333-0000-4000-8000-000000000000',
      provider: 'github',
      provider_id: '42',
      email: 'ada@example.com',
      data: { login: 'ada' },
      created_at: longAgo,
      last_sign_in_at: longAgo,
    },
  ],
  sessions: [
    {
      id: '44444444-0000-4000-8000-000000000000',
      created_at: longAgo,
      refreshed_at: null,
      not_after: null,
      aal: 'aal2',
      member_id: null,
      ip: '192.0.2.1',
      user_agent: 'Firefox',
      methods: ['password'],
    },
  ],
  factors: [
    {
      id: '55555555-0000-4000-8000-000000000000',
      type: 'totp',
      friendly_name: 'Phone',
      status: 'verified',
      phone: null,
      created_at: longAgo,
      last_challenged_at: null,
    },
  ],
}

function stageOf(page: AuthUserPage = aPage(users)): OpenStage {
  const stage = setStage()
  stage.answers(authUsers.list, page)
  stage.answers(authUsers.retrieve, details)
  stage.answers(authUsers.log, {
    items: [
      {
        id: '66666666-0000-4000-8000-000000000000',
        action: 'login',
        actor: 'ada@example.com',
        is_own: true,
        traits: {},
        ip_address: '192.0.2.1',
        created_at: longAgo,
      },
    ],
  })
  return stage
}
const open = (stage: OpenStage, search = '') => stage.open(`/project/${stage.world.projects[0]!.ref}/auth/users${search}`)
type Page = Awaited<ReturnType<typeof open>>
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'ada@example.com' })
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('users', () => {
  test('are listed with what is to be known of each, in the authentication section', async () => {
    const page = await open(stageOf(aPage(users, { total: 1_000_000, is_estimate: true })))
    await row(page, 'ada@example.com').waitFor()
    await page.getByText('About 1,000,000 users').waitFor()
    for (const state of ['Banned', userWordsCopy.waiting, 'Anonymous']) await page.getByRole('table').getByText(state).waitFor()
    await page.getByRole('navigation', { name: 'Authentication' }).getByRole('link', { name: 'Users' }).waitFor()
  })

  test('can be read in all themes, on a desk and on a phone, with and without a panel', async () => {
    const page = await open(stageOf())
    await row(page, 'ada@example.com').waitFor()
    await expectAccessibleInAllThemes(page)
    await row(page, 'ada@example.com').click()
    for (const tab of ['Overview', 'Identities', 'Sessions', 'Factors', 'Raw JSON', 'Logs']) {
      await panelOf(page).getByRole('tab', { name: tab }).click()
      await expectAccessible(page)
    }
    const phone = await open(stageOf())
    await phone.setViewportSize({ width: 390, height: 844 })
    await row(phone, 'ada@example.com').waitFor()
    await expectAccessible(phone, 'all but colours')
    await expectNoSidewaysScroll(phone)
  })

  test('say when they fail, and are tried again', async () => {
    const stage = stageOf()
    stage.refuses(authUsers.list, 'project_wake_failed')
    const page = await open(stage)
    await page.getByRole('alert').waitFor()
    stage.answers(authUsers.list, aPage(users))
    await page.getByRole('button', { name: 'Try again' }).click()
    await row(page, 'ada@example.com').waitFor()
  })

  test('teach how the first one signs up, with the project’s own address', async () => {
    const page = await open(stageOf(aPage([])))
    await page.getByRole('region', { name: firstUserText.code }).getByText('supabase.auth.signUp').waitFor()
    await page.getByText(/http:\/\/localhost:8000\/api\/[a-z]{20}/).waitFor()
  })

  test('are searched and narrowed by the address; what was not searched to its end says so and goes on', async () => {
    const stage = stageOf(aPage([], { next_after: 'further', is_cut: true, total: null }))
    const page = await open(stage, '?match=contains&state=banned')
    await page.getByRole('searchbox', { name: 'Search users' }).fill('ada')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('ada')
    await page.getByText('The search stopped after three seconds').waitFor()
    const asked: object[] = []
    stage.answers(authUsers.list, ({ query }) => {
      asked.push(query)
      return aPage([ada], { total: null })
    })
    await page.getByRole('button', { name: usersPageText.continueSearch }).click()
    await row(page, 'ada@example.com').waitFor()
    expect(asked.at(-1)).toMatchObject({ search: 'ada', match: 'contains', state: 'banned', after: 'further' })
  })

  test('are created, and then open', async () => {
    const stage = stageOf()
    stage.answers(authUsers.create, { id: ada.id })
    const page = await open(stage)
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('menuitem', { name: 'Create user' }).click()
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('button', { name: 'Create user' }).click()
    await panelOf(page).waitFor()
    expect(stage.sent(authUsers.create)[0]).toEqual({ email: 'ada@example.com', password: 'correct horse', is_confirmed: true })
  })

  test('are banned and deleted many at once, once what is destroyed is typed', async () => {
    const stage = stageOf()
    stage.answers(authUsers.changeMany, { changed: 2 })
    const page = await open(stage)
    await page.getByRole('checkbox', { name: 'Select ada@example.com' }).click()
    await page.getByRole('checkbox', { name: 'Select mallory@example.com' }).click()
    const bar = page.getByRole('region', { name: 'Selected users' })
    await bar.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 2 users?' })
    await dialog.getByRole('textbox').fill('delete 2 users')
    await dialog.getByRole('button', { name: 'Delete 2 users' }).click()
    await page.getByText('2 users deleted').waitFor()
    await bar.waitFor({ state: 'detached' })
    expect(stage.sent(authUsers.changeMany)[0]).toEqual({ ids: [ada.id, banned.id], action: 'delete' })
  })
})

describe('one user', () => {
  test('is deleted once the address is typed', async () => {
    const stage = stageOf()
    const asked: object[] = []
    stage.answers(authUsers.remove, ({ params, query }) => {
      asked.push({ id: params.id, ...query })
      return undefined
    })
    const page = await open(stage, `?open=${ada.id}`)
    await panelOf(page).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete ada@example.com?' })
    await expect.poll(() => dialog.getByRole('button', { name: 'Delete user' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('ada@example.com')
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await page.getByText('User deleted').waitFor()
    expect(asked).toEqual([{ id: ada.id, soft: 'false' }])
  })

  test('is edited; what the service refuses stands at its field', async () => {
    const stage = stageOf()
    const message = 'Password should be at least 6 characters.'
    stage.refuses(authUsers.update, 'invalid_input', { details: { issues: [{ path: ['body', 'password'], message }] } })
    const page = await open(stage, `?open=${ada.id}`)
    await panelOf(page).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit email, phone or password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit ada@example.com' })
    await dialog.getByLabel('Email address').fill('ada@example.org')
    await dialog.getByRole('checkbox', { name: 'Mark the email address as confirmed' }).click()
    await dialog.getByLabel('New password').fill('abc')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save user' }).click()
    await dialog.getByText(message).waitFor()
    await expect.poll(() => dialog.getByLabel('New password').getAttribute('aria-invalid')).toBe('true')
    stage.answers(authUsers.update, undefined)
    await dialog.getByRole('button', { name: 'Save user' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(stage.sent(authUsers.update).at(-1)).toEqual({ email: 'ada@example.org', confirm_email: false, password: 'abc' })
  })

  test('is signed in as once the member proves who they are, and the session is shown once', async () => {
    const stage = stageOf()
    stage.refuses(authUsers.signInAs, 'sign_in_again')
    stage.answers(secondFactors.retrieve, { totp: null, recovery_codes_left: 0 })
    stage.answers(secondFactors.prove, undefined)
    const page = await open(stage, `?open=${ada.id}`)
    await panelOf(page).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Sign in as user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in as ada@example.com?' })
    await dialog.getByLabel('Reason').fill('Ticket 7')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Sign in as user' }).click()
    await page.getByText('You signed in a while ago').waitFor()
    const [token, link] = ['header.payload.signature', 'http://localhost:3000/#access_token=header.payload.signature']
    stage.answers(authUsers.signInAs, {
      session_id: '77777777-0000-4000-8000-000000000000',
      access_token: token,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      link,
    })
    await dialog.getByLabel('Your password').fill('correct horse battery')
    await dialog.getByRole('button', { name: 'Sign in as user' }).click()
    const shown = page.getByRole('dialog', { name: 'Signed in as ada@example.com' })
    await shown.getByText(link, { exact: true }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await shown.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'detached' })
    expect(stage.sent(authUsers.signInAs).at(-1)).toEqual({ reason: 'Ticket 7' })
    await expect.poll(() => page.getByText(token).count()).toBe(0)
  })

  test('loses a session and a factor', async () => {
    const stage = stageOf()
    stage.answers(authUsers.endSession, undefined)
    const removed: string[] = []
    stage.answers(authUsers.removeFactor, ({ params }) => {
      removed.push(params.factor)
      return undefined
    })
    const page = await open(stage, `?open=${ada.id}&act=sessions`)
    await panelOf(page).getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('Session ended').waitFor()
    await panelOf(page).getByRole('tab', { name: 'Factors' }).click()
    await panelOf(page).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove factor' }).click()
    await page.getByText('Factor removed').waitFor()
    expect(removed).toEqual([details.factors[0]!.id])
  })
})
