import fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveOrder, type OrderedChange } from './save-order.ts'

const change = (kind: OrderedChange['kind'], parts: Partial<OrderedChange> = {}) => ({
  kind,
  takes: [],
  frees: [],
  needs: [],
  releases: [],
  ...parts,
})

test('deletions come first, then updates, then insertions', () => {
  const insert = change('insert')
  const update = change('update')
  const remove = change('delete')
  expect(saveOrder([insert, update, remove]).order).toEqual([remove, update, insert])
})

test('a value is given free before it is taken, along the whole chain', () => {
  const chain = [1, 2, 3].map((value) => change('update', { frees: [`${value}`], takes: [`${value + 1}`] }))
  expect(saveOrder(chain).order).toEqual(chain.toReversed())
  expect(saveOrder(chain).cycles.size).toBe(0)
})

test('a row is left before it goes, and is there before it is referred to', () => {
  const remove = change('delete', { frees: ['old'] })
  const update = change('update', { releases: ['old'], needs: ['new'] })
  const insert = change('insert', { takes: ['new'] })
  expect(saveOrder([remove, update, insert]).order).toEqual([insert, update, remove])
})

test('of two rows that swap their keys one is told to make room', () => {
  const swap = [change('update', { frees: ['1'], takes: ['2'] }), change('update', { frees: ['2'], takes: ['1'] })]
  const { order, cycles } = saveOrder(swap)
  expect(new Set(order)).toEqual(new Set(swap))
  expect([...cycles]).toEqual([order.at(-1)])
})

const values = fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5'), { maxLength: 5 })

test('moving values apart from cycles, no value is ever taken twice, and nothing is lost', () => {
  fc.assert(
    fc.property(values, values, (froms, tos) => {
      const changes = froms.slice(0, tos.length).map((from, index) => change('update', { frees: [from], takes: [tos[index]!] }))
      const { order, cycles } = saveOrder(changes)
      expect(new Set(order)).toEqual(new Set(changes))
      const present = new Set<string>(froms.slice(0, tos.length))
      // what is told to make room does so at first
      for (const { frees } of cycles) present.delete(frees[0]!)
      for (const moved of order) {
        if (!cycles.has(moved)) present.delete(moved.frees[0]!)
        expect(present.has(moved.takes[0]!)).toBe(false)
        present.add(moved.takes[0]!)
      }
    }),
  )
})
