import type { Page, Request } from 'playwright'

/** What a page that hangs is given to answer in. */
const answerMs = 2_000
const shownLines = 240

/** Follows what pages ask for, so that a test which fails can tell what they were waiting for. */
export interface PageRecords {
  follow(page: Page): void
  /** Prints for each page where it is, what it shows and which of its calls were never answered. */
  print(): Promise<void>
}

export function createPageRecords(): PageRecords {
  const unanswered = new Map<Page, Set<Request>>()
  return {
    follow(page) {
      const open = new Set<Request>()
      unanswered.set(page, open)
      page.on('request', (request) => open.add(request))
      page.on('requestfinished', (request) => open.delete(request))
      page.on('requestfailed', (request) => open.delete(request))
    },
    async print() {
      for (const [page, open] of unanswered) {
        if (page.isClosed()) continue
        const shown = await page
          .locator('body')
          .ariaSnapshot({ timeout: answerMs })
          .catch(() => `(it does not answer within ${answerMs / 1000} s)`)
        const lines = shown.split('\n')
        const waiting = [...open].map((request) => `  waits for ${request.method()} ${request.url()}`)
        process.stderr.write([`A page at ${page.url()} when the test failed:`, ...waiting, ...lines.slice(0, shownLines), ''].join('\n'))
      }
    },
  }
}
