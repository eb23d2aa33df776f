import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from './accessibility.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('W'.repeat(100))
  await dashboard.api.queries.run({
    params: { ref },
    body: { query: "create table moorings (id int primary key, name text); insert into moorings values (1, 'north'), (2, null)" },
  })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

/** The pages whose content comes from the database; all others are in pages/appearance.page.ts. */
test.each(['/project/{ref}/editor?table=moorings', '/project/{ref}/sql/new'])(
  '%s can be read on a desk and on a phone, and a name of 100 letters without a space breaks nothing',
  async (path) => {
    const page = await dashboard.open(path.replace('{ref}', ref))
    for (const size of [
      { width: 1440, height: 900 },
      // a desk of 1440 px at 200 %
      { width: 720, height: 450 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.getByRole('main').waitFor()
      await page.getByLabel('Loading', { exact: false }).first().waitFor({ state: 'detached' })
      if (size.width === 1440) await expectAccessibleInAllThemes(page)
      if (size.width === 390) await expectAccessible(page, 'all but colours')
      await expectNoSidewaysScroll(page)
    }
    await expect.poll(() => page.getByRole('button', { name: /W{100}/ }).count()).toBeGreaterThan(0)
  },
)
