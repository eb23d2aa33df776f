import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes } from '../accessibility.ts'
import { type BuiltGallery, openGallery } from './gallery/built-gallery.ts'
import { componentPages, expectSound, pages } from './gallery/sound-pages.ts'

let gallery: BuiltGallery

beforeAll(async () => {
  gallery = await openGallery()
})
afterAll(() => gallery[Symbol.asyncDispose]())

test.each([1440, 390])('every page of components is accessible in every theme, silent, and fits at %i px', (width) =>
  expectSound(gallery, componentPages, width),
)

describe('what opens', () => {
  const openers = ['Rename…', 'Long text…', 'Delete project…', 'New row…', 'Menu…', 'Project menu…', 'Table', 'View', 'Filter', 'Commands…']

  test('is accessible in every theme, closes with Escape and gives the focus back', async () => {
    const page = await gallery.open('overlays')
    const opened = page.locator('[role=dialog], [role=menu]')
    for (const name of openers) {
      const opener = page.getByRole('button', { name, exact: true })
      await opener.click()
      await opened.first().waitFor()
      await expectAccessibleInAllThemes(page)
      await page.keyboard.press('Escape')
      await opened.first().waitFor({ state: 'detached' })
      await expect.poll(() => opener.evaluate((element) => element.matches(':focus'))).toBe(true)
    }
  })

  test.each(['Rename…', 'New type…', 'Edit table…'])(
    'has the focus in the first field that waits for text, also in one that comes late: %s',
    async (name) => {
      const page = await gallery.open('overlays')
      const opener = page.getByRole('button', { name, exact: true })
      await opener.press('Enter')
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Escape')
      await opener.and(page.locator(':focus')).waitFor()
    },
  )

  test('gives the focus to the part of the page where what opened it goes, however much later', async () => {
    const page = await gallery.open('overlays', { hasOwnClock: true })
    const opener = page.getByRole('button', { name: 'Pause project…', exact: true })
    await opener.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await opener.and(page.locator(':focus')).waitFor()
    await page.clock.fastForward('10:00')
    await opener.evaluate((element) => element.remove())
    await page.locator('section:focus').waitFor()
  })
})

describe('the frame', () => {
  test('lists every page, finds them by what is on them, and changes theme and width', async () => {
    const page = await gallery.open('actions', { isFramed: true })
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await expect
      .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
      .toEqual(Object.keys(pages).map((id) => `#${id}`))
    await expectAccessible(page)

    await page.getByRole('searchbox', { name: 'Search components' }).fill('replica')
    await expect.poll(() => links.allTextContents()).toEqual(['Source picker'])
    await links.first().click()
    await page.getByRole('heading', { name: 'SourcePicker' }).waitFor()

    await choose(page, 'Theme', 'Light')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
    await choose(page, 'Width', '390 px')
    const inFrame = page.frameLocator('iframe[title="Source picker at 390 px"]')
    await inFrame.getByRole('heading', { name: 'SourcePicker' }).waitFor()
  })
})

test('a button that works on a click takes a double click, and an Enter that is held down, as one, and every click after it', async () => {
  const page = await gallery.open('actions')
  const button = page.getByRole('button', { name: /^Asked for/ })
  await button.dblclick()
  await expect.poll(() => button.textContent()).toBe('Asked for: 1')
  await button.click()
  await page.keyboard.press('Enter')
  await expect.poll(() => button.textContent()).toBe('Asked for: 3')
  // one that is held down comes again and again until it is let go
  for (const _ of 'held') await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => button.textContent()).toBe('Asked for: 5')
})

describe('the copy button (spec §4, §9)', () => {
  test('says Copied for 2000 ms, then Copy again', async () => {
    const page = await gallery.open('actions', { hasOwnClock: true })
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    const place = page.getByRole('region', { name: 'Copy, then Copied for two seconds' })
    await place.getByRole('button', { name: 'Copy', exact: true }).click()
    await place.getByRole('button', { name: 'Copied' }).waitFor()
    await page.clock.runFor(1_999)
    await expect.poll(() => place.getByRole('button').textContent()).toBe('Copied')
    await page.clock.runFor(1)
    await place.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('postgresql://localhost')
  })

  test('says that it can not while the window has no focus', async () => {
    const page = await gallery.open('actions')
    await page.evaluate('document.hasFocus = () => false')
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Unable to copy to clipboard').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Copied' }).count()).toBe(0)
  })

  test('copies on plain http too, where browsers have no clipboard for pages', async () => {
    const page = await gallery.open('actions')
    await page.evaluate("globalThis.clipboard = navigator.clipboard; Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.getByRole('button', { name: 'Copy statement' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await expect.poll(() => page.evaluate('clipboard.readText()')).toBe('select 1')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Copied')
  })
})

describe('errors (spec §8)', () => {
  test('come with advice and a way to support that knows what went wrong', async () => {
    const page = await gallery.open('feedback')
    const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
    await alert.getByText('Error: Something went wrong on our side').waitFor()
    await alert.getByText('Try refreshing your browser, but if the issue persists, please reach out to us via support.').waitFor()
    const support = async () => new URL((await alert.getByRole('link', { name: 'Contact support' }).getAttribute('href'))!, 'http://localhost')
    await expect.poll(async () => (await support()).pathname).toBe('/support/new')
    await expect
      .poll(async () => Object.fromEntries((await support()).searchParams))
      .toEqual({
        category: 'dashboard_bug',
        ref: 'abcdefghijklmnopqrst',
        subject: 'Failed to load branches',
        error: 'Something went wrong on our side',
      })
    await page.getByText('Error: 503 Service Temporarily Unavailable').waitFor()
    await expect.poll(() => page.getByText('upstream answered').count()).toBe(0)
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'already has a project' }).getByRole('link').count()).toBe(0)
  })

  test('an upcoming change has the texts of the specification (§2)', async () => {
    const page = await gallery.open('feedback')
    await page.getByText('Upcoming change', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Read the accouncement' }).getAttribute('target')).toBe('_blank')
  })
})

test('an avatar whose picture does not load shows the icon', async () => {
  const page = await gallery.open('display')
  const broken = page.getByRole('img', { name: 'Broken picture' })
  await expect.poll(() => broken.locator('img').count()).toBe(0)
  await expect.poll(() => broken.locator('svg').count()).toBe(3)
  await expect.poll(() => page.getByRole('img', { name: 'Ada Lovelace' }).first().locator('img').count()).toBe(1)
})

describe('a long list', () => {
  test('of 10,000 entries is a few in the page, and the keyboard gets to its end', async () => {
    const page = await gallery.open('lists')
    const list = page.getByRole('region', { name: 'Ten thousand entries' })
    await list.getByText('Entry 1', { exact: true }).waitFor()
    const entries = list.getByRole('listitem')
    await expect.poll(() => entries.count()).toBeLessThan(100)
    await list.focus()
    await page.keyboard.press('End')
    await list.getByText('Entry 10000').waitFor()
    await expect.poll(() => entries.last().getAttribute('aria-posinset')).toBe('10000')
    await expect.poll(() => entries.last().getAttribute('aria-setsize')).toBe('10000')
    await expect.poll(() => entries.count()).toBeLessThan(100)
    await list.getByText('That is all.').waitFor()
  })

  test('keeps the entry that has the focus while one looks elsewhere', async () => {
    const page = await gallery.open('lists')
    const list = page.getByRole('region', { name: 'Ten thousand entries' })
    await list.getByRole('button', { name: 'Archive Entry 3', exact: true }).focus()
    await list.evaluate((element) => element.scrollTo(0, 180_000))
    await list.getByText('Entry 5001', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Archive Entry 3')
  })

  test('asks for the next page near the end, once each, until there is none', async () => {
    const page = await gallery.open('lists')
    const list = page.getByRole('region', { name: 'Entries by pages' })
    await list.focus()
    const isAtEnd = async () => {
      await page.keyboard.press('End')
      return list.getByText('Entry 300', { exact: true }).isVisible()
    }
    await expect.poll(isAtEnd).toBe(true)
    await list.getByText('That is all.').waitFor()
    await expect.poll(() => list.getByRole('listitem').last().getAttribute('aria-setsize')).toBe('300')
  })
})

describe('the sheet from below (spec §2, §9)', () => {
  test('is 85dvh high, stays when a keyboard takes height, and closes when the width changes', async () => {
    const page = await gallery.open('overlays', { width: 390 })
    const sheet = page.getByRole('dialog', { name: 'Project' })
    await page.getByRole('button', { name: 'Project menu…' }).click()
    await expect.poll(async () => (await sheet.boundingBox())?.y).toBeCloseTo(135, 0)
    await expect.poll(() => sheet.boundingBox()).toMatchObject({ x: 0, width: 390, height: 765 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 600 })
    await expect.poll(async () => (await sheet.boundingBox())?.height).toBe(510)
    await page.setViewportSize({ width: 600, height: 600 })
    await sheet.waitFor({ state: 'hidden' })
  })

  test('closes when the route changes, and not before', async () => {
    const page = await gallery.open('overlays', { width: 390 })
    const sheet = page.getByRole('dialog', { name: 'Project' })
    await page.getByRole('button', { name: 'Project menu…' }).click()
    await sheet.getByRole('button', { name: 'Go to another page' }).click()
    await sheet.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Project menu…' }).click()
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
  })
})

describe('the source picker (spec §2, §4, §8, §9)', () => {
  const picker = (page: Page, specimen: string) => page.getByRole('region', { name: specimen }).getByRole('button', { name: /^Source/ })

  test('lists the primary first and lets only healthy replicas be chosen', async () => {
    const page = await gallery.open('source-picker')
    const button = picker(page, 'Replicas in every state, with links')
    await button.click()
    const rows = page.getByRole('dialog', { name: 'Source' }).getByRole('listitem')
    await expect
      .poll(() => rows.allTextContents())
      .toEqual([
        'Primary database',
        'Read replica, East US (North Virginia)kfzqx',
        'Read replica, Oceania (Sydney)mwbve coming up',
        'Read replica, South America (São Paulo)pqnrt coming up',
        'Read replica, North EU (Stockholm)zzkfa not healthy',
      ])
    await expectAccessible(page)
    await rows.nth(1).getByRole('button').click()
    await expect.poll(() => button.textContent()).toBe('SourceRead replica, East US (North Virginia)kfzqx')
  })

  test('says why a replica takes no requests, and where to look, to the pointer and to the keyboard', async () => {
    const page = await gallery.open('source-picker')
    const button = picker(page, 'Replicas in every state, with links')
    await button.click()
    const list = page.getByRole('list', { name: 'Sources' })
    await list.getByRole('button', { name: /mwbve/ }).hover()
    await page.getByText('Replica unable to accept requests as its coming up').waitFor()
    await list.getByRole('button', { name: 'Primary database' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const reason = page.getByRole('dialog', { name: 'Replica unable to accept requests as its not healthy' })
    await reason.waitFor()
    const link = reason.getByRole('link', { name: 'Infrastructure settings' })
    await expect.poll(() => link.evaluate((element) => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Escape')
    await reason.waitFor({ state: 'hidden' })
    await expect.poll(() => button.textContent()).toBe('SourcePrimary database')
  })

  test('scrolls at 210 px above seven, and leads to a new replica only where there is a page for it', async () => {
    const page = await gallery.open('source-picker')
    await picker(page, 'More than seven: the list scrolls').click()
    const list = page.getByRole('list', { name: 'Sources' })
    await expect.poll(async () => (await list.boundingBox())?.height).toBe(210)
    await expect.poll(() => list.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(210)
    await expect.poll(() => page.getByRole('link', { name: 'Create a new read replica' }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await picker(page, 'The primary alone').click()
    await list.waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Create a new read replica' }).count()).toBe(0)
  })
})

describe('date and time', () => {
  test('keep their limits and say which', async () => {
    const page = await gallery.open('date-time', { timezoneId: 'America/New_York' })
    const picker = page.getByRole('group', { name: 'Restore to', exact: true })
    const value = page.getByLabel('Value of Restore to', { exact: true })
    await picker.getByLabel('Date').fill('2026-11-14')
    await picker.getByLabel('Time', { exact: true }).fill('04:59:59')
    await picker.getByText('Not before 2026-11-14 05:00:00').waitFor()
    await expect.poll(() => value.textContent()).toBe('none')
    await picker.getByLabel('Time', { exact: true }).fill('05:00:00')
    await expect.poll(() => value.textContent()).toBe('2026-11-14T10:00:00.000Z')
    await picker.getByLabel('Date').fill('2026-11-22')
    await picker.getByText('Not after 2026-11-21 10:30:00').waitFor()
    await expect.poll(() => value.textContent()).toBe('none')
  })

  test('are typed by keyboard, and stay the same moment by another clock', async () => {
    const page = await gallery.open('date-time', { timezoneId: 'America/New_York' })
    const picker = page.getByRole('group', { name: 'Expires at' })
    const value = page.getByLabel('Value of Expires at')
    await picker.getByLabel('Date').focus()
    await page.keyboard.type('12242026')
    await picker.getByLabel('Time', { exact: true }).focus()
    await page.keyboard.type('183005')
    await expect.poll(() => value.textContent()).toBe('2026-12-24T23:30:05.000Z')
    await picker.getByText('Your time, UTC−05:00').waitFor()
    await picker.getByRole('radio', { name: 'Local' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => picker.getByLabel('Time', { exact: true }).inputValue()).toBe('23:30:05')
    await expect.poll(() => value.textContent()).toBe('2026-12-24T23:30:05.000Z')
    await picker.getByRole('button', { name: 'Clear Expires at' }).click()
    await expect.poll(() => value.textContent()).toBe('none')
    await expect.poll(() => picker.getByLabel('Date').inputValue()).toBe('')
  })
})

describe('a chart', () => {
  test('is read by arrow keys, and others with it', async () => {
    const page = await gallery.open('charts', { timezoneId: 'UTC' })
    const reader = page.getByRole('slider', { name: 'Connections, value by value' })
    const other = page.getByRole('slider', { name: 'Queries per second, value by value' })
    await reader.focus()
    const spoken = () => reader.getAttribute('aria-valuetext')
    await page.keyboard.press('Home')
    await expect.poll(spoken).toMatch(/^Nov 21, 13:07: Connections \d+$/)
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageDown')
    await expect.poll(spoken).toMatch(/^Nov 21, 13:27: Connections \d+$/)
    await expect.poll(() => other.getAttribute('aria-valuetext')).toBe('Nov 21, 13:27: Queries not measured')
    await page.keyboard.press('Escape')
    await expect.poll(() => other.getAttribute('aria-valuetext')).toMatch(/^Nov 21, 14:06/)
  })

  test('is read by the pointer, and says the latest when it leaves', async () => {
    const page = await gallery.open('charts', { timezoneId: 'UTC' })
    const chart = page.getByRole('figure', { name: 'Connections' })
    const box = (await chart.getByRole('slider').boundingBox())!
    await page.mouse.move(box.x + 1, box.y + 40)
    await chart.getByText('Nov 21, 13:07', { exact: true }).waitFor()
    await page.mouse.move(box.x + box.width / 2, box.y + 40)
    await chart.getByText(/^Nov 21, 13:3[67]$/).waitFor()
    await page.mouse.move(0, 0)
    await chart.getByText('Nov 21, 14:06', { exact: true }).waitFor()
  })
})

async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select }).click()
  await page.getByRole('option', { name: option }).click()
}
