import { createPageRecords } from './failed-pages.ts'
import type { Browser, BrowserContext, Page } from 'playwright'

export interface ContextOptions {
  readonly width: number
  readonly colorScheme: 'dark' | 'light'
  /** Time in the pages is the test's: `page.clock`. No other test gets this context. */
  readonly hasOwnClock?: boolean
  /** `name=value` of a session; empty for nobody. */
  readonly cookie: string
}

/** Gives pages in browser contexts that know nothing of what was done in them before. */
export interface Contexts {
  page(options: ContextOptions): Promise<Page>
}

/** What a person left behind; the code that the browser has read stays, which is most of what a new context would cost. */
const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'

/** Contexts of one browser at one origin: a test gets one of its own, and gives it back, cleaned, for the next test. */
export function createContexts(browser: Browser, origin: string): Contexts {
  const free = new Map<string, BrowserContext[]>()
  const listOf = ({ width, colorScheme }: ContextOptions): BrowserContext[] => {
    const key = `${width} ${colorScheme}`
    const list = free.get(key) ?? []
    free.set(key, list)
    return list
  }
  // what moves for a tenth of a second is in the way of the next click; the gallery's tests have all of it
  const create = ({ width, colorScheme }: ContextOptions): Promise<BrowserContext> =>
    browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] })

  return {
    async page(options) {
      const list = listOf(options)
      const context = (options.hasOwnClock ? undefined : list.pop()) ?? (await create(options))
      if (options.hasOwnClock) await context.clock.install()
      let isClosed = false
      context.once('close', () => (isClosed = true))
      const records = createPageRecords()
      await atEndOfTest(async (hasFailed) => {
        if (hasFailed) await records.print()
        // a page that nobody looks at would go on asking the server
        await Promise.all(context.pages().map((page) => page.close()))
        if (options.hasOwnClock) await context.close()
        if (!isClosed) list.push(context)
      })
      const page = await context.newPage()
      records.follow(page)
      await clean(context, page, origin)
      const [name, value] = options.cookie.split('=')
      if (options.cookie !== '') await context.addCookies([{ name: name!, value: value!, url: origin }])
      return page
    },
  }
}

async function clean(context: BrowserContext, page: Page, origin: string): Promise<void> {
  await context.clearCookies()
  await context.setOffline(false)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.detach()
}

/** What is opened outside of a test, in a hook or a bench, stays open. */
async function atEndOfTest(work: (hasFailed: boolean) => Promise<void>): Promise<void> {
  if (process.env['VITEST'] === undefined) return
  const { onTestFinished } = await import('vitest')
  try {
    onTestFinished(({ task }) => work(task.result?.state === 'fail'))
  } catch {
    // in a hook
  }
}
