import type { FunctionOverview } from '@colonnade/contracts/functions/function-versions'
import { expect, test } from 'vitest'
import { sortFunctions } from './sort-functions.ts'

const one = (slug: string, day: number) => ({ slug, deployed_at: `2026-05-0${day}T00:00:00Z` }) as FunctionOverview
const slugs = (functions: readonly FunctionOverview[]) => functions.map(({ slug }) => slug)

test('functions are sorted by slug or by their last deploy, either way', () => {
  const all = [one('send-10', 2), one('send-2', 3), one('ask', 2)]
  expect(slugs(sortFunctions(all, { column: 'Function', isDescending: false }))).toEqual(['ask', 'send-2', 'send-10'])
  expect(slugs(sortFunctions(all, { column: 'Function', isDescending: true }))).toEqual(['send-10', 'send-2', 'ask'])
  expect(slugs(sortFunctions(all, { column: 'Last deploy', isDescending: true }))).toEqual(['send-2', 'ask', 'send-10'])
})
