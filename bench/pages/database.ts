import type { Page } from 'playwright'
import { type Dashboard, openOwnDashboard } from '../../e2e/dashboard.ts'
import { ensureBuilt } from '../parts/ready.ts'
import { type Bench, type Figure, median } from '../parts/measure.ts'

const rounds = 5
const tables = 500
const panFrames = 180

/** Tables of 4 to 13 columns, each but the first referring to one or two of those before it: so they all hang together. */
const setUp = `
  create schema large;
  do $do$ begin
    for n in 1..${tables} loop
      execute format('create table large.table_%s (id int primary key, ref_a int, ref_b int, %s)', n::text,
        (select string_agg('column_' || c || ' text', ', ') from generate_series(1, 1 + n % 10) c));
      continue when n = 1;
      execute format('alter table large.table_%s add foreign key (ref_a) references large.table_%s', n::text, (1 + (n * 7919) % (n - 1))::text);
      continue when n % 3 > 0;
      execute format('alter table large.table_%s add foreign key (ref_b) references large.table_%s', n::text, (1 + (n * 104729) % (n - 1))::text);
    end loop;
  end $do$;
  create table here (id int primary key);`

/** What a large project has, in schema public, made so many at a time: each takes a lock until its transaction ends. */
const listed = { tables: 10_000, functions: 5_000, batch: 500 } as const
const makeTables = `do $do$ begin
  for n in FROM..TO loop
    execute format('create table listed_%s (id int primary key, owner int, name text)', n::text);
    execute format('create index listed_%s_owner on listed_%s (owner)', n::text, n::text);
  end loop;
end $do$`
const makeFunctions = `do $do$ begin
  for n in 1..${listed.functions} loop
    execute format('create function listed_%s(a int, b text) returns int language sql return a', n::text);
  end loop;
end $do$`
/** Pages of the section, by the words of their menu; each has twice as many indexes as tables. */
const lists = ['Tables', 'Functions', 'Indexes'] as const

/** The database section at the size that large projects have. */
export const bench: Bench = async (report) => {
  ensureBuilt()
  await using dashboard = await openOwnDashboard()
  await measureDiagram(dashboard, report)
  await measureLists(dashboard, report)
}

async function measureLists(dashboard: Dashboard, report: (figure: Figure) => void): Promise<void> {
  const ref = await dashboard.project('Lists')
  const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query, timeout_ms: 600_000 } })
  for (let from = 1; from <= listed.tables; from += listed.batch) {
    await run(makeTables.replace('FROM', String(from)).replace('TO', String(from + listed.batch - 1)))
  }
  await run(makeFunctions)
  await run('analyze')
  for (const list of lists) {
    const samples: ListTimes[] = []
    for (let round = 0; round < rounds; round += 1) samples.push(await openList(dashboard, ref, list))
    const figure = `${list.toLowerCase()}, ${listed.tables} tables, ${listed.functions} functions and ${2 * listed.tables} indexes`
    report({ figure: `${figure}: content`, value: median(samples.map(({ content }) => content)), unit: 'ms', goal: '<= 400', judges: 'value' })
    report({ figure: `${figure}: search`, value: median(samples.map(({ search }) => search)), unit: 'ms', goal: '<= 50', judges: 'value' })
  }
}

interface ListTimes {
  readonly content: number
  readonly search: number
}

/** From a click in the section's menu to the frame with the first entry, and from a letter in the search to the frame with what it leaves; in ms. */
async function openList(dashboard: Dashboard, ref: string, list: string): Promise<ListTimes> {
  const page = await dashboard.open(`/project/${ref}/database/extensions`)
  await page.getByRole('table', { name: 'Extensions' }).waitFor()
  const content = await page.getByRole('link', { name: list, exact: true }).evaluate((link, title) => {
    return new Promise<number>((resolve) => {
      const begin = performance.now()
      const look = (): void => {
        const isThere = document.querySelector(`[aria-label="${title}"] [data-entry]`) !== null
        requestAnimationFrame(isThere ? () => resolve(performance.now() - begin) : look)
      }
      ;(link as HTMLElement).click()
      look()
    })
  }, list)
  await page.getByLabel(`Search ${list.toLowerCase()}`).fill('listed_9')
  await page.locator('output').filter({ hasText: ' of ' }).waitFor()
  const search = await page.getByLabel(`Search ${list.toLowerCase()}`).evaluate((field) => {
    return new Promise<number>((resolve) => {
      const count = () => [...document.querySelectorAll('output')].map(({ textContent }) => textContent).join(' ')
      const before = count()
      const begin = performance.now()
      const look = (): void => void requestAnimationFrame(count() === before ? look : () => resolve(performance.now() - begin))
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'listed_99')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      look()
    })
  })
  await page.context().close()
  return { content, search }
}

async function measureDiagram(dashboard: Dashboard, report: (figure: Figure) => void): Promise<void> {
  const ref = await dashboard.project('Database')
  await dashboard.api.queries.run({ params: { ref }, body: { query: setUp, timeout_ms: 600_000 } })
  const samples: number[] = []
  for (let round = 0; round < rounds; round += 1) samples.push(await openDiagram(dashboard, ref))
  report({
    figure: `diagram of ${tables} tables, asked for, laid out and drawn`,
    value: median(samples),
    unit: 'ms',
    goal: '<= 1500',
    judges: 'value',
  })

  const page = await dashboard.open(`/project/${ref}/database/schemas?schema=large`)
  await page.locator('.react-flow__node').first().waitFor()
  const whole = await pan(page)
  report({ figure: `diagram of ${tables} tables, panned in whole: frame time at p95`, value: whole, unit: 'ms', goal: '<= 17', judges: 'value' })
  await page.goto(`${dashboard.url}/project/${ref}/database/schemas?schema=large&table=table_250`)
  await page.getByText('Relations of table_250').waitFor()
  const near = await pan(page)
  report({ figure: `diagram of ${tables} tables, panned from near: frame time at p95`, value: near, unit: 'ms', goal: '<= 17', judges: 'value' })
}

/** From the choice of the schema to the frame that has its tables, in a browser that has drawn another diagram before. */
async function openDiagram(dashboard: Dashboard, ref: string): Promise<number> {
  const page = await dashboard.open(`/project/${ref}/database/schemas`)
  await page.getByRole('group', { name: /^Table here,/ }).waitFor()
  await page.getByRole('combobox', { name: 'Schema' }).click()
  const option = page.getByRole('option', { name: 'large' })
  await option.waitFor()
  const ms = await option.evaluate((element) => {
    return new Promise<number>((resolve) => {
      const begin = performance.now()
      const look = (): void => {
        const isThere = document.querySelector('.react-flow__node[aria-label^="Table table_"]') !== null
        requestAnimationFrame(isThere ? () => resolve(performance.now() - begin) : look)
      }
      ;(element as HTMLElement).click()
      look()
    })
  })
  await page.context().close()
  return ms
}

/** Drags the diagram in circles, some way in each frame; gives the 95th of a hundred frame times. */
async function pan(page: Page): Promise<number> {
  return page.locator('.react-flow__pane').evaluate((pane, frames) => {
    return new Promise<number>((resolve) => {
      const times: number[] = []
      const send = (type: string, target: EventTarget, step: number): void => {
        const angle = (step / 60) * 2 * Math.PI
        const [clientX, clientY] = [700 + 250 * Math.cos(angle), 450 + 250 * Math.sin(angle)]
        target.dispatchEvent(new MouseEvent(type, { view: window, bubbles: true, cancelable: true, button: 0, buttons: 1, clientX, clientY }))
      }
      send('mousedown', pane, 0)
      let last = performance.now()
      const step = (now: number): void => {
        times.push(now - last)
        last = now
        send('mousemove', window, times.length)
        if (times.length < frames) return void requestAnimationFrame(step)
        send('mouseup', window, times.length)
        // the first frames come after what was under way before
        const sorted = times.slice(10).sort((a, b) => a - b)
        resolve(sorted[Math.floor(sorted.length * 0.95)]!)
      }
      requestAnimationFrame(step)
    })
  }, panFrames)
}
