import { readFile } from 'node:fs/promises'
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

/** Waits for the next event of a kind, and from then on for the end of the first frame that shows an element. */
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
          // what is there before a frame is drawn is in it; what is posted then comes behind it
          const look = (): void => {
            if (isThere()) drawn.port2.postMessage(null)
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
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

/**
 * Types a text key by key; gives for each the time that the page worked for it: on the event, and in the frame after it until that was laid
 * out. Waiting for the frame is not work.
 */
export async function typingTimes(page: Page, text: string): Promise<number[]> {
  const watch = await page.evaluateHandle(() => {
    const times: number[] = []
    const channel = new MessageChannel()
    channel.port1.start()
    const after = (done: () => void): void => {
      channel.port1.addEventListener('message', done, { once: true })
      channel.port2.postMessage(null)
    }
    document.addEventListener(
      'keydown',
      () => {
        const begin = performance.now()
        let onEvent: number | undefined
        after(() => (onEvent ??= performance.now() - begin))
        requestAnimationFrame(() => {
          const frame = performance.now()
          // a frame that comes right behind the event, before anything else, is no part of that
          onEvent ??= frame - begin
          after(() => times.push(onEvent! + performance.now() - frame))
        })
      },
      { capture: true },
    )
    return { times }
  })
  for (const [index, key] of text.split('').entries()) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForFunction(([state, count]) => state.times.length >= count, [watch, index + 1] as const)
  }
  return watch.evaluate(({ times }) => times)
}
