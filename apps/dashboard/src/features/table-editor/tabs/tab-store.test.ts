import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TabStore } from './tab-store.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
})
afterEach(() => vi.unstubAllGlobals())

const named = (id: number) => ({ id, schema: 'public', name: `t${id}`, type: 'r' as const })

test('the tab that was looked at last is known when the editor opens again, with its filters, until it is closed', () => {
  const before = new TabStore('ada', 'shop')
  expect(before.last()).toBeNull()
  before.show(named(1), {})
  before.keep(1)
  before.show(named(2), {})
  before.keep(2)
  before.show(named(1), { where: 'id > 5' })
  const again = new TabStore('ada', 'shop')
  expect(again.last()).toMatchObject({ id: 1, search: { where: 'id > 5' } })
  expect(new TabStore('ada', 'other').last()).toBeNull()
  again.close(1)
  expect(again.last()).toBeNull()
})
