import { expect, test } from 'vitest'
import { farPages, pagesOf, planPage, totalAfterPage } from './page-plan.ts'

const edges = (...pages: number[]) => new Map(pages.map((page) => [page, { first: [`first of ${page}`], last: [`last of ${page}`] }]))

const unknown = { rows: 20_000, isExact: false }

test('the next page starts after its neighbour, the one before ends before it', () => {
  expect(planPage(5, 100, edges(4), unknown)).toEqual({ after: ['last of 4'], offset: 0, limit: 100 })
  expect(planPage(5, 100, edges(6), unknown)).toEqual({ before: ['first of 6'], offset: 0, limit: 100 })
})

test('a leap counts from the nearest known page, or from the start when that is nearer', () => {
  expect(planPage(90, 100, edges(0, 80, 99), unknown)).toEqual({ before: ['first of 99'], offset: 800, limit: 100 })
  expect(planPage(2, 100, edges(80), unknown)).toEqual({ offset: 200, limit: 100 })
  expect(planPage(0, 100, edges(1), unknown)).toEqual({ offset: 0, limit: 100 })
})

test('near the known end rows are counted from there, the last page with as many as are left', () => {
  const total = { rows: 10_050, isExact: true }
  expect(planPage(90, 100, new Map(), total)).toEqual({ fromEnd: true, offset: 950, limit: 100 })
  expect(planPage(100, 100, edges(0), total)).toEqual({ fromEnd: true, offset: 0, limit: 50 })
  expect(planPage(10, 100, new Map(), total)).toEqual({ offset: 1_000, limit: 100 })
  expect(planPage(98, 100, edges(97), total)).toEqual({ after: ['last of 97'], offset: 0, limit: 100 })
})

test('the pages of what is shown stay within the table', () => {
  expect(pagesOf(95.5, 130.2, 100, 1_000)).toEqual([0, 1])
  expect(pagesOf(990, 1_050, 100, 1_000)).toEqual([9])
  expect(pagesOf(0, 30, 100, 0)).toEqual([0])
})

test('the farthest pages are forgotten first', () => {
  const loaded = new Map([0, 1, 2, 50, 51, 60].map((page) => [page, 1_000]))
  expect(farPages(loaded, [50, 51], 3, 1e6)).toEqual([2, 1, 0])
  expect(farPages(loaded, [50, 51], 6, 3_000)).toEqual([2, 1, 0])
  expect(farPages(loaded, [50, 51], 6, 500)).toEqual([60, 2, 1, 0])
})

test('a short page ends the table, a full one at its end means more, an empty one asks for a count', () => {
  const guess = { rows: 250, isExact: false }
  expect(totalAfterPage(guess, 2, 100, 40)).toEqual({ rows: 240, isExact: true })
  expect(totalAfterPage(guess, 2, 100, 100)).toEqual({ rows: 400, isExact: false })
  expect(totalAfterPage(guess, 1, 100, 100)).toBe(guess)
  expect(totalAfterPage(guess, 2, 100, 0)).toBeNull()
  expect(totalAfterPage(guess, 0, 100, 0)).toEqual({ rows: 0, isExact: true })
})
