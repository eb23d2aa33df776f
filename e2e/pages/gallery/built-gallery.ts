import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { BrowserContext, Page } from 'playwright'
import { build, type InlineConfig, preview } from 'vite'
import { onTestFinished } from 'vitest'
import { openBrowser } from '../../browser/browser.ts'
import { quickenWaits } from '../../browser/quick-waits.ts'
import { endOfWorker } from '../../worker/end-of-worker.ts'

/** The component gallery, with everything that moves. */
export interface BuiltGallery extends AsyncDisposable {
  /** A page of the gallery until the test ends, without its frame unless `isFramed`. What it logs as an error or a warning is collected. */
  open(id: string, options?: GalleryOptions): Promise<Page>
  /** What pages have logged as errors and warnings. */
  readonly problems: readonly string[]
}

export interface GalleryOptions {
  readonly width?: number
  readonly isFramed?: boolean
  readonly timezoneId?: 'America/New_York' | 'UTC'
  /** Time in the page is the test's: `page.clock`. */
  readonly hasOwnClock?: boolean
}

/** Builds it, which takes less than having a development server transform it, and serves it from a folder that goes with it. */
export async function openGallery(): Promise<BuiltGallery> {
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-gallery-'))
  const root = join(import.meta.dirname, '../../../apps/dashboard')
  const config: InlineConfig = {
    root,
    // the plugins of the app but the router's: it writes files, and the gallery has no routes
    configFile: false,
    plugins: [react({ compiler: true }), tailwindcss()],
    logLevel: 'error',
    // React warns of what is wrong with components in development only
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(root, 'gallery/index.html') },
    },
    preview: { host: '127.0.0.1', port: 0 },
  }
  await build(config)
  const server = await preview(config)
  const [url] = server.resolvedUrls!.local
  const browser = await openBrowser(endOfWorker()!)
  const contexts = new Map<string, BrowserContext>()
  const problems: string[] = []
  return {
    problems,
    async open(id, { width = 1440, isFramed = false, timezoneId, hasOwnClock = false } = {}) {
      // the code that a context has read is read once
      const key = `${timezoneId} ${hasOwnClock}`
      const context =
        contexts.get(key) ??
        (await browser.newContext({ colorScheme: 'dark', permissions: ['clipboard-read', 'clipboard-write'], ...(timezoneId && { timezoneId }) }))
      contexts.set(key, context)
      const page = await context.newPage()
      quickenWaits(page)
      onTestFinished(() => page.close())
      page.setDefaultTimeout(30_000)
      await page.setViewportSize({ width, height: 900 })
      page.on('pageerror', (error) => problems.push(`${id}: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(`${id}: ${message.text()}`)
      })
      if (hasOwnClock) await page.clock.install()
      await page.goto(`${url}gallery/${isFramed ? '' : '?bare'}#${id}`)
      await page.evaluate('localStorage.clear()')
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      return page
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...contexts.values()].map((context) => context.close()))
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
