import { expect, test } from 'vitest'
import { lazyPage } from './lazy-page.tsx'

test('a page whose code failed to load rejects, and loads the next time it is asked for', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/page.js')
  const answers = [Promise.reject(missing), Promise.resolve({ component: () => null })]
  const page = lazyPage(async () => answers.shift()!, 'component')
  await expect(page.preload?.()).rejects.toBe(missing)
  await page.preload?.()
  expect(page.preload).toBeUndefined()
})
