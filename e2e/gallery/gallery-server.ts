import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '../..')

/** The component gallery as developers see it, in a development server of its own. */
export interface GalleryServer extends AsyncDisposable {
  /** A page of the gallery, without what frames it unless `isFramed`. What a page logs as an error is collected. */
  open(id: string, options?: GalleryOptions): Promise<Page>
  /** What pages have logged as errors. */
  readonly problems: readonly string[]
}

export interface GalleryOptions extends BrowserContextOptions {
  readonly theme?: 'dark' | 'light' | 'classic-dark'
  readonly width?: number
  readonly isFramed?: boolean
  /** Runs before anything of the page does. */
  readonly before?: (page: Page) => Promise<void>
}

const executablePath = process.env['COLONNADE_TEST_BROWSER'] ?? '/usr/bin/chromium'

export async function openGallery(): Promise<GalleryServer> {
  const port = await freePort()
  const server = await createServer({
    root: join(root, 'apps/dashboard'),
    // the plugins of the app but the router's: it writes files, and the gallery has no routes
    configFile: false,
    plugins: [react({ compiler: true }), tailwindcss()],
    mode: 'development',
    logLevel: 'error',
    cacheDir: join(root, 'node_modules/.vite/gallery-test'),
    server: { host: '127.0.0.1', port, strictPort: true, hmr: false, watch: null },
    // known at once, so that no page loads again when something is found late
    optimizeDeps: { entries: ['gallery/index.html'] },
  })
  await server.listen()
  const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--lang=en-US'] })
  const problems: string[] = []
  return {
    problems,
    async open(id, { theme = 'dark', width = 1440, isFramed = false, before, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'], ...options })
      await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      page.on('pageerror', (error) => problems.push(`${id}: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(`${id}: ${message.text()}`)
      })
      await before?.(page)
      await page.goto(`http://127.0.0.1:${port}/gallery/${isFramed ? '' : '?bare'}#${id}`)
      // the server makes the modules when the first page asks for them
      await page.getByRole('heading', { level: 2 }).first().waitFor({ timeout: 60_000 })
      return page
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await server.close()
    },
  }
}

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = createSocket().listen(0, '127.0.0.1', () => {
    const address = socket.address()
    socket.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}
