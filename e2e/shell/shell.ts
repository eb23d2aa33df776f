import type { Locator, Page } from 'playwright'

export const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

/** What Enter would choose. */
export const highlighted = (page: Page) => page.locator('[data-highlighted]')

export const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** What opens takes the focus a frame after it is seen; keys pressed before that go elsewhere. */
export const hasFocus = (part: Locator) => part.and(part.page().locator(':focus')).waitFor()

/** Opens the command menu, which then has what is typed. */
export async function openCommands(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await hasFocus(page.getByRole('combobox', { name: 'Search commands' }))
}

/** Opens the command menu, and finds by typing. */
export async function find(page: Page, text: string): Promise<void> {
  await openCommands(page)
  await page.keyboard.type(text)
}

/** Two keys as fast as one types them: the second does not wait for what the page makes of the first. */
export async function chord(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)])
}
