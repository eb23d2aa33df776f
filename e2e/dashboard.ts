import type { Page } from 'playwright'
import { openBrowser } from './browser/browser.ts'
import { type Contexts, createContexts } from './browser/contexts.ts'
import { insertPerson } from './person.ts'
import { type Api, connect, createInstallation, createProject, type Installation, signIn } from './recovery/installation.ts'
import { type Environment, ownerEmail, ownerPassword, type Server } from './recovery/server.ts'
import { endOfWorker } from './worker/end-of-worker.ts'

export { ownerEmail, ownerPassword }

/** The whole product as one person sees it, and a browser that looks at it. */
export interface Dashboard extends AsyncDisposable {
  readonly installation: Installation
  readonly server: Server
  readonly url: string
  /** Address of the person whom all this is about. The password is `ownerPassword`, whoever it is. */
  readonly email: string
  /** An address of somebody else, which no other file's tests use. */
  addressOf(name: string): string
  /** The person's API, for what a test needs to be there and does not test. */
  readonly api: Api
  /** A page of the signed-in person, at a path. What the page logs as an error fails `dispose`. */
  open(path: string, options?: PageOptions): Promise<Page>
  /** A page of nobody. */
  openAsStranger(path: string): Promise<Page>
  /** Slug of the person's organization "Acme". */
  organization(): Promise<string>
  /** A project of that organization, up and running. */
  project(name: string): Promise<string>
}

export interface PageOptions {
  /** Address of who is signed in, if that is not the dashboard's person. */
  readonly as?: string
  readonly width?: number
  readonly colorScheme?: 'dark' | 'light'
  /** Time in the page is the test's: `page.clock`. */
  readonly hasOwnClock?: boolean
}

/** The browser's line for a refused call, and the router's for a page that shows the refusal or can't be loaded offline: often what the test is about. */
const expectedLine = /^(Failed to load resource|AppError: |TypeError: Failed to fetch dynamically imported module: )/

/** What several dashboards of a worker look at. */
interface Product {
  readonly installation: Installation
  readonly server: Server
  readonly contexts: Contexts
}

/** A spare cluster would be made at the start and after each project. */
const withoutSpares: Environment = { COLONNADE_POOL_SIZE: '0' }

let shared: Promise<Product> | undefined
let people = 0

/**
 * The worker's installation, which its test files share, for a new person in it: nobody else sees what this person makes. Tests that
 * change or count what belongs to the installation, or need its owner, take `openOwnDashboard`.
 */
export async function openDashboard(): Promise<Dashboard> {
  const worker = endOfWorker()
  if (worker === undefined) throw new Error('Only the test files of a worker share an installation')
  const product = await (shared ??= openProduct(worker, withoutSpares))
  people += 1
  const email = `person@file-${people}.example.com`
  await insertPerson(product, email)
  const dashboard = await look(product, email)
  return {
    ...dashboard,
    async [Symbol.asyncDispose]() {
      await product.contexts.closeRemaining()
      const projects = await dashboard.api.projects.list({})
      // one that isn't deleted, as it has branches, is stopped with the installation
      await Promise.allSettled(projects.map(({ ref }) => dashboard.api.projects.remove({ params: { ref } })))
      await dashboard[Symbol.asyncDispose]()
    },
  }
}

/** A new installation on a data directory of its own, for its owner. */
export async function openOwnDashboard(environment: Environment = {}): Promise<Dashboard> {
  const opened = new AsyncDisposableStack()
  const product = await openProduct(opened, { ...withoutSpares, ...environment })
  const dashboard = await look(product, environment['COLONNADE_OWNER_EMAIL'] === '' ? '' : ownerEmail)
  return {
    ...dashboard,
    async [Symbol.asyncDispose]() {
      await opened.disposeAsync()
      await dashboard[Symbol.asyncDispose]()
    },
  }
}

async function openProduct(opened: AsyncDisposableStack, environment: Environment): Promise<Product> {
  const installation = opened.use(await createInstallation())
  const server = await installation.start(environment)
  const contexts = opened.use(createContexts(await openBrowser(opened), server.url))
  return { installation, server, contexts }
}

/** Signs a person in. Nobody is, and no call works, without an address. */
async function look({ installation, server, contexts }: Product, email: string): Promise<Dashboard> {
  const { url } = server
  const sessionOf = (address: string): Promise<string> => signIn(url, { email: address, password: ownerPassword })
  const cookie = email === '' ? '' : await sessionOf(email)
  const api = connect(url, cookie)
  const problems: string[] = []
  let slug: Promise<string> | undefined
  const organization = () => (slug ??= api.organizations.create({ body: { name: 'Acme' } }).then((made) => made.slug))

  const openPage = async (path: string, options: Parameters<Contexts['page']>[0]): Promise<Page> => {
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
    email,
    addressOf: (name) => name + email.slice(email.indexOf('@')),
    api,
    async open(path, { as, width = 1440, colorScheme = 'dark', hasOwnClock = false } = {}) {
      return openPage(path, { width, colorScheme, hasOwnClock, cookie: as === undefined ? cookie : await sessionOf(as) })
    },
    openAsStranger: (path) => openPage(path, { width: 1440, colorScheme: 'light', cookie: '' }),
    organization,
    async project(name) {
      return (await createProject(api, await organization(), name)).ref
    },
    async [Symbol.asyncDispose]() {
      if (problems.length > 0) throw new Error(`The pages reported:\n${problems.join('\n')}`)
    },
  }
}
