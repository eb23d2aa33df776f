import type { Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { openBrowser } from '../../browser/browser.ts'
import { type Contexts, createContexts } from '../../browser/contexts.ts'
import { openPageServer, type PageServer } from './page-server.ts'
import { endOfWorker } from '../../worker/end-of-worker.ts'
import { Stage } from './stage.ts'
import type { World } from './world.ts'

export interface PageOptions {
  readonly width?: number
  readonly colorScheme?: 'dark' | 'light'
  /** Time in the page is the test's: `page.clock`. */
  readonly hasOwnClock?: boolean
}

/** A stage whose pages can be opened. What they log as errors fails the test, and so do the stage's own problems. */
export class OpenStage extends Stage {
  readonly #cookie = hall().then(({ server }) => server.add(this))

  /** A page of the person in the world, at a path. */
  async open(path: string, { width = 1440, colorScheme = 'dark', hasOwnClock = false }: PageOptions = {}): Promise<Page> {
    const { contexts, server } = await hall()
    const page = await contexts.page({ width, colorScheme, hasOwnClock, cookie: await this.#cookie })
    page.setDefaultTimeout(30_000)
    this.#follow(page)
    await page.goto(server.url + path)
    return page
  }

  /** Another tab of the same browser. */
  async openBeside(page: Page, path: string): Promise<Page> {
    const tab = await page.context().newPage()
    this.#follow(tab)
    await tab.goto((await hall()).server.url + path)
    return tab
  }

  /** A call without a page, at a path of the platform. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const { server } = await hall()
    return fetch(`${server.url}/platform${path}`, { ...init, headers: { 'content-type': 'application/json', cookie: await this.#cookie } })
  }

  /** @throws Error that names every problem of the test that is over */
  async close(): Promise<void> {
    this.end()
    const { server } = await hall()
    server.remove(await this.#cookie)
    if (this.problems.size > 0) throw new Error([...this.problems].join('\n'))
  }

  #follow(page: Page): void {
    page.on('pageerror', (error) => this.problems.add(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !expectedLine.test(message.text())) this.problems.add(message.text())
    })
  }
}

/** A stage for the test that runs, with a world that differs from the usual one as it says. */
export function setStage(changes: Partial<World> = {}): OpenStage {
  const stage = new OpenStage(changes)
  onTestFinished(() => stage.close())
  return stage
}

/** The browser's line for a refused call, and the router's for a page that shows the refusal: often what the test is about. */
const expectedLine = /^(Failed to load resource|AppError: |TypeError: Failed to fetch dynamically imported module: )/

interface Hall {
  readonly server: PageServer
  readonly contexts: Contexts
}

let opened: Promise<Hall> | undefined

/** One server and one browser for all files of a worker. */
function hall(): Promise<Hall> {
  return (opened ??= openHall())
}

async function openHall(): Promise<Hall> {
  const worker = endOfWorker()
  if (worker === undefined) throw new Error('Stages are set in the project "pages"')
  const server = worker.use(await openPageServer())
  return { server, contexts: worker.use(createContexts(await openBrowser(worker), server.url)) }
}
