import type { Locator } from 'playwright'

/**
 * Opens the menu of something with the right button, pressed and released at once: one that is held for half a second, as on a busy machine
 * between two commands, closes the menu when it is released.
 */
export async function rightClick(target: Locator): Promise<void> {
  const { mouse } = target.page()
  await target.hover()
  await Promise.all([mouse.down({ button: 'right' }), mouse.up({ button: 'right' })])
}
