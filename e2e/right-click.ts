import type { Locator } from 'playwright'
import { expect } from 'vitest'

/**
 * Opens the menu of something with the right button, pressed and released at once: one that is held for half a second, as on a busy machine
 * between two commands, closes the menu when it is released. What has moved from under the pointer meanwhile is pointed at again.
 */
export async function rightClick(target: Locator): Promise<void> {
  const { mouse } = target.page()
  await expect
    .poll(async () => {
      await target.hover()
      return target.evaluate((element) => element.matches(':hover'))
    })
    .toBe(true)
  await Promise.all([mouse.down({ button: 'right' }), mouse.up({ button: 'right' })])
}
