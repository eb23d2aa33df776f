import type { ProjectEvent } from '@colonnade/contracts/projects/projects'
import { expect, test } from 'vitest'
import { appendNew } from './watch-events.ts'

const event = (id: number): ProjectEvent => ({
  id,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'status',
  status: 'COMING_UP',
  step: null,
  state: null,
  message: null,
})

test('a stream that is opened again adds only what is new', () => {
  const known = [event(1), event(2)]
  expect(appendNew(known, [event(1), event(2), event(3)]).map(({ id }) => id)).toEqual([1, 2, 3])
})

test('nothing new leaves the list the same, so that nothing is drawn again', () => {
  const known = [event(1), event(2)]
  expect(appendNew(known, [event(1)])).toBe(known)
})
