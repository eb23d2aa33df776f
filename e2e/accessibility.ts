import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Which of axe's rules: all, the one about colours, or all but that. Where only colours or only sizes differ, the rest has been looked at. */
type Rules = 'all' | 'colours' | 'all but colours'

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** Nobody reads what passed: describing all of it would take twice as long as the rules. */
const brief = { resultTypes: ['violations'], selectors: false, preload: false }
const optionsOf: Readonly<Record<Rules, object>> = {
  all: { ...brief, runOnly: standards },
  colours: { ...brief, runOnly: { type: 'rule', values: ['color-contrast'] } },
  'all but colours': { ...brief, runOnly: standards, rules: { 'color-contrast': { enabled: false } } },
}

/** No finding of axe-core on the page as it is (WCAG 2.2 A and AA). */
export async function expectAccessible(page: Page, rules: Rules = 'all'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(axePath, 'utf8'))
  const findings = () =>
    page.evaluate(async (options) => {
      const { axe } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      // a colour on its way to another is neither of the two
      const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const { violations } = await axe.run(options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    }, optionsOf[rules])
  await expect.poll(findings).toEqual([])
}

const themes = ['dark', 'light', 'classic-dark']

/** The same in every theme, which is left as it was. */
export async function expectAccessibleInAllThemes(page: Page): Promise<void> {
  const show = (theme: string): Promise<string> =>
    page.locator('html').evaluate((html, next) => {
      const before = html.dataset['theme'] ?? ''
      html.dataset['theme'] = next
      return before
    }, theme)
  const before = await show(themes[0]!)
  for (const theme of themes) {
    await show(theme)
    await expectAccessible(page, theme === themes[0] ? 'all' : 'colours')
  }
  await show(before)
}

/** Nothing sticks out at the side of the window, or of the page that scrolls in it, so that a phone does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sticksOut = () =>
    page
      .locator('html, [data-page]')
      .evaluateAll((elements: { scrollWidth: number; clientWidth: number }[]) =>
        elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ scrollWidth }) => scrollWidth),
      )
  await expect.poll(sticksOut, { message: 'wider than the window' }).toEqual([])
}
