import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** No serious finding of axe-core on the page as it is (WCAG 2.2 A and AA). */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(await readFile(axePath, 'utf8'))
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  })
  expect(findings).toEqual([])
}

/** Nothing sticks out at the side, so that a phone does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page
    .locator('html')
    .evaluate(({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => [scrollWidth, clientWidth] as const)
  expect(content).toBeLessThanOrEqual(window)
}
