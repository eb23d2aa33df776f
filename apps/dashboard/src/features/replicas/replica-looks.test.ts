import { expect, test } from 'vitest'
import { lagText, lookOf, setupSteps, shortName } from './replica-looks.ts'

test('a setup has the seven steps of the specification, started or not', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const steps = setupSteps({
    steps: [
      { step: 'requested', state: 'done', at, message: null },
      { step: 'started', state: 'failed', at, message: 'The disk is full' },
    ],
  })
  expect(steps.map(({ label, state }) => `${label}: ${state}`)).toEqual([
    'Requested: done',
    'Started: failed',
    'Launched instance: waiting',
    'Initiated setup: waiting',
    'Downloaded base backup: waiting',
    'Replayed WAL archives: waiting',
    'Completed setup: waiting',
  ])
  expect(steps[1]!.message).toBe('The disk is full')
})

test.each([
  [{ bytes: 0, milliseconds: 12 }, 'Up to date'],
  [{ bytes: 2_048, milliseconds: null }, '2.00 kB behind'],
  [{ bytes: 2_048, milliseconds: 0.2 }, '2.00 kB behind, 1 ms'],
  [{ bytes: 3 * 1024 * 1024, milliseconds: 2_340 }, '3.00 MB behind, 2.3 s'],
])('a lag of %j is "%s"', (lag, text) => {
  expect(lagText(lag)).toBe(text)
})

test('the short name of a replica is the end of its identifier', () => {
  expect(shortName({ identifier: 'abcdefghijklmnopqrst-rr-eu-west-1-kfzqx' })).toBe('kfzqx')
})

test('no replica streams from a primary that is down', () => {
  expect(lookOf({ status: 'ACTIVE_HEALTHY' }, { status: 'ACTIVE_HEALTHY' }).label).toBe('Streaming')
  expect(lookOf({ status: 'ACTIVE_HEALTHY' }, { status: 'UNHEALTHY' })).toEqual({ label: 'Primary down', tone: 'warning' })
  expect(lookOf({ status: 'UNHEALTHY' }, { status: 'UNHEALTHY' }).label).toBe('Unhealthy')
})
