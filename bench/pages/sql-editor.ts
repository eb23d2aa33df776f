import pg from 'pg'
import type { Page, Request } from 'playwright'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dashboard, openOwnDashboard } from '../../e2e/dashboard.ts'
import { addressOf } from '../../e2e/recovery/installation.ts'
import { ensureBuilt } from '../parts/ready.ts'
import { type Bench, type Figure, median, timed } from '../parts/measure.ts'
import { openBareEditor, openBareQuery } from '../peers/bare-pages.ts'
import { type Sought, tabMemoryMb, typingTimes, watchBlocking, watchFrom } from '../parts/page-probes.ts'

const rounds = 7
const rows = 100_000
const tables = 10_000
const scriptLines = 5_000
/** What comes after the page is there belongs to the editor's code, too. */
const settleMs = 2_000
const betweenKeysMs = 100

/** Ten columns: two numbers, four texts, two moments, a document and a list. */
const wholeResult = `select n, n * 7 as n7, 'row ' || n as label, md5(n::text) as a, md5((n + 1)::text) as b, repeat('x', n % 20) as c,
  timestamptz '2024-01-01' + n * interval '1 minute' as at, date '2024-01-01' + n % 1000 as on_day, jsonb_build_object('n', n) as doc, array[n, n + 1] as list
  from generate_series(1, ${rows}) n`

/** What the SQL editor takes in a browser: results of any size, the way of a query to the screen, completion and typing; its code. */
export const bench: Bench = async (report) => {
  ensureBuilt()
  await using dashboard = await openOwnDashboard()
  const ref = await dashboard.project('Editor')
  await measureCode(dashboard, ref, report)
  await measureResult(dashboard, ref, report)
  await measureRun(dashboard, ref, report)
  await measureTyping(dashboard, ref, report)
  await measureCompletion(dashboard, ref, report)
}

async function openEditor(dashboard: Dashboard, ref: string): Promise<Page> {
  const page = await dashboard.open('/platform/docs') // signed in, and without our scripts
  await page.evaluate(() => localStorage.setItem('sql-row-limit', 'all'))
  await page.goto(`${dashboard.url}/project/${ref}/sql/new`)
  await page.getByRole('textbox', { name: 'SQL' }).click()
  return page
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** As from the clipboard: typing a long text at once is no way in which texts come. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL' }).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

const cell = (text: string): Sought => ({ selector: '[role=gridcell]', text })

async function measureResult(dashboard: Dashboard, ref: string, report: (figure: Figure) => void): Promise<void> {
  const first: number[] = []
  const whole: number[] = []
  const blocked: number[] = []
  const memory: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const page = await openEditor(dashboard, ref)
    await write(page, wholeResult)
    await sleep(settleMs)
    const longest = await watchBlocking(page)
    const shown = await watchFrom(page, 'keydown', cell('row 1'))
    const all = await watchFrom(page, 'keydown', { selector: `[role=grid][aria-rowcount="${rows + 1}"]` })
    await page.keyboard.press('ControlOrMeta+Enter')
    first.push(await shown.found())
    whole.push(await all.found())
    await page.evaluate(() => {
      const grid = document.querySelector('[role=grid]')!
      grid.scrollTop = grid.scrollHeight
    })
    await page.getByRole('gridcell', { name: `row ${rows}`, exact: true }).waitFor()
    blocked.push(await longest())
    memory.push(await tabMemoryMb(page))
    await page.context().close()
  }
  const name = `${rows} × 10`
  report({ figure: `${name}: Run to first rows`, value: median(first), unit: 'ms', goal: '<= 250', judges: 'value' })
  report({ figure: `${name}: Run to all of them, which scroll to the last`, value: median(whole), unit: 'ms', goal: '<= 5000', judges: 'value' })
  report({ figure: `${name}: longest time without an answer meanwhile`, value: median(blocked), unit: 'ms', goal: '<= 100', judges: 'value' })
  report({ figure: `${name}: memory of the tab (PSS)`, value: median(memory), unit: 'MB', goal: '<= 350', judges: 'value' })
}

async function measureRun(dashboard: Dashboard, ref: string, report: (figure: Figure) => void): Promise<void> {
  const { host, port, user, database, password } = addressOf(await dashboard.api.projects.retrieve({ params: { ref } }))
  const driver = new pg.Client({ host, port, user, database, password })
  await driver.connect()
  const page = await openEditor(dashboard, ref)
  const least = await openBareQuery(dashboard, ref)
  const shown: number[] = []
  const bare: number[] = []
  const leastShown: number[] = []
  for (let round = 0; round < rounds * 3; round += 1) {
    const answer = String(1_000 + round)
    await write(page, `select ${answer}`)
    await sleep(300)
    bare.push(await timed(() => driver.query(`select ${answer}`)))
    // long before the key that runs it, as a hand does
    await page.keyboard.down('ControlOrMeta')
    await sleep(betweenKeysMs)
    const watch = await watchFrom(page, 'keydown', cell(answer))
    await page.keyboard.press('Enter')
    await page.keyboard.up('ControlOrMeta')
    shown.push(await watch.found())
    await least.page.bringToFront()
    await least.ask(`select ${answer}`)
    await sleep(300)
    const leastWatch = await watchFrom(least.page, 'keydown', { selector: 'output', text: answer })
    await least.page.keyboard.press('Enter')
    leastShown.push(await leastWatch.found())
    await page.bringToFront()
  }
  await driver.end()
  await page.context().close()
  await least.page.context().close()
  const value = median(shown) - median(bare)
  report({ figure: 'select 1: Run to shown, over the bare query', value, unit: 'ms', against: median(bare), goal: '<= 30', judges: 'value' })
  const leastValue = median(leastShown) - median(bare)
  report({ figure: 'the same by a page that only asks and writes the answer', value: leastValue, unit: 'ms', goal: 'a limit', judges: 'value' })
}

async function measureTyping(dashboard: Dashboard, ref: string, report: (figure: Figure) => void): Promise<void> {
  const own = await typeInto(await openEditor(dashboard, ref))
  const bare = await typeInto(await openBareEditor(dashboard))
  const figure = `typing in ${scriptLines} lines: work per key at p95`
  report({ figure, value: own, unit: 'ms', against: bare, goal: '<= 16', judges: 'value' })
}

/** Milliseconds of work for a key, at p95, in a long script: the median of some lines. */
async function typeInto(page: Page): Promise<number> {
  const lines = Array.from(
    { length: scriptLines },
    (_, line) => `insert into measurements (id, label, at) values (${line}, 'line ${line}', now()); -- ${line}`,
  )
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await paste(page, lines.join('\n'))
  await sleep(settleMs)
  // where there is text on both sides
  await page.keyboard.press('ControlOrMeta+Home')
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const times = await typingTimes(page, 'select label, at from measurements where id = 12 and label = 5 order by at limit 10;')
    values.push(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!)
  }
  await page.context().close()
  return median(values)
}

async function measureCompletion(dashboard: Dashboard, ref: string, report: (figure: Figure) => void): Promise<void> {
  const create = `do $$ begin for i in 1..${tables} loop execute format('create table table_%s (id int primary key, label text, made_at timestamptz)', i);
    if i % 500 = 0 then commit; end if; end loop; end $$`
  await dashboard.api.queries.run({ params: { ref }, body: { query: create, timeout_ms: 600_000 } })
  await dashboard.api.queries.run({ params: { ref }, body: { query: 'vacuum analyze pg_class', timeout_ms: 600_000 } })
  const page = await openEditor(dashboard, ref)
  await sleep(settleMs * 3)
  const samples: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const name = `table_${5_000 + round * 7}`
    await write(page, `select * from ${name.slice(0, -1)}`)
    await page.keyboard.press('Escape')
    await sleep(500)
    const watch = await watchFrom(page, 'keydown', { selector: '.cm-tooltip-autocomplete .cm-completionLabel', text: name })
    await page.keyboard.press('Control+Space')
    samples.push(await watch.found())
    await page.keyboard.press('Escape')
  }
  await page.context().close()
  report({ figure: `completion among ${tables} tables: key to list`, value: median(samples), unit: 'ms', goal: '<= 50', judges: 'value' })
}

/** JavaScript that the editor's route transfers beside what every page of a project has, as the server sends it: compressed. */
async function measureCode(dashboard: Dashboard, ref: string, report: (figure: Figure) => void): Promise<void> {
  const scriptsOf = async (path: string, isThere: (page: Page) => Promise<void>): Promise<Map<string, number>> => {
    const page = await dashboard.open('/platform/docs')
    const scripts: Request[] = []
    page.on('requestfinished', (request) => void (/\.js(\?|$)/.test(request.url()) && scripts.push(request)))
    await page.goto(dashboard.url + path)
    await isThere(page)
    await sleep(settleMs)
    const sizes = await Promise.all(scripts.map(async (request) => [request.url(), (await request.sizes()).responseBodySize] as const))
    await page.context().close()
    return new Map(sizes)
  }
  const home = await scriptsOf(`/project/${ref}`, (page) => page.getByText('Active', { exact: true }).first().waitFor())
  const editor = await scriptsOf(`/project/${ref}/sql/new`, (page) => page.getByRole('textbox', { name: 'SQL' }).waitFor())
  const bytes = [...editor].reduce((sum, [url, size]) => (home.has(url) ? sum : sum + size), 0)
  report({ figure: 'JavaScript of the editor, compressed', value: bytes / 1024, unit: 'KB', goal: '<= 350', judges: 'value' })
}
