import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Cookie } from 'playwright'
import { median } from './measure.ts'
import type { Sought } from './page-probes.ts'

/** A link that is opened, and how its content is recognized. */
export interface DeepLink {
  readonly url: string
  readonly sought: Sought
}

/** How one visit went; times in milliseconds since the navigation began. */
export interface Visit {
  /** The end of the first frame that shows the content. */
  readonly shown: number
  readonly firstContentfulPaint: number
  /** The first call of the API that reads from a database; 0 if there is none. */
  readonly firstQuery: number
  /** Scripts requested until the content is shown. */
  readonly scripts: number
  /** Time that the page's main thread worked until then. Unlike the others, it hardly depends on what else the machine does. */
  readonly work: number
}

/** A page that takes longer has failed. */
const patienceMs = 60_000
/** Visits before a browser has compiled code in its cache. */
const visitsUntilWarm = 2

/** Visits in a browser that knew nothing but who is signed in, and in one that has the page's code. */
export interface Visits {
  readonly cold: Visit
  readonly warm: Visit
}

/**
 * Opens each link and its peer's in new browsers, and again when the browsers have their code. All pairs are opened in turn. Returns medians.
 */
export async function visitLinks<Name extends string>(
  links: Readonly<Record<Name, { readonly link: DeepLink; readonly peer: DeepLink }>>,
  cookies: readonly Cookie[],
  rounds: number,
): Promise<Record<Name, { readonly link: Visits; readonly peer: Visits }>> {
  const samples = (Object.keys(links) as Name[]).map((name) => ({ name, link: emptySamples(), peer: emptySamples() }))
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, ...both } of samples) {
      await using browser = await openFreshBrowser(cookies)
      const visitBoth = async (into?: 'cold' | 'warm'): Promise<void> => {
        for (const side of ['peer', 'link'] as const) {
          const seen = await visit(browser.context, links[name][side])
          if (into) both[side][into].push(seen)
        }
      }
      await visitBoth('cold')
      for (let more = 1; more < visitsUntilWarm; more += 1) await visitBoth()
      await visitBoth('warm')
    }
  }
  const entries = samples.map(({ name, link, peer }) => [name, { link: mediansOf(link), peer: mediansOf(peer) }])
  return Object.fromEntries(entries) as Record<Name, { link: Visits; peer: Visits }>
}

const emptySamples = () => ({ cold: [] as Visit[], warm: [] as Visit[] })
const mediansOf = ({ cold, warm }: ReturnType<typeof emptySamples>): Visits => ({ cold: medianOf(cold), warm: medianOf(warm) })

/** A browser with a folder of its own: contexts of a common browser would share or lack caches. */
async function openFreshBrowser(cookies: readonly Cookie[]) {
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-bench-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env['COLONNADE_TEST_BROWSER']!,
    args: ['--no-sandbox', '--disable-gpu'],
    viewport: { width: 1440, height: 900 },
  })
  await context.addCookies([...cookies])
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function visit(context: BrowserContext, { url, sought }: DeepLink): Promise<Visit> {
  const page = await context.newPage()
  await page.addInitScript(
    ({ selector, text, patience }) => {
      const shown = new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${location.href} doesn't show ${selector}: ${document.body.innerText.slice(0, 300)}`)), patience)
        const drawn = new MessageChannel()
        drawn.port1.addEventListener('message', () => resolve(performance.now()), { once: true })
        drawn.port1.start()
        const isThere = (): boolean =>
          [...document.querySelectorAll(selector)].some(({ textContent }) => text === undefined || textContent?.trim() === text)
        const changes = new MutationObserver(() => {
          if (!isThere()) return
          changes.disconnect()
          // posted in the frame that shows it, so that it comes after the frame
          requestAnimationFrame(() => drawn.port2.postMessage(null))
        })
        changes.observe(document, { subtree: true, childList: true, characterData: true })
      })
      Object.assign(globalThis, { shown })
    },
    { ...sought, patience: patienceMs },
  )
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  }
  const before = await work()
  await page.goto(url, { waitUntil: 'commit' })
  const seen = await page.evaluate(async () => {
    const at = await (globalThis as unknown as { shown: Promise<number> }).shown
    const fetched = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ startTime }) => startTime <= at)
    return {
      shown: at,
      firstContentfulPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? at,
      firstQuery: fetched.find(({ name }) => name.includes('/platform/pg-meta/'))?.startTime ?? 0,
      scripts: fetched.filter(({ name }) => name.endsWith('.js')).length,
    }
  })
  const spent = (await work()) - before
  await page.close()
  return { ...seen, work: spent }
}

function medianOf(visits: readonly Visit[]): Visit {
  const of = (field: keyof Visit): number => median(visits.map((each) => each[field]))
  return {
    shown: of('shown'),
    firstContentfulPaint: of('firstContentfulPaint'),
    firstQuery: of('firstQuery'),
    scripts: of('scripts'),
    work: of('work'),
  }
}
