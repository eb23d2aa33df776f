import type { RealtimeTrialReport, TriedAccess } from '@colonnade/pg-meta/realtime-trial'
import { expect, test } from 'vitest'
import { checkText } from '../policy-trials/messages.ts'
import { explainRealtimeTrial, notMetText } from './explain.ts'

const done = { sqlstate: 'CTRY0', message: 'tried', rows: 1 }
const refused = { sqlstate: '42501', message: 'new row violates row-level security policy', rows: null }
const report = (accesses: readonly TriedAccess[], unbound: RealtimeTrialReport['unbound'] = null): RealtimeTrialReport => ({
  unbound,
  policies: [{ name: 'speak', isPermissive: true, command: 'INSERT' }],
  accesses: [...accesses],
})
const said = (isTrue: boolean) => [{ policy: 0, command: 'INSERT' as const, row: 'after' as const, isTrue, error: null }]

test('whoever may read one of both is let in, and each refusal says why', () => {
  const { canJoin, accesses } = explainRealtimeTrial(
    report([
      { extension: 'broadcast', access: 'read', ...done, rows: 0, expressions: [] },
      { extension: 'presence', access: 'read', ...done, expressions: [] },
      { extension: 'broadcast', access: 'write', ...done, expressions: said(true) },
      { extension: 'presence', access: 'write', ...refused, expressions: said(false) },
    ]),
  )
  expect(canJoin).toBe(true)
  expect(accesses.map(({ isAllowed, by, reason }) => [isAllowed, by, reason])).toEqual([
    [false, [], checkText.missing('SELECT')],
    [true, [], ''],
    [true, ['speak'], ''],
    [false, [], notMetText('INSERT')],
  ])
})

test('what no policy refuses is told in the words of the database', () => {
  const denied = { ...refused, message: 'permission denied for table messages' }
  const { canJoin, accesses } = explainRealtimeTrial(report([{ extension: 'broadcast', access: 'write', ...denied, expressions: said(true) }]))
  expect([canJoin, accesses[0]!.reason]).toEqual([false, 'permission denied for table messages'])
  const server = explainRealtimeTrial(report([{ extension: 'broadcast', access: 'read', ...done, expressions: [] }], 'bypasses'))
  expect(server.accesses[0]!.reason).toBe(checkText.unbound.bypasses)
})
