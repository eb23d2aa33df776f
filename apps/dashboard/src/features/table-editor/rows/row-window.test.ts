import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../../scope/client.ts'
import { column, entity } from '../fixtures.ts'
import { rowsPerPage } from '../limits.ts'
import type { TableScope } from '../table-scope.ts'
import { countRun, totalAhead } from './count-run.ts'
import { pageRun } from './page-run.ts'
import { RowWindow } from './row-window.ts'
import { countsAhead, rowsAhead } from './runs-ahead.ts'

afterEach(async () => {
  // another file of this process finds the server within reach
  vi.stubGlobal('fetch', async () => Response.json({}))
  await api.health.retrieve().catch(() => undefined)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const scope = { projectRef: 'abcdefghijklmnopqrst', entity: entity({ columns: [column('id')] }), rights: {}, as: undefined } as unknown as TableScope
const answer = (rows: readonly string[][], fields: readonly object[] = []) =>
  Response.json({ results: [{ rows, fields, command: 'SELECT', row_count: rows.length }] })
const countFields = [
  { name: 'count', type: 'bigint' },
  { name: 'is_estimate', type: 'boolean' },
]
/** Answers the query for rows, and the one for their number. */
const reply =
  (rows: readonly string[][], count = String(rows.length), isEstimate = 'f') =>
  async (_url: unknown, { body }: RequestInit) =>
    isCount(body) ? answer([[count, isEstimate]], countFields) : answer(rows)
const isCount = (body: RequestInit['body']): boolean => String(body).includes('as is_estimate')
const cellsOf = (window: RowWindow) => window.get().rows.map(({ cells }) => cells?.[0])

test('rows stay on the screen while the server is out of reach, and give way to what is there when it is back', async () => {
  vi.stubGlobal('fetch', reply([['1'], ['2']]))
  const window = new RowWindow(scope, { filters: [], sorts: [] })
  window.load()
  await expect.poll(() => cellsOf(window)).toEqual(['1', '2'])

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  for (const _ of [1, 2]) {
    window.load()
    await expect.poll(() => window.get().isLoading).toBe(false)
    expect(window.get().error).toBeNull()
    expect(cellsOf(window)).toEqual(['1', '2'])
  }

  vi.stubGlobal('fetch', reply([['1']]))
  window.load()
  await expect.poll(() => cellsOf(window)).toEqual(['1'])
  window.dispose()
})

test('rows and an estimate that were begun ahead are drawn once', async () => {
  // what was begun ahead must not get old while this runs
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const asked: string[] = []
  const rows = reply(
    Array.from({ length: rowsPerPage }, (_, index) => [String(index)]),
    '1000000',
    't',
  )
  vi.stubGlobal('fetch', async (url: unknown, init: RequestInit) => {
    asked.push(isCount(init.body) ? 'count' : 'rows')
    return rows(url, init)
  })
  const view = { filters: [], sorts: [] }
  countsAhead.begin(scope.projectRef, countRun(scope, view, false))
  rowsAhead.begin(scope.projectRef, pageRun(scope, view, { offset: 0, limit: rowsPerPage }, rowsPerPage))
  await expect.poll(() => totalAhead(scope, view)).toEqual({ rows: 1_000_000, isExact: false })
  await expect.poll(() => new RowWindow(scope, view).get().rows.length).toBe(1_000_000)
  const window = new RowWindow(scope, view)
  const told = vi.fn<() => void>()
  window.subscribe(told)
  window.load()
  // the count is taken, and says nothing new
  await expect.poll(() => totalAhead(scope, view)).toBeNull()
  await Promise.resolve()
  expect(told).not.toHaveBeenCalled()
  expect(asked).toEqual(['count', 'rows'])
  window.dispose()
})
