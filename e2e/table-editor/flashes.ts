import type { Page } from 'playwright'

const mark = ', just changed by someone else'

/** Notes from now on which cells flash, because that is over before a busy machine looks. Gives their values so far. */
export async function followFlashes(page: Page): Promise<() => Promise<string[]>> {
  const flashed = await page.evaluateHandle((text) => {
    const values = new Set<string>()
    const look = () => {
      for (const cell of document.querySelectorAll('[role=gridcell]')) {
        if (cell.textContent?.endsWith(text)) values.add(cell.textContent.slice(0, -text.length))
      }
    }
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true })
    return values
  }, mark)
  return () => flashed.evaluate((values) => [...values])
}
