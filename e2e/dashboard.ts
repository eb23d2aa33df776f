import { type Browser, chromium, type Page } from 'playwright'
import { createContexts } from './browser/contexts.ts'
import { type Api, connect, createInstallation, type Installation, signIn } from './recovery/installation.ts'
import { type Environment, ownerEmail, ownerPassword, type Server } from './recovery/server.ts'

export { ownerEmail, ownerPassword }

/** The whole product on a data directory of its own, and a browser that looks at it. */
export interface Dashboard extends AsyncDisposable {
  readonly installation: Installation
  readonly server: Server
  readonly url: string
  /** The owner's API, for what a test needs to be there and does not test. */
  readonly api: Api
  /** A page of the signed-in owner, at a path. What the page logs as an error fails `dispose`. */
  open(path: string, options?: PageOptions): Promise<Page>
  /** A page of nobody. */
  openAsStranger(path: string): Promise<Page>
  /** A project of an organization "Acme", up and running. */
  project(name: string): Promise<string>
}

export interface PageOptions {
  readonly width?: number
  readonly colorScheme?: 'dark' | 'light'
  /** Time in the page is the test's: `page.clock`. */
  readonly hasOwnClock?: boolean
}

/** `COLONNADE_TEST_BROWSER` comes from `npm test`, which has found or installed one. */
const executablePath = process.env['COLONNADE_TEST_BROWSER'] ?? '/usr/bin/chromium'
const browserFlags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync']

/** The browser's line for a refused call, and the router's for a page that shows the refusal or can't be loaded offline: often what the test is about. */
const expectedLine = /^(Failed to load resource|AppError: |TypeError: Failed to fetch dynamically imported module: )/

export async function openDashboard(environment: Environment = {}): Promise<Dashboard> {
  const installation = await createInstallation()
  // a spare cluster would be made at the start and after each project
  const server = await installation.start({ COLONNADE_POOL_SIZE: '0', ...environment })
  const { url } = server
  const isHeadless = environment['COLONNADE_OWNER_EMAIL'] !== ''
  const cookie = isHeadless ? await signIn(url) : ''
  const api = connect(url, cookie)
  const browser: Browser = await chromium.launch({ executablePath, args: browserFlags })
  const problems: string[] = []
  let slug: string | undefined

  const contexts = createContexts(browser, url)
  const openPage = async (path: string, options: Parameters<typeof contexts.page>[0]): Promise<Page> => {
    const page = await contexts.page(options)
    page.setDefaultTimeout(30_000)
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !expectedLine.test(message.text())) problems.push(message.text())
    })
    await page.goto(url + path)
    return page
  }
  return {
    installation,
    server,
    url,
    api,
    open: (path, { width = 1440, colorScheme = 'dark', hasOwnClock = false } = {}) => openPage(path, { width, colorScheme, hasOwnClock, cookie }),
    openAsStranger: (path) => openPage(path, { width: 1440, colorScheme: 'light', cookie: '' }),
    async project(name) {
      slug ??= (await api.organizations.create({ body: { name: 'Acme' } })).slug
      const { ref } = await api.projects.create({ body: { organization_slug: slug, name, db_pass: 'a-database-password' } })
      for await (const { status } of api.projects.events({ params: { ref } })) if (status === 'ACTIVE_HEALTHY') break
      return ref
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await installation[Symbol.asyncDispose]()
      if (problems.length > 0) throw new Error(`The pages reported:\n${problems.join('\n')}`)
    },
  }
}
