import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { insertCrowd } from './control-plane.ts'
import { type Dashboard, openOwnDashboard } from './dashboard.ts'
import { insertPerson, openAs } from './person.ts'

let dashboard: Dashboard

/** Of "Project 1" in `insertCrowd`, whose organization is "Organization 2". */
const ref = 'aaaaaaaaaaaaaaaaaaab'
const guest = 'guest@example.com'

beforeAll(async () => {
  dashboard = await openOwnDashboard()
  await insertCrowd(dashboard, { organizations: 500, projects: 2_000 })
  await insertPerson(dashboard, guest)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const picker = (page: Page, name: string) => page.getByRole('form', { name: 'Contact support' }).getByRole('combobox', { name })
const send = (page: Page) => page.getByRole('button', { name: 'Send' })
const ticket = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

describe('asking for help', () => {
  test('starts with what the error says, can leave it out, and ends with a number', async () => {
    const query = new URLSearchParams({ category: 'dashboard_bug', ref, subject: 'Failed to load branches', error: '<b>500</b> something broke' })
    const page = await dashboard.open(`/support/new?${query.toString()}`)
    await expect.poll(() => field(page, 'Subject').inputValue()).toBe('Failed to load branches')
    await expect.poll(() => picker(page, 'What is it about?').textContent()).toContain('Dashboard bug')
    await expect.poll(() => picker(page, 'Project').textContent()).toContain('Project 1')
    await expect.poll(() => picker(page, 'Organization').textContent()).toContain('Organization 2')
    await page.getByText('<b>500</b> something broke').waitFor()
    await expectAccessible(page)
    await send(page).click()
    await page.getByText('Describe what happened').waitFor()
    await field(page, 'Subject').fill(' ')
    await page.getByText('Give a subject').waitFor()
    await expectAccessible(page)
    await field(page, 'Subject').fill('Branches do not load')
    await field(page, 'Message').fill('They did yesterday.\nToday they do not.')
    await send(page).click()
    await page.getByRole('heading', { name: 'Ticket #1 was sent' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expectAccessible(page)
    const { items } = await dashboard.api.supportTickets.list()
    expect(items[0]).toMatchObject({
      number: 1,
      category: 'dashboard_bug',
      severity: 'Normal',
      subject: 'Branches do not load',
      message: 'They did yesterday.\nToday they do not.',
      error: '<b>500</b> something broke',
      project_ref: ref,
      organization_slug: 'organization-2',
    })
    await page.getByRole('main').getByRole('link', { name: 'My tickets' }).click()
    await ticket(page, 'Branches do not load').waitFor()
  })

  test('keeps what was written over a reload, and tells where one came from', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('link', { name: 'Contact support' }).click()
    await page.waitForURL('**/support/new')
    await page.getByText('/organizations', { exact: true }).waitFor()
    await field(page, 'Subject').fill('Half a question')
    await field(page, 'Message').fill('not finished')
    await picker(page, 'Severity').click()
    await page.getByRole('option', { name: 'High' }).click()
    await expect.poll(() => picker(page, 'Severity').textContent()).toContain('High')
    await page.reload()
    await expect.poll(() => field(page, 'Subject').inputValue()).toBe('Half a question')
    await expect.poll(() => field(page, 'Message').inputValue()).toBe('not finished')
    await expect.poll(() => picker(page, 'Severity').textContent()).toContain('High')
    await page.getByText('/organizations', { exact: true }).waitFor()
    await field(page, 'Message').fill('')
    await field(page, 'Subject').fill('')
  })

  test('finds one of 2,000 projects by typing, and an organization leaves only its own', async () => {
    const page = await dashboard.open('/support/new')
    await picker(page, 'Project').click()
    await page.getByText('1,951 more: type to narrow the list').waitFor()
    await page.getByPlaceholder('Search projects').fill('project 1234')
    await page
      .getByRole('option', { name: /Project 1234/ })
      .and(page.locator('[data-highlighted]'))
      .waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => picker(page, 'Project').textContent()).toContain('Project 1234')
    await expect.poll(() => picker(page, 'Organization').textContent()).toContain('Organization 235')
    await picker(page, 'Organization').click()
    await page.getByPlaceholder('Search organizations').fill('organization-7')
    // some of what is found was there before: it moves
    await page.getByRole('option', { name: 'No particular organization' }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'Organization 7 organization-7', exact: true }).click()
    await expect.poll(() => picker(page, 'Project').textContent()).toContain('No particular project')
    await picker(page, 'Project').click()
    await page.getByRole('option', { name: 'Project 506' }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(5)
    await page.getByPlaceholder('Search projects').fill('nowhere')
    await page.getByText('No project matches').waitFor()
  })

  test('an address that anybody may have written does no harm', async () => {
    const query = { ref: '"><script>alert(1)</script>', category: 'nonsense', subject: '{"a":[1]}', error: '[1,2]', other: 'x' }
    const page = await dashboard.open(`/support/new?${new URLSearchParams(query).toString()}`)
    await page.getByText('is not among yours. Choose another one, or send this without.').waitFor()
    await expect.poll(() => picker(page, 'What is it about?').textContent()).toContain('Problem with a project')
    await expect.poll(() => field(page, 'Subject').inputValue()).toBe('{"a":[1]}')
    await page.getByRole('region', { name: 'Text of the error' }).getByText('[1,2]').waitFor()
    await page.getByRole('button', { name: 'Leave it out' }).click()
    await page.getByText('This error goes along').waitFor({ state: 'detached' })
    await expectAccessible(page)
  })

  test('an error of 100 KB is cut, says so, and leaves an address that can be loaded again', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    await page.evaluate((error) => {
      history.pushState({}, '', `/support/new?category=dashboard_bug&error=${error}`)
      dispatchEvent(new PopStateEvent('popstate'))
    }, 'e'.repeat(100_000))
    await page.getByText('(the rest was cut)').waitFor()
    await expect.poll(() => page.url().length).toBeLessThan(200)
    await page.reload()
    await page.getByText('(the rest was cut)').waitFor()
    await field(page, 'Subject').fill('Long')
    await field(page, 'Message').fill('x'.repeat(10_001))
    await send(page).click()
    await page.getByText('Use at most 10,000 characters').waitFor()
    await field(page, 'Message').fill('Look at this')
    await send(page).click()
    await page.getByRole('heading', { name: /Ticket #\d+ was sent/ }).waitFor()
    const { items } = await dashboard.api.supportTickets.list({ query: { limit: 1 } })
    expect(items[0]?.error).toHaveLength(10_000)
  })

  test('fits a phone, dark and light', async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await dashboard.open('/support/new?category=dashboard_bug&error=broken', { width: 390, colorScheme })
      await page.getByText('This error goes along').waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
})

describe('a ticket', () => {
  test('of somebody is answered and closed by the owner, and reopened by its author', async () => {
    const author = await openAs(dashboard, guest, '/support/tickets')
    await author.getByRole('heading', { name: 'You have asked nothing yet' }).waitFor()
    await expectAccessible(author)
    await author.getByRole('link', { name: 'New ticket' }).click()
    await field(author, 'Subject').fill('How do I begin?')
    await field(author, 'Message').fill('I see no organization.')
    await author.keyboard.press('Control+Enter')
    await author.getByRole('heading', { name: /Ticket #\d+ was sent/ }).waitFor()

    const owner = await dashboard.open('/installation/inbox?tab=tickets')
    const asked = ticket(owner, 'How do I begin?')
    await asked.getByText(guest).waitFor()
    await expectAccessible(owner)
    await asked.getByRole('button', { name: 'Answer' }).click()
    await asked.getByRole('button', { name: 'Send answer' }).click()
    await asked.getByText('Write an answer').waitFor()
    await asked.getByRole('textbox').fill('I add you to mine.')
    await asked.getByRole('button', { name: 'Send and close' }).click()
    await asked.waitFor({ state: 'detached' })
    await owner.getByRole('combobox', { name: 'Show tickets' }).click()
    await owner.getByRole('option', { name: 'Closed' }).click()
    await asked.getByText('I add you to mine.').waitFor()
    await expect.poll(() => new URL(owner.url()).searchParams.get('status')).toBe('closed')

    await author.getByRole('link', { name: 'My tickets' }).click()
    const mine = ticket(author, 'How do I begin?')
    await mine.getByText('I add you to mine.').waitFor()
    await mine.getByText('Closed').waitFor()
    await expect.poll(() => mine.getByRole('button', { name: 'Answer' }).count()).toBe(0)
    await expectAccessible(author)
    await mine.getByRole('button', { name: 'Reopen' }).click()
    await mine.getByRole('button', { name: 'Close' }).waitFor()
    // the owner's list of one's own has only one's own
    const own = await dashboard.open('/support/tickets')
    await ticket(own, 'Branches do not load').waitFor()
    await expect.poll(() => ticket(own, 'How do I begin?').count()).toBe(0)
  })

  test('is one of many in an inbox that is read by the page', async () => {
    for (let number = 0; number < 25; number += 1) {
      await dashboard.api.supportTickets.create({ body: { category: 'question', subject: `Question ${number}`, message: 'm' } })
    }
    for (const [colorScheme, width] of [
      ['dark', 1440],
      ['light', 390],
    ] as const) {
      const page = await dashboard.open('/installation/inbox?tab=tickets', { colorScheme, width })
      await page.getByRole('tab', { name: 'Tickets 20+' }).waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Show more' }).click()
      await ticket(page, 'Question 0').waitFor()
      await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    }
  })
})
