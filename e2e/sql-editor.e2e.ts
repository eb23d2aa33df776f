import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from './accessibility.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('SQL')
  await run("create table inventory (id int primary key, label text); insert into inventory values (1, 'lamp')")
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })
const openEditor = async (options: Parameters<Dashboard['open']>[1] = {}): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/sql/new`, options)
  await page.getByRole('textbox', { name: 'SQL' }).waitFor()
  return page
}
const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

describe('running', () => {
  let page: Page
  // each test writes over the text of the one before
  beforeAll(async () => {
    page = await openEditor()
  })

  test('several statements give several results', async () => {
    await write(page, 'select 1 as one;\nselect label, null as nothing from inventory;\ncreate temp table made (a int);')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('tab', { name: 'Result 2' }).click()
    await page.getByRole('gridcell', { name: 'lamp' }).waitFor()
    await page.getByRole('gridcell', { name: 'NULL' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.getByText('CREATE TABLE').first().waitFor()
  })

  test('only the selection runs when there is one', async () => {
    await write(page, 'select 42 as answer')
    await page.keyboard.press('ControlOrMeta+a')
    await page.getByRole('button', { name: 'Run selection' }).click()
    await page.getByRole('gridcell', { name: '42' }).waitFor()
  })

  test('an error is underlined where it is, counted in characters', async () => {
    await write(page, "select '🚀🚀' as rocket,\n  labell from inventory")
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('column "labell" does not exist').waitFor()
    await page.getByText('Line 2, column 3').waitFor()
    await expect.poll(() => page.locator('.cm-lintRange-error').allTextContents()).toEqual(['labell'])
    await expectAccessible(page)
  })

  test('a slow query is cancelled for real, also when that is asked for before it arrives, and the page lives on', async () => {
    await write(page, 'select pg_sleep(1000)')
    const isReleased = Promise.withResolvers<void>()
    await page.route(`**/pg-meta/${ref}/runs`, async (route) => {
      await isReleased.promise
      await route.continue()
    })
    const top = async (): Promise<number | undefined> => (await page.getByRole('textbox', { name: 'SQL' }).boundingBox())?.y
    const before = await top()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await expect.poll(top).toBe(before)
    const tooEarly = page.waitForResponse((response) => response.url().endsWith('/query/cancel'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect((await tooEarly).status()).toBe(404)
    isReleased.resolve()
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
    await page.unroute(`**/pg-meta/${ref}/runs`)
    // the button that was pressed is gone
    await expect.poll(() => page.getByRole('button', { name: 'Run', exact: true }).evaluate((button) => button === document.activeElement)).toBe(true)
    const active = "select count(*) from pg_stat_activity where query like '%pg_sleep(1000)%' and state = 'active' and pid <> pg_backend_pid()"
    await expect.poll(async () => (await run(active)).results[0]!.rows).toEqual([['0']])
    await write(page, 'select 7 as lucky')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('gridcell', { name: '7', exact: true }).waitFor()
  })

  test('five million rows show the first thousand, and say so', async () => {
    await write(page, 'select * from generate_series(1, 5000000)')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page
      .getByText(/first 1,000/i)
      .first()
      .waitFor()
    await page.getByRole('gridcell', { name: '1', exact: true }).first().waitFor()
  })

  test('a connection that is lost is said in words', async () => {
    await write(page, 'select pg_sleep(900)')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const find = "select pid from pg_stat_activity where query like '%pg_sleep(900)%' and pid <> pg_backend_pid()"
    await expect.poll(async () => (await run(find)).results[0]!.rows.length).toBe(1)
    await run(`select pg_terminate_backend(pid) from (${find}) as found`)
    await page.getByRole('heading', { name: 'The connection was ended' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(true)
  })
})

describe('writing', () => {
  test('what was written is there after a reload', async () => {
    const page = await openEditor()
    await write(page, '-- a thought worth keeping')
    await page.reload()
    await page.getByText('-- a thought worth keeping').waitFor()
  })

  test('an editor that comes late leaves the focus to who is elsewhere by then', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await page.getByRole('button', { name: 'Switch project' }).click()
    await page.getByRole('option', { name: 'SQL' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    const isReleased = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await isReleased.promise
      await route.continue()
    })
    const isAsked = page.waitForRequest('**/assets/*.js')
    await page.getByRole('link', { name: 'SQL Editor' }).click()
    await isAsked
    await page.getByRole('button', { name: 'Switch project' }).click()
    const search = page.getByRole('combobox', { name: 'Search projects' }).and(page.locator(':focus'))
    await search.waitFor()
    isReleased.resolve()
    await page.locator('.cm-content').waitFor()
    await page.keyboard.type('q')
    await expect.poll(() => search.inputValue()).toBe('q')
  })

  test('tables and columns are completed, also when that is asked for before they are known', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    const isReleased = Promise.withResolvers<void>()
    await page.route(`**/pg-meta/${ref}/query`, async (route) => {
      await isReleased.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'SQL Editor' }).click()
    await write(page, 'select * from inv')
    await page.keyboard.press('Control+Space')
    isReleased.resolve()
    await page.getByRole('option', { name: /inventory/ }).waitFor()
  })
})

describe('what can not be undone', () => {
  const exists = async (table: string) => (await run(`select to_regclass('${table}') is not null`)).results[0]!.rows[0]![0]
  const start = async (page: Page, text: string) => {
    await write(page, text)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
  }
  const question = (page: Page) => page.getByRole('dialog', { name: 'Run this query?' })
  const safe = (page: Page) => question(page).getByRole('button', { name: 'Cancel' })
  /** Open, with the keys in it. */
  const asked = (page: Page) => safe(page).and(page.locator(':focus')).waitFor()

  test('a table is dropped only when that is confirmed', async () => {
    await run('create table doomed (id int)')
    const page = await openEditor()
    await write(page, 'select 1;\n-- gone\nDROP TABLE doomed')
    await page.keyboard.press('ControlOrMeta+Enter')
    await question(page).getByText('Drops table doomed').waitFor()
    await question(page).getByText('Line 3').waitFor()
    await question(page).getByText('You can’t undo this').waitFor()
    await asked(page)
    await expectAccessible(page)
    for (const giveUp of ['Enter', 'Escape']) {
      await page.keyboard.press(giveUp)
      await question(page).waitFor({ state: 'hidden' })
      await expect.poll(() => exists('doomed')).toBe('t')
      await page.getByText('Results appear here').waitFor()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await asked(page)
    }
    await question(page).getByRole('button', { name: 'Run anyway' }).click()
    await expect.poll(() => exists('doomed')).toBe('f')
  })

  test('rows are deleted unasked only where a condition says which', async () => {
    await run('create table kept as select generate_series(41, 43) as id')
    const page = await openEditor()
    await start(page, 'delete from kept where id = 41 returning id as went')
    await page.getByRole('gridcell', { name: '41', exact: true }).waitFor()
    await start(page, 'delete from kept')
    await question(page).getByText('Deletes all rows of kept').waitFor()
    await safe(page).click()
    await question(page).waitFor({ state: 'hidden' })
    expect((await run('select count(*) from kept')).results[0]!.rows).toEqual([['2']])
  })

  test('what destroys nothing, is no SQL or is too long to be read runs unasked', async () => {
    const page = await openEditor()
    await page.evaluate(watchDialogs)
    await start(page, 'select 41 as number')
    await page.getByRole('gridcell', { name: '41', exact: true }).waitFor()
    await start(page, "select 'drop table inventory' as harmless")
    await page.getByRole('gridcell', { name: 'drop table inventory' }).waitFor()
    await start(page, 'drop tabel inventory')
    await page.getByText('syntax error at or near "tabel"').waitFor()
    await run('create table large (id int)')
    await page.evaluate(
      (text) =>
        (globalThis as unknown as { navigator: { clipboard: { writeText(text: string): Promise<void> } } }).navigator.clipboard.writeText(text),
      `drop table large;\n${`-- ${'x'.repeat(97)}\n`.repeat(30_000)}`,
    )
    await page.getByRole('textbox', { name: 'SQL' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+v')
    await page.getByText('x'.repeat(97)).first().waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(() => exists('large')).toBe('f')
    await expect.poll(() => page.evaluate(() => (globalThis as { sawDialog?: boolean }).sawDialog)).toBe(false)
  })

  test('the parser is there before it is needed, and only in the editor', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    const parsers: string[] = []
    page.context().on('request', (request) => request.url().includes('libpg-query') && parsers.push(request.url()))
    await page.getByText('Active', { exact: true }).first().waitFor()
    await page.evaluate(
      () => new Promise((idle) => (globalThis as unknown as { requestIdleCallback(then: (value: unknown) => void): void }).requestIdleCallback(idle)),
    )
    expect(parsers).toEqual([])
    await page.goto(`${dashboard.url}/project/${ref}/sql/new`)
    await expect.poll(() => parsers.length).toBeGreaterThan(0)
  })

  test('is told on a phone, in every theme, and the editor behind it fits', async () => {
    const page = await openEditor({ width: 390 })
    await expectNoSidewaysScroll(page)
    await expectAccessibleInAllThemes(page)
    await start(page, 'drop table a;\n'.repeat(120))
    await question(page).getByText('And 20 more').waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInAllThemes(page)
  })
})

/** In the page: notes whether a dialog is ever there, however shortly. */
function watchDialogs(): void {
  const page = globalThis as unknown as {
    sawDialog: boolean
    document: { body: object; querySelector(selector: string): object | null }
    MutationObserver: new (changed: () => void) => { observe(place: object, options: object): void }
  }
  page.sawDialog = false
  const look = () => {
    page.sawDialog ||= page.document.querySelector('[role=dialog], [role=alertdialog]') !== null
  }
  new page.MutationObserver(look).observe(page.document.body, { childList: true, subtree: true })
}
