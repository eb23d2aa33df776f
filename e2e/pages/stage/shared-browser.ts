import { type Browser, chromium } from 'playwright'

/** `COLONNADE_TEST_BROWSER` comes from `npm test`, which has found or installed one. */
const executablePath = process.env['COLONNADE_TEST_BROWSER'] ?? '/usr/bin/chromium'
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
  '--lang=en-US',
]

let launched: Promise<Browser> | undefined

/** One browser for all page tests of the process, which ends with it. */
export function sharedBrowser(): Promise<Browser> {
  return (launched ??= chromium.launch({ executablePath, args: flags }))
}
