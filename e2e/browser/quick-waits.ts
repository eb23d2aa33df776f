import type { Page } from 'playwright'

/** How long Playwright's waits pause before they look again, in ms, the last again and again. Its own end at 500: half a test went by in them. */
const pauses = [20, 50, 50, 100]

/** What the library's server side has of a frame; it runs in this process. */
interface ServerFrame {
  retryWithProgressAndBackoff(progress: unknown, action: unknown): Promise<unknown>
  retryWithProgressAndTimeouts(progress: unknown, pauses: readonly number[], action: unknown): Promise<unknown>
}

/**
 * Lets all waits of this process look more often. Playwright has no setting for it.
 *
 * @throws Error when the installed version has no such method any more
 */
export function quickenWaits(page: Page): void {
  const { _connection } = page as unknown as { _connection: { toImpl(frame: unknown): ServerFrame } }
  const prototype = Object.getPrototypeOf(_connection.toImpl(page.mainFrame())) as ServerFrame
  if (typeof prototype.retryWithProgressAndBackoff !== 'function' || typeof prototype.retryWithProgressAndTimeouts !== 'function') {
    throw new Error('This version of Playwright waits in another way: see which method of its frames pauses between two looks')
  }
  prototype.retryWithProgressAndBackoff = async function (this: ServerFrame, progress, action) {
    return this.retryWithProgressAndTimeouts(progress, pauses, action)
  }
}
