import { type AuthMail, type AuthMailDetails, type AuthMailPage, authMails } from '@colonnade/contracts/auth/auth-mails'
import { authDefaults, authOverviews } from '@colonnade/contracts/auth/auth-settings'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../../accessibility.ts'
import { type OpenStage, setStage } from '../stage/set-stage.ts'
import { anOrganization, aProject, longAgo } from '../stage/world.ts'

let made = 0
const aMail = (changes: Partial<AuthMail> = {}): AuthMail => ({
  id: `${String((made += 1)).padStart(8, '7')}-0000-4000-8000-000000000000`,
  kind: 'confirmation',
  to: `user${made}@example.com`,
  user_id: '22222222-0000-4000-8000-000000000000',
  subject: 'Confirm your email address',
  state: 'kept',
  attempts: 0,
  problem: null,
  created_at: longAgo,
  sent_at: null,
  next_attempt_at: null,
  ...changes,
})
const mails = [
  aMail({ to: 'ada@example.com' }),
  aMail({ state: 'sent', sent_at: longAgo, attempts: 1 }),
  aMail({ state: 'waiting', attempts: 2, next_attempt_at: longAgo, problem: 'Greeting never received' }),
  aMail({ state: 'failed', attempts: 1, problem: '550 no such mailbox' }),
]
const link = 'https://api.example.com/auth/v1/verify?token=a1b2c3&type=signup'
const details: AuthMailDetails = {
  ...mails[0]!,
  expires_at: '2099-01-01T00:00:00.000Z',
  content: {
    html: `<base href="https://evil.example/"><script>parent.document.title = 'run'</script><p>Hello</p>
      <a href="${link.replace('&', '&amp;')}" target="_self">Confirm</a> <a href="javascript:alert(1)">No</a> <img alt="" src="https://evil.example/pixel.png">`,
    text: `Hello\n\nConfirm: ${link}\n\nCode: 123456`,
    code: '123456',
  },
}
const aPage = (items: readonly AuthMail[], next: string | null = null): AuthMailPage => ({
  transport: 'inbox',
  posted_last_hour: 4,
  hourly_limit: 30,
  items: [...items],
  next_after: next,
})

function stageOf(world: Parameters<typeof setStage>[0] = {}): OpenStage {
  const stage = setStage(world)
  stage.answers(authOverviews.retrieve, { revision: 1, values: authDefaults, secrets: {}, changes: {}, leaked_passwords: 'service' })
  stage.answers(authMails.list, aPage(mails))
  stage.answers(authMails.news, { mark: 'first' })
  stage.answers(authMails.retrieve, details)
  return stage
}
const open = (stage: OpenStage, search = '?tab=emails', options = {}) =>
  stage.open(`/project/${stage.world.projects[0]!.ref}/auth/smtp${search}`, options)

describe('emails to users', () => {
  test('are listed with what became of them, in all themes and on a phone', async () => {
    const page = await open(stageOf(), '')
    await page.getByRole('tab', { name: 'Emails' }).click()
    await page.getByText('This project has no mail server.').waitFor()
    const list = page.getByRole('list', { name: 'Emails' })
    for (const text of ['ada@example.com', 'Sent', 'Waiting', '2 attempts, next', '550 no such mailbox']) await list.getByText(text).first().waitFor()
    await expectAccessibleInAllThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  })

  test('open with their link and code; nothing in them runs, is fetched or followed', async () => {
    const stage = stageOf()
    const page = await open(stage)
    const outside: string[] = []
    page.on('response', (response) => /evil|verify\?token/.test(response.url()) && outside.push(response.url()))
    await page.getByRole('button', { name: /ada@example\.com/ }).click()
    const panel = page.getByRole('dialog', { name: 'Confirm your email address' })
    const opens = panel.getByRole('link', { name: 'Open link' })
    await expect.poll(() => opens.getAttribute('href')).toBe(link)
    await expect.poll(() => opens.count()).toBe(1)
    await panel.getByText('123456', { exact: true }).waitFor()
    await panel.getByText(/^The link and code expire in \d+ years\./).waitFor()
    const frame = panel.frameLocator('iframe[sandbox=""]')
    await frame.getByText('Confirm').click()
    await frame.getByText('Hello').waitFor()
    await panel.getByRole('radio', { name: 'Text' }).click()
    await panel.getByText('Code: 123456').waitFor()
    expect(outside).toEqual([])
    // the browser says what it blocked
    const blocked = [...stage.problems].filter((problem) => /srcdoc|Content Security Policy|sandboxed/.test(problem))
    expect(blocked.join()).toContain('sandboxed')
    for (const problem of blocked) stage.problems.delete(problem)
    await expectAccessible(page)
  })

  test('that were sent say that their content is gone', async () => {
    const stage = stageOf()
    stage.answers(authMails.retrieve, { ...details, state: 'sent', sent_at: longAgo, content: null })
    const page = await open(stage, `?tab=emails&open=${details.id}`)
    await page.getByText('Colonnade doesn’t store the content of sent emails.').waitFor()
  })

  test('are narrowed, followed page by page, and refreshed when another one is written', async () => {
    const stage = stageOf()
    let all: readonly AuthMail[] = mails.slice(0, 1)
    stage.answers(authMails.list, ({ query }) => {
      if (query['after'] !== undefined) return aPage([aMail({ to: 'older@example.com' })])
      if (query['state'] === 'failed' || query['search'] !== undefined) return aPage([])
      return aPage(all, mails[0]!.id)
    })
    const page = await open(stage)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('older@example.com').waitFor()
    all = [aMail({ to: 'fresh@example.com' }), ...mails]
    stage.answers(authMails.news, { mark: 'second' })
    await page.getByText('fresh@example.com').waitFor()
    await page.getByLabel('Search by address').fill('nobody')
    await page.getByText('No matching emails').waitFor()
    await expect.poll(() => page.url()).toContain('q=nobody')
  })

  test('of a project that sleeps are asked for by a click', async () => {
    const organization = anOrganization()
    const stage = stageOf({ organizations: [organization], projects: [aProject({ organization, sleep: 'asleep' })] })
    const page = await open(stage)
    await page.getByText('This project is asleep').waitFor()
    expect(stage.sent(authMails.list)).toEqual([])
    await page.getByRole('button', { name: 'Wake up and show emails' }).click()
    await page.getByText('ada@example.com').waitFor()
  })

  test('are not for members who only read, and say when they fail', async () => {
    const reader = await open(stageOf({ organizations: [anOrganization({ role: 'read-only' })] }))
    await reader.getByText('Owners, administrators and developers can read the emails of this project.').waitFor()
    const stage = stageOf()
    stage.refuses(authMails.list, 'project_wake_failed')
    const page = await open(stage)
    await page.getByText('Failed to load emails').or(page.getByRole('alert')).first().waitFor()
    stage.answers(authMails.list, aPage([]))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No emails yet').waitFor()
  })
})
