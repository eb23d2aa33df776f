import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../../scope/client.ts'
import { column, entity } from '../fixtures.ts'
import type { TableScope } from '../table-scope.ts'
import { RowWindow } from './row-window.ts'

afterEach(async () => {
  // another file of this process finds the server within reach
  vi.stubGlobal('fetch', async () => Response.json({}))
  await api.health.retrieve().catch(() => undefined)
  vi.unstubAllGlobals()
})

const scope = { projectRef: 'abcdefghijklmnopqrst', entity: entity({ columns: [column('id')] }), rights: {}, as: undefined } as unknown as TableScope
const reply = (rows: readonly string[][]) => async () => Response.json({ results: [{ rows, fields: [], command: 'SELECT', row_count: rows.length }] })
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
