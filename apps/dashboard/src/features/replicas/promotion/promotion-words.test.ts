import type { Promotion, PromotionOutlook } from '@colonnade/contracts/copies/replicas'
import { expect, test } from 'vitest'
import { promotionText } from './messages.ts'
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

test('the result of a promotion names a loss first', () => {
  expect(outcomeText(done)).toBe(promotionText.noDataLost)
  expect(outcomeText({ ...done, is_complete: false, copied_anew: 2 })).toBe(`${promotionText.dataLost} 2 replicas are being copied again.`)
  expect(outcomeText({ ...done, state: 'FAILED', problem: 'It is behind' })).toBe('It is behind. Nothing has changed: the primary stays the same.')
})

test('the steps of a promotion follow its state', () => {
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

test('the lag is in bytes and time, or unknown', () => {
  expect(behindText(outlook)).toBe('2.00 kB behind, 3 ms')
  expect(behindText({ ...outlook, behind_bytes: null })).toBe(promotionText.noLongerStreaming)
})

test('a loss is only mentioned where there may be one', () => {
  expect(whatHappens(outlook, false, 'Oregon', 1)).toContain(promotionText.planned.lastWrites)
  expect(whatHappens(outlook, false, 'Oregon', 1).at(-1)).toContain('The other replica follows.')
  const unreadable = whatHappens({ ...outlook, is_primary_readable: false }, true, 'Oregon', 0)[1]
  expect(unreadable).toBe(promotionText.forced.unreadable)
  expect(whatHappens(outlook, true, 'Oregon', 0).join(' ')).not.toContain('point-in-time')
})
