import type { Promotion, PromotionOutlook } from '@colonnade/contracts/copies/replicas'
import { expect, test } from 'vitest'
import { behindText, isPending, outcomeText, promotionSteps, whatHappens } from './promotion-words.ts'

const done = { state: 'DONE', problem: null, is_complete: true, copied_anew: 0 } as Promotion
const outlook: PromotionOutlook = {
  obstacle: null,
  is_primary_running: true,
  behind_bytes: 2_048,
  behind_ms: 3,
  replayed_at: '2026-01-01T00:00:00.000Z',
  is_primary_readable: true,
}

test('what became of a promotion is said, a loss above all', () => {
  expect(outcomeText(done)).toBe('Nothing was lost.')
  expect(outcomeText({ ...done, is_complete: false, copied_anew: 2 })).toMatch(/is lost: its files could not be read\. 2 replicas are copied anew\.$/)
  expect(outcomeText({ ...done, state: 'FAILED', problem: 'It is behind' })).toBe('It is behind. Nothing has changed: the primary is what it was.')
})

test('a promotion is shown as far as it has come', () => {
  const states = (state: Promotion['state']) => promotionSteps({ state, is_forced: false }).map((step) => step.state)
  expect(states('REQUESTED')).toEqual(['running', 'waiting', 'waiting'])
  expect(states('FENCED')).toEqual(['done', 'running', 'waiting'])
  expect(states('PROMOTED')).toEqual(['done', 'done', 'running'])
  expect(states('DONE')).toEqual(['done', 'done', 'done'])
  expect((['REQUESTED', 'FENCED', 'PROMOTED', 'DONE', 'FAILED'] as const).filter((state) => isPending({ state }))).toEqual([
    'REQUESTED',
    'FENCED',
    'PROMOTED',
  ])
})

test('what a replica has yet to replay is told in bytes and time, and that it is not known', () => {
  expect(behindText(outlook)).toBe('2.00 kB behind, 3 ms')
  expect(behindText({ ...outlook, behind_bytes: null })).toMatch(/^Not known/)
})

test('a loss is only spoken of where there may be one', () => {
  expect(whatHappens(outlook, false, 'Oregon', 1).join(' ')).toContain('No row that was acknowledged is lost')
  expect(whatHappens(outlook, false, 'Oregon', 1).at(-1)).toContain('The other replica follows.')
  const unreadable = whatHappens({ ...outlook, is_primary_readable: false }, true, 'Oregon', 0)[1]
  expect(unreadable).toContain('is lost')
  expect(unreadable).toContain('it will not lead to moments between the last that it offers now and the promotion')
  expect(whatHappens(outlook, true, 'Oregon', 0).join(' ')).not.toContain('point-in-time')
})
