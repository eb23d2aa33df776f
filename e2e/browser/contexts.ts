import { createPageRecords } from './failed-pages.ts'
import { quickenWaits } from './quick-waits.ts'
import type { Browser, BrowserContext, Page } from 'playwright'

export interface ContextOptions {
  readonly width: number
  readonly colorScheme: 'dark' | 'light'
  /** Time in the pages is the test's: `page.clock`. No other test gets this context. */
  readonly hasOwnClock?: boolean
  /** `name=value` of a session; empty for nobody. */
  readonly cookie: string
}

/** Gives pages in browser contexts that know nothing of what was done in them before. Disposing of it closes them all. */
export interface Contexts extends AsyncDisposable {
  page(options: ContextOptions): Promise<Page>
  /** Closes the pages that were opened outside of a test, in a hook. Those of a test close with the test. */
  closeRemaining(): Promise<void>
}

/** What a person left behind; the code that the browser has read stays, which is most of what a new context would cost. */
const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'

/** Contexts of one browser at one origin: a test gets one of its own, and gives it back, cleaned, for the next test. */
export function createContexts(browser: Browser, origin: string): Contexts {
  const free = new Map<string, BrowserContext[]>()
  /** What gives back the contexts of pages that were opened outside of a test. */
  const remaining: (() => Promise<void>)[] = []
  const listOf = ({ width, colorScheme }: ContextOptions): BrowserContext[] => {
    const key = `${width} ${colorScheme}`
    const list = free.get(key) ?? []
    free.set(key, list)
    return list
  }
  const keepers = new WeakMap<BrowserContext, Page>()
  // what moves for a tenth of a second is in the way of the next click; the gallery's tests have all of it
  const create = async ({ width, colorScheme, hasOwnClock }: ContextOptions): Promise<BrowserContext> => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce', permissions })
    if (hasOwnClock) await context.clock.install()
    else {
      refuseClock(context)
      keepers.set(context, await openKeeper(context, origin))
    }
    return context
  }

  return {
    async page(options) {
      const list = listOf(options)
      const context = (options.hasOwnClock ? undefined : list.pop()) ?? (await create(options))
      let isClosed = false
      context.once('close', () => (isClosed = true))
      const records = createPageRecords()
      const giveBack = async (): Promise<void> => {
        // a page that nobody looks at would go on asking the server
        const pages = context.pages().filter((page) => page !== keepers.get(context))
        await Promise.all(pages.map((page) => page.close()))
        if (options.hasOwnClock) await context.close()
        if (!isClosed) list.push(context)
      }
      const isInTest = await atEndOfTest(async (hasFailed) => {
        if (hasFailed) await records.print()
        await giveBack()
      })
      if (!isInTest) remaining.push(giveBack)
      const page = await context.newPage()
      quickenWaits(page)
      records.follow(page)
      await clean(context, page, origin)
      const [name, value] = options.cookie.split('=')
      if (options.cookie !== '') await context.addCookies([{ name: name!, value: value!, url: origin }])
      return page
    },
    async closeRemaining() {
      await Promise.all(remaining.splice(0).map((giveBack) => giveBack()))
    },
    async [Symbol.asyncDispose]() {
      await this.closeRemaining()
      await Promise.all([...free.values()].flat().map((context) => context.close()))
      free.clear()
    },
  }
}

/** A page that asks for nothing, so that the process of the context's pages, and the code that it has read, stay between tests. */
async function openKeeper(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/platform/health`)
  return page
}

/** A clock that was set stays so in all later pages of the context, whose tests would wait for a time that never comes. */
function refuseClock({ clock }: BrowserContext): void {
  const refuse = (): never => {
    throw new Error('Open a page with hasOwnClock to set its clock')
  }
  Object.assign(clock, { install: refuse, setFixedTime: refuse, setSystemTime: refuse, pauseAt: refuse, fastForward: refuse, runFor: refuse })
}

async function clean(context: BrowserContext, page: Page, origin: string): Promise<void> {
  await context.clearCookies()
  await context.setOffline(false)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.detach()
}

/** Returns false for what is opened outside of a test, in a hook or a bench: that stays open. */
async function atEndOfTest(work: (hasFailed: boolean) => Promise<void>): Promise<boolean> {
  if (process.env['VITEST'] === undefined) return false
  const { onTestFinished } = await import('vitest')
  try {
    onTestFinished(({ task }) => work(task.result?.state === 'fail'))
    return true
  } catch {
    // in a hook
    return false
  }
}
