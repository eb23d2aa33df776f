import { expect, test } from 'vitest'
import { type Holding, lossesOf } from './losses.ts'

const people: Holding = {
  id: '1',
  name: 'public.people',
  rows: 5000,
  bytes: 8192,
  deleted: 3,
  columns: [
    { number: 1, name: 'id' },
    { number: 2, name: 'name' },
  ],
}
const [id] = people.columns

test('what goes is told by the name that it had', () => {
  expect(lossesOf([people], [])).toEqual([{ kind: 'table', name: 'public.people', rows_estimate: 5000, bytes: 8192 }])
  expect(lossesOf([people], [{ ...people, name: 'public.persons', columns: [id!] }])).toMatchObject([{ kind: 'column', name: 'public.people.name' }])
  expect(lossesOf([people], [{ ...people, bytes: 0 }])).toMatchObject([{ kind: 'all_rows', rows_estimate: 5000 }])
  expect(lossesOf([people], [{ ...people, deleted: 10 }])).toMatchObject([{ kind: 'rows', rows_estimate: 7 }])
})

test('what is new, renamed or written anew is no loss', () => {
  const renamed = { ...people, name: 'public.persons', bytes: 16_384, columns: [id!, { number: 2, name: 'full_name' }] }
  expect(lossesOf([people], [renamed, { ...people, id: '2' }])).toEqual([])
})
