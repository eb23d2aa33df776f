import { supportTickets } from '@colonnade/contracts/installation/support-tickets'
import { errorCopy } from '@colonnade/dashboard/testing/messages/features/support-tickets'
import { errorText, formText, pageText, placeText } from '@colonnade/dashboard/testing/messages/features/support-tickets/create'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { setStage as setEmptyStage } from './stage/set-stage.ts'
import { aCrowd, aTicket, type World } from './stage/world.ts'

const crowd = aCrowd({ organizations: 500, projects: 2_000 })

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const picker = (page: Page, name: string) => page.getByRole('form', { name: 'Contact support' }).getByRole('combobox', { name })
const send = (page: Page) => page.getByRole('button', { name: 'Send' })
const ticket = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

function setStage(changes: Partial<World>) {
  const stage = setEmptyStage(changes)
  stage.answers(supportTickets.create, ({ body }, world) => {
    const ticket = aTicket({ number: world.tickets.length + 1, ...body })
    world.tickets.unshift(ticket)
    return ticket
  })
  return stage
}

describe('asking for help', () => {
  test('starts with what the error says, can leave it out, and ends with a number', async () => {
    const stage = setStage(crowd)
    const query = new URLSearchParams({
      category: 'dashboard_bug',
      ref: crowd.projects[0]!.ref,
      subject: 'Failed to load branches',
      error: '<b>500</b> something broke',
    })
    const page = await stage.open(`/support/new?${query.toString()}`)
    await expect.poll(() => field(page, 'Subject').inputValue()).toBe('Failed to load branches')
    await expect.poll(() => picker(page, formText.category).textContent()).toContain('Dashboard bug')
    await expect.poll(() => picker(page, 'Project').textContent()).toContain('Project 1')
    await expect.poll(() => picker(page, 'Organization').textContent()).toContain('Organization 2')
    await page.getByText('<b>500</b> something broke').waitFor()
    await expectAccessible(page)
    await send(page).click()
    await page.getByText('Describe what happened').waitFor()
    await field(page, 'Subject').fill(' ')
    await page.getByText('Enter a subject').waitFor()
    await expectAccessible(page)
    await field(page, 'Subject').fill('Branches do not load')
    await field(page, 'Message').fill('They did yesterday.\nToday they do not.')
    await send(page).click()
    await page.getByRole('heading', { name: pageText.sent(1) }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expectAccessible(page)
    expect(stage.sent(supportTickets.create)[0]).toMatchObject({
      category: 'dashboard_bug',
      severity: 'Normal',
      subject: 'Branches do not load',
      message: 'They did yesterday.\nToday they do not.',
      error: '<b>500</b> something broke',
      project_ref: crowd.projects[0]!.ref,
      organization_slug: 'organization-2',
    })
    await page.getByRole('main').getByRole('link', { name: 'My tickets' }).click()
    await ticket(page, 'Branches do not load').waitFor()
  })

  test('keeps what was written over a reload, and tells where one came from', async () => {
    const stage = setStage(crowd)
    const page = await stage.open('/organizations')
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
    const stage = setStage(crowd)
    const page = await stage.open('/support/new')
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
    await page.getByRole('option', { name: placeText.noOrganization }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'Organization 7 organization-7', exact: true }).click()
    await expect.poll(() => picker(page, 'Project').textContent()).toContain(placeText.noProject)
    await picker(page, 'Project').click()
    await page.getByRole('option', { name: 'Project 506' }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(5)
    await page.getByPlaceholder('Search projects').fill('nowhere')
    await page.getByText(placeText.noProjectMatches).waitFor()
  })

  test('an address that anybody may have written does no harm', async () => {
    const stage = setStage(crowd)
    const query = { ref: '"><script>alert(1)</script>', category: 'nonsense', subject: '{"a":[1]}', error: '[1,2]', other: 'x' }
    const page = await stage.open(`/support/new?${new URLSearchParams(query).toString()}`)
    await page.getByText(placeText.unknownAfter.slice(2)).waitFor()
    await expect.poll(() => picker(page, formText.category).textContent()).toContain('Problem with a project')
    await expect.poll(() => field(page, 'Subject').inputValue()).toBe('{"a":[1]}')
    await page.getByRole('region', { name: errorCopy.label }).getByText('[1,2]').waitFor()
    await page.getByRole('button', { name: errorText.remove }).click()
    await page.getByText(errorText.label).waitFor({ state: 'detached' })
    await expectAccessible(page)
  })

  test('an error of 100 KB is cut, says so, and leaves an address that can be loaded again', async () => {
    const stage = setStage(crowd)
    const page = await stage.open('/organizations')
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    await page.evaluate((error) => {
      history.pushState({}, '', `/support/new?category=dashboard_bug&error=${error}`)
      dispatchEvent(new PopStateEvent('popstate'))
    }, 'e'.repeat(100_000))
    await page.getByText('(truncated)').waitFor()
    await expect.poll(() => page.url().length).toBeLessThan(200)
    await page.reload()
    await page.getByText('(truncated)').waitFor()
    await field(page, 'Subject').fill('Long')
    await field(page, 'Message').fill('x'.repeat(10_001))
    await send(page).click()
    await page.getByText('Use at most 10,000 characters').waitFor()
    await field(page, 'Message').fill('Look at this')
    await send(page).click()
    await page.getByRole('heading', { name: /Ticket #\d+ sent/ }).waitFor()
    expect(stage.sent(supportTickets.create)[0]?.error).toHaveLength(10_000)
  })

  test('fits a phone, dark and light', async () => {
    const stage = setStage(crowd)
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await stage.open('/support/new?category=dashboard_bug&error=broken', { width: 390, colorScheme })
      await page.getByText(errorText.label).waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
})

describe('the inbox of tickets', () => {
  test('is read by the page', async () => {
    const tickets = Array.from({ length: 25 }, (_, at) => aTicket({ number: 25 - at, subject: `Question ${24 - at}` }))
    const stage = setStage({ tickets })
    for (const [colorScheme, width] of [
      ['dark', 1440],
      ['light', 390],
    ] as const) {
      const page = await stage.open('/installation/inbox?tab=tickets', { colorScheme, width })
      await page.getByRole('tab', { name: 'Tickets 20+' }).waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Show more' }).click()
      await ticket(page, 'Question 0').waitFor()
      await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    }
  })
})
