import { type Browser, chromium } from 'playwright'
import { endOfWorker } from '../worker/end-of-worker.ts'

/** `COLONNADE_TEST_BROWSER` comes from `npm test`, which has found or installed one. */
const executablePath = process.env['COLONNADE_TEST_BROWSER'] ?? '/usr/bin/chromium'
/**
 * Pages of one context share a process, which has read the code already; that costs a third less than a process per page. A page lives too
 * short for its code to be worth optimizing.
 */
const sparing = ['--process-per-site', '--js-flags=--no-opt --no-maglev']
const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync']
/** Date fields are typed in the order of the language. */
const args = ['--no-sandbox', '--disable-gpu', '--lang=en-US', ...quiet, ...sparing]

let shared: Promise<Browser> | undefined

/** Returns the worker's only browser. Outside a worker, it starts a new one that closes with `opened`. */
export async function openBrowser(opened: AsyncDisposableStack): Promise<Browser> {
  const worker = endOfWorker()
  if (worker === undefined) return launch(opened)
  return (shared ??= launch(worker))
}

async function launch(closing: AsyncDisposableStack): Promise<Browser> {
  return closing.adopt(await chromium.launch({ executablePath, args }), (browser) => browser.close())
}
