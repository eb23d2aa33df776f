import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'

/** What is watched for inside of a page, so that the driving of the browser is not measured. */
export interface Watch {
  /** Milliseconds from the event to the frame that shows it. */
  readonly found: () => Promise<number>
}

/** An element, and what its text has to be; by its presence alone when left out. */
export interface Sought {
  readonly selector: string
  readonly text?: string
}

/**
 * Waits for the next event of a kind, and from then on for the end of the first frame that shows an element. Looks where something has
 * changed, and not in each frame: a page that draws frames only to be looked at keeps answers waiting for them.
 */
export async function watchFrom(page: Page, event: 'click' | 'keydown', sought: Sought): Promise<Watch> {
  const watch = await page.evaluateHandle(
    ({ kind, selector, text }) => {
      const isThere = (): boolean =>
        [...document.querySelectorAll(selector)].some(({ textContent }) => text === undefined || textContent?.trim() === text)
      const found = new Promise<number>((resolve) => {
        const begun = (): void => {
          const begin = performance.now()
          const drawn = new MessageChannel()
          drawn.port1.addEventListener('message', () => resolve(performance.now() - begin), { once: true })
          drawn.port1.start()
          const changes = new MutationObserver(() => {
            if (!isThere()) return
            changes.disconnect()
            // what is there before a frame is drawn is in it; what is posted then comes behind it
            requestAnimationFrame(() => drawn.port2.postMessage(null))
          })
          changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
        }
        document.addEventListener(kind, begun, { capture: true, once: true })
      })
      return { found }
    },
    { kind: event, ...sought },
  )
  return { found: () => watch.evaluate(({ found }) => found) }
}

/** Notes the longest time that the page could not answer, from now on until it is asked. */
export async function watchBlocking(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const state = { longest: 0, last: performance.now(), isOver: false }
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => {
      const now = performance.now()
      state.longest = Math.max(state.longest, now - state.last)
      state.last = now
      if (!state.isOver) setTimeout(() => channel.port2.postMessage(null), 5)
    })
    channel.port1.start()
    channel.port2.postMessage(null)
    return state
  })
  return () =>
    watch.evaluate((state) => {
      state.isOver = true
      // less the pause between two looks
      return Math.max(0, state.longest - 5)
    })
}

/** Memory of the process that shows the page, as the kernel counts it (PSS), in MB; Linux only. */
export async function tabMemoryMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const browser = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  const sizes = await Promise.all(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => pssMb(id)))
  await browser.detach()
  return Math.max(...sizes)
}

async function pssMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}

/** An event of Chrome's own record of a page; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
}

/** Tasks, frames and our marks, and nothing else: each event that is recorded is work, too. */
const traced = ['toplevel', 'cc', 'blink.user_timing']
/** As people type, and long enough for a key's frame to be over before the next key. */
const betweenKeysMs = 100

/**
 * Types a text key by key; gives for each the milliseconds that the page worked until what the key changed was laid out, painted and handed
 * over to be drawn: all tasks of its thread, as the browser itself records them. A page can't tell: after a key, what it posts to
 * itself waits for the next frame, and waiting is not work.
 */
export async function typingTimes(page: Page, text: string): Promise<number[]> {
  const browser = page.context().browser()!
  await page.evaluate(() => {
    // set, not added: once for each key, however often it is asked for
    for (const kind of ['keydown', 'input'] as const) document[`on${kind}`] = () => performance.mark(`typing ${kind}`)
  })
  await browser.startTracing(page, { categories: traced })
  for (const key of text) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await sleep(betweenKeysMs)
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const { pid, tid } = traceEvents.find(({ name }) => name === 'typing keydown')!
  const events = traceEvents.filter((event) => event.pid === pid && event.tid === tid).sort((a, b) => a.ts - b.ts)
  const tasks = events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
  return events
    .filter(({ name }) => name === 'typing keydown')
    .map(({ ts }) => {
      const input = events.find((event) => event.ts > ts && event.name === 'typing input')
      const shown = events.find(({ name, ts: at }) => name === 'ProxyMain::BeginMainFrame::commit' && at > input!.ts)
      const first = tasks.findLastIndex((task) => task.ts <= ts)
      const work = tasks.slice(first).filter((task) => task.ts < shown!.ts)
      return work.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1_000
    })
}
