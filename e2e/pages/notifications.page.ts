import { type Notification, notifications } from '@colonnade/contracts/installation/notifications'
import { panelText } from '@colonnade/dashboard/testing/messages/features/notifications'
import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { summaryOf } from './stage/standing-answers.ts'
import { aNotification, anOrganization, aProject } from './stage/world.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const box = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const item = (page: Page, title: string) =>
  box(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`${title}(?!\\d)`) })

async function openBell(page: Page): Promise<void> {
  await bell(page).click()
  await box(page).getByRole('tab', { name: 'Inbox' }).waitFor()
}

/** Resolves once the page has noticed that an entry is in sight, which browsers report a frame or two later. */
async function isInSight(entry: Locator): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) {
    await entry.evaluate((element) => new Promise((resolve) => new IntersectionObserver(resolve).observe(element)))
  }
}

/** Adds a notification while pages are open, and tells them. */
async function notify(stage: OpenStage, notification: Notification): Promise<void> {
  stage.world.notifications.unshift(notification)
  await stage.tells(notifications.events, summaryOf(stage.world))
}

const titles = ({ world }: OpenStage, status: Notification['status']) =>
  world.notifications.filter((each) => each.status === status).map(({ data }) => data.title)

describe('the bell', () => {
  test('follows what is new while the page is open, in the tone of the gravest that is unread', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    const tone = bell(page).locator('[data-tone]')
    for (const [priority, name, shown] of [
      ['Info', 'Notifications, 1 unread', 'usual'],
      ['Warning', 'Notifications, 2 unread', 'warning'],
      ['Critical', 'Notifications, 3 unread', 'critical'],
    ] as const) {
      await notify(stage, aNotification(priority, { priority }))
      await page.getByRole('button', { name }).waitFor()
      await expect.poll(() => tone.getAttribute('data-tone')).toBe(shown)
    }
    await expect.poll(() => tone.textContent()).toBe('3')
  })
})

describe('the list', () => {
  test('takes in what comes while it is open', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
    await openBell(page)
    await box(page).getByText('All caught up').waitFor()
    await notify(stage, aNotification('Breaking'))
    await item(page, 'Breaking').waitFor()
  })

  test('is 400 px high, and fetches ten at a time, the next ten when one scrolls', async () => {
    const stage = setStage({ notifications: Array.from({ length: 25 }, (_, at) => aNotification(`News ${25 - at}`)) })
    const page = await stage.open('/organizations')
    await openBell(page)
    const list = box(page).getByRole('region', { name: 'Inbox' })
    await item(page, 'News 25').waitFor()
    await expect.poll(async () => (await list.boundingBox())!.height).toBe(400)
    const offsets = () => [...new Set(stage.calls(notifications.list).map(({ query }) => query.offset))]
    expect(offsets()).toEqual([0])
    expect(stage.calls(notifications.list)[0]?.query).toEqual({ offset: 0, limit: 10, status: ['new', 'seen'] })
    await list.hover()
    const scrollTo = (title: string) =>
      expect
        .poll(async () => {
          await page.mouse.wheel(0, 300)
          return item(page, title).isVisible()
        })
        .toBe(true)
    await scrollTo('News 15')
    expect(offsets()).toEqual([0, 10])
    await scrollTo('News 1')
    expect(offsets()).toEqual([0, 10, 20])
  })

  test('marks as seen what was in sight when it closes, and leaves what was further down new', async () => {
    const stage = setStage({ notifications: Array.from({ length: 10 }, (_, at) => aNotification(`News ${10 - at}`)) })
    const page = await stage.open('/organizations')
    await openBell(page)
    await isInSight(item(page, 'News 10'))
    await page.keyboard.press('Escape')
    await expect.poll(() => titles(stage, 'seen')).toContain('News 10')
    expect(titles(stage, 'new')).toContain('News 1')
    // what was archived elsewhere in the meantime stays archived
    expect(stage.sent(notifications.update).flat()).toContainEqual({ id: stage.world.notifications[0]!.id, status: 'seen', if_status: 'new' })
  })

  test('marks one as seen by its button, which stays open and in the inbox', async () => {
    const stage = setStage({ notifications: [aNotification('Second'), aNotification('First')] })
    const page = await stage.open('/organizations')
    await openBell(page)
    await item(page, 'First').getByRole('img', { name: 'Unread' }).waitFor()
    await item(page, 'First').getByRole('button', { name: 'Mark as seen' }).click()
    await item(page, 'First').getByRole('img', { name: 'Unread' }).waitFor({ state: 'detached' })
    expect(titles(stage, 'seen')).toEqual(['First'])
    expect(titles(stage, 'new')).toEqual(['Second'])
  })

  test('filters by status, priority, organization and project, and asks the server for it', async () => {
    const acme = anOrganization()
    const herald = aProject({ organization: acme, name: 'Herald' })
    const about = { org_slug: acme.slug, project_ref: herald.ref }
    const stage = setStage({
      organizations: [acme, anOrganization({ name: 'Another' })],
      projects: [herald],
      notifications: [
        aNotification('Another fails', { priority: 'Critical', data: { org_slug: 'another' } }),
        aNotification('Acme informs', { data: about }),
        aNotification('Acme warns', { priority: 'Warning', data: about }),
      ],
    })
    const page = await stage.open('/organizations')
    const shown = async () =>
      (await box(page).getByRole('listitem').allTextContents()).map((text) => /Acme warns|Acme informs|Another fails/.exec(text)?.[0])
    const isAsked = (wanted: object) =>
      expect.poll(() => stage.calls(notifications.list).map(({ query }) => query)).toContainEqual(expect.objectContaining(wanted))
    await openBell(page)
    await expect.poll(shown).toEqual(['Another fails', 'Acme informs', 'Acme warns'])
    await filter(page, 'Warning', 'Critical')
    await expect.poll(shown).toEqual(['Another fails', 'Acme warns'])
    await isAsked({ priority: ['Warning', 'Critical'] })
    await filter(page, 'Acme')
    await expect.poll(shown).toEqual(['Acme warns'])
    await isAsked({ org_slug: ['acme'] })
    await filter(page, 'Warning', 'Critical', 'Acme', 'Herald')
    await expect.poll(shown).toEqual(['Acme informs', 'Acme warns'])
    await isAsked({ project_ref: [herald.ref] })
    await filter(page, 'Herald')
    await item(page, 'Acme informs').getByRole('button', { name: 'Mark as seen' }).click()
    await filter(page, 'Unread only')
    await expect.poll(shown).toEqual(['Another fails', 'Acme warns'])
    await isAsked({ status: ['new'] })
    await filter(page, 'Herald')
    await expect.poll(shown).toEqual(['Acme warns'])
    await box(page).getByRole('button', { name: 'Filter, 2 set' }).waitFor()

    // the archive has nothing unread: that part of the filter goes, the other stays
    await box(page).getByRole('tab', { name: 'Archived' }).click()
    await box(page).getByRole('tabpanel', { name: 'Archived' }).getByText(panelText.noMatch).waitFor()
    await box(page).getByRole('button', { name: 'Filter, 1 set' }).waitFor()
    await isAsked({ status: ['archived'], project_ref: [herald.ref] })
    await box(page).getByRole('tab', { name: 'Inbox' }).click()
    await box(page).getByRole('tabpanel', { name: 'Archived' }).waitFor({ state: 'detached' })
    await expect.poll(shown).toEqual(['Acme informs', 'Acme warns'])
  })

  test('is on a phone a sheet of 85dvh, which closes on the way to another page and when it is turned', async () => {
    const stage = setStage({ notifications: [aNotification('News '.repeat(20).trim(), { data: { org_slug: 'acme' } })] })
    const page = await stage.open('/organizations', { width: 390 })
    await page.getByRole('link', { name: 'Acme' }).first().click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await openBell(page)
    await expect.poll(async () => (await box(page).boundingBox())!.height).toBe(0.85 * 900)
    await item(page, 'News').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 500, height: 900 })
    await box(page).waitFor({ state: 'detached' })
    await openBell(page)
    await page.evaluate('history.back()')
    await page.waitForURL('**/organizations')
    await box(page).waitFor({ state: 'detached' })
  })
})

describe('what fails', () => {
  test('a list that fails says so, and can be asked again', async () => {
    const stage = setStage({ notifications: [aNotification('Stubborn')] })
    stage.refuses(notifications.list, 'internal')
    const page = await stage.open('/organizations')
    await openBell(page)
    await box(page).getByText('Failed to retrieve notifications').waitFor()
    stage.recovers(notifications.list)
    await box(page).getByRole('button', { name: 'Try again' }).click()
    await item(page, 'Stubborn').waitFor()
  })

  test('a change and the archive of all say so, and nothing is lost', async () => {
    const stage = setStage({ notifications: [aNotification('Stubborn')] })
    stage.refuses(notifications.update, 'internal', { message: 'The server failed' })
    stage.refuses(notifications.archiveAll, 'internal', { message: 'The server failed' })
    const page = await stage.open('/organizations')
    await openBell(page)
    await item(page, 'Stubborn').getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('Failed to update notifications: The server failed').waitFor()
    await box(page).getByRole('button', { name: 'Archive all' }).click()
    await page.getByText('Failed to archive all notifications: The server failed').waitFor()
    await item(page, 'Stubborn').waitFor()
    stage.recovers(notifications.archiveAll)
    await box(page).getByRole('button', { name: 'Archive all' }).click()
    await page.getByText('Successfully archived all notifications').waitFor()
    await box(page).getByText('All caught up').waitFor()
    expect(titles(stage, 'archived')).toEqual(['Stubborn'])
    await expect.poll(() => box(page).getByRole('button', { name: 'Archive all' }).isDisabled()).toBe(true)
  })
})

/** Chooses entries of the filter menu, and closes it. */
async function filter(page: Page, ...names: readonly string[]): Promise<void> {
  await box(page)
    .getByRole('button', { name: /^Filter/ })
    .click()
  for (const name of names) await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}
