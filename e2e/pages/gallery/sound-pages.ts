import { expect } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../../accessibility.ts'
import type { BuiltGallery } from './built-gallery.ts'

/** Every page by its address, with its name. */
export const pages = {
  actions: 'Actions',
  forms: 'Forms',
  'date-time': 'Date and time',
  overlays: 'Overlays',
  feedback: 'Feedback',
  display: 'Display',
  lists: 'Lists',
  'object-page': 'Object page',
  'paged-list': 'Paged list',
  'log-table': 'Log table',
  figures: 'Figures',
  charts: 'Charts',
  'source-picker': 'Source picker',
  'settings-form': 'Settings form',
  secrets: 'Secrets',
  changes: 'Changes',
  code: 'Code',
}

type PageList = readonly (readonly [id: string, title: string])[]

const kit: ReadonlySet<string> = new Set(['object-page', 'paged-list', 'log-table', 'settings-form', 'secrets', 'changes', 'code'])

/** Pages of the parts that pages of the dashboard are composed of. Two files look at the pages, since all of them take long. */
export const kitPages: PageList = Object.entries(pages).filter(([id]) => kit.has(id))
export const componentPages: PageList = Object.entries(pages).filter(([id]) => !kit.has(id))

/** Expects each page to be accessible in every theme, to log nothing and to fit a width. */
export async function expectSound(gallery: BuiltGallery, list: PageList, width: number): Promise<void> {
  const page = await gallery.open(list[0]![0], { width })
  for (const [id, title] of list) {
    await page.evaluate(`location.hash = '${id}'`)
    await page.getByRole('main', { name: title }).getByRole('heading', { level: 2 }).first().waitFor()
    // colours don't depend on the width
    await (width === 390 ? expectAccessible(page, 'all but colours') : expectAccessibleInAllThemes(page))
    await expectNoSidewaysScroll(page)
  }
  expect(gallery.problems).toEqual([])
}
