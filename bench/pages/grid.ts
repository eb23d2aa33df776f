import type { Page } from 'playwright'
import { type Dashboard, openOwnDashboard } from '../../e2e/dashboard.ts'
import { ensureBuilt } from '../parts/ready.ts'
import { measureEntities } from './grid/entities.ts'
import { measureTransfer } from './grid/transfer.ts'
import { type Bench, type Figure, median } from '../parts/measure.ts'

const rounds = 7
const rows = 1_000_000
const scrollFrames = 400
/** Three rows a frame, 5,000 px a second, is a strong flick of a wheel; seven rows are dragging the bar. */
const scrollSteps = { 'three rows a frame': 84, 'seven rows a frame': 196 }

/** A million rows of 20 columns: id, name, and six each of whole numbers, texts and moments; the first number has an index. */
const columns = Array.from({ length: 6 }, (_, place) => `n${place} int not null, t${place} text, at${place} timestamptz`).join(', ')
const values = Array.from(
  { length: 6 },
  (_, place) => `(n * ${place + 7}) % 5000, 'text ' || n % ${place + 99}, timestamptz '2024-01-01' + n * interval '1 minute'`,
).join(', ')
const setUp = `
  create table small (id int primary key, name text);
  insert into small values (1, 'the only one');
  create table large (id bigint primary key, name text not null, ${columns});
  insert into large select n, 'row ' || n, ${values} from generate_series(1, ${rows}) n;
  create index on large (n0);
  create table wide (id int primary key, ${Array.from({ length: 1_599 }, (_, place) => `c${place} int default ${place}`).join(', ')});
  insert into wide (id) select n from generate_series(1, 500) n;`

/** What the table editor takes in a browser: opening, leaping, filtering, scrolling, and the memory it then holds. */
export const bench: Bench = async (report) => {
  ensureBuilt()
  await using dashboard = await openOwnDashboard()
  const ref = await dashboard.project('Editor')
  await dashboard.api.queries.run({ params: { ref }, body: { query: setUp, timeout_ms: 600_000 } })
  // as autovacuum leaves a table some time after it was filled
  await dashboard.api.queries.run({ params: { ref }, body: { query: 'vacuum analyze', timeout_ms: 600_000 } })
  await measureRows(dashboard, ref, report)
  await measureEntities(dashboard, report)
  await measureTransfer(dashboard, report)
}

async function measureRows(dashboard: Dashboard, ref: string, report: (figure: Figure) => void): Promise<void> {
  const path = `/project/${ref}/editor?schema=public&table=`
  const each = async (table: string, work: (page: Page) => Promise<number>) => {
    const samples: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const page = await dashboard.open(path + table)
      await page
        .getByRole('gridcell', { name: table === 'small' ? 'the only one' : '1', exact: true })
        .first()
        .waitFor()
      samples.push(await work(page))
      await page.context().close()
    }
    return median(samples)
  }
  const open = (table: string, text: string) =>
    each('small', async (page) => {
      const link = page.getByRole('link', { name: table }).first()
      await link.waitFor()
      return untilCell(page, text, 'click', () => link.click())
    })
  report({ figure: `${rows} × 20: click to first rows`, value: await open('large', 'row 1'), unit: 'ms', goal: '<= 200', judges: 'value' })
  report({ figure: '500 × 1600: click to first rows', value: await open('wide', '12'), unit: 'ms', goal: '<= 1000', judges: 'value' })
  const leap = await each('large', async (page) => {
    await page.getByRole('button', { name: 'Go to row' }).click()
    await page.getByLabel('Row number').fill('900000')
    return untilCell(page, 'row 900000', 'keydown', () => page.keyboard.press('Enter'))
  })
  report({ figure: 'leap to row 900000', value: leap, unit: 'ms', goal: '<= 300', judges: 'value' })
  const filter = await each('large', async (page) => {
    await page.getByRole('gridcell', { name: 'row 1', exact: true }).waitFor()
    await page.getByPlaceholder(/^Filter/).fill('n0 = 4321')
    // the first of the rows whose number times seven ends like this
    return untilCell(page, firstFiltered, 'keydown', () => page.keyboard.press('Enter'))
  })
  report({ figure: 'filter on an indexed column', value: filter, unit: 'ms', goal: '<= 250', judges: 'value' })

  const page = await dashboard.open(`${path}large`)
  await page.getByRole('gridcell', { name: 'row 1', exact: true }).waitFor()
  for (const [name, stepPx] of Object.entries(scrollSteps)) {
    report({ figure: `scrolling ${name}: frame time at p99`, value: await scroll(page, stepPx), unit: 'ms', goal: '<= 50', judges: 'value' })
  }
  report({
    figure: 'JavaScript heap after scrolling, by CDP after a collection',
    value: await heapMb(page),
    unit: 'MB',
    goal: '<= 300',
    judges: 'value',
  })
  await page.context().close()
}

/** n * 7 mod 5000 = 4321 for n = 1331.8…: the least such n is 7 * n = 4321 + 5000 k. */
const firstFiltered = `row ${Array.from({ length: 7 }, (_, k) => (4_321 + 5_000 * k) / 7).find(Number.isInteger)!}`

/**
 * From an event in the page to the frame that shows a cell with this text. It is measured inside of the page, so that the driving of the
 * browser is not.
 */
async function untilCell(page: Page, text: string, event: 'click' | 'keydown', act: () => Promise<void>): Promise<number> {
  // the watch is set up before anything is done, and asked for its finding after
  const watch = await page.evaluateHandle(
    ([sought, kind]) => {
      const found = new Promise<number>((resolve) => {
        document.addEventListener(
          kind!,
          () => {
            const begin = performance.now()
            const look = (): void => {
              const isThere = [...document.querySelectorAll('[role=gridcell]')].some(({ textContent }) => textContent?.trim() === sought)
              requestAnimationFrame(isThere ? () => resolve(performance.now() - begin) : look)
            }
            look()
          },
          { capture: true, once: true },
        )
      })
      return { found }
    },
    [text, event],
  )
  await act()
  return watch.evaluate(({ found }) => found)
}

/** Scrolls without rest, so many pixels a frame; gives the 99th of a hundred frame times. */
async function scroll(page: Page, stepPx: number): Promise<number> {
  const times = await page.evaluate(
    ([count, step]) =>
      new Promise<number[]>((resolve) => {
        const grid = document.querySelector('[role=grid]')!
        const found: number[] = []
        let last = performance.now()
        const next = (now: number): void => {
          found.push(now - last)
          last = now
          grid.scrollTop += step!
          if (found.length < count!) requestAnimationFrame(next)
          else resolve(found)
        }
        requestAnimationFrame(next)
      }),
    [scrollFrames, stepPx],
  )
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
