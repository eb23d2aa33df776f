import { describe, expect, test } from 'vitest'
import { causeText, durationText, ruleText, savingText, sleepAfterOf, sleepOptions, sleptSeconds, whyNotPut } from './sleep-words.ts'

test.for([
  [1, '1 second'],
  [89, '89 seconds'],
  [900, '15 minutes'],
  [3_600, '60 minutes'],
  [9_000, '2.5 hours'],
  [86_400, '24 hours'],
  [216_000, '2.5 days'],
] as const)('%i seconds are %s', ([seconds, text]) => {
  expect(durationText(seconds)).toBe(text)
})

test.for([
  [{ status: 'ACTIVE_HEALTHY', sleep: 'awake' }, null],
  [{ status: 'ACTIVE_HEALTHY', sleep: 'asleep' }, 'It sleeps already.'],
  [{ status: 'ACTIVE_HEALTHY', sleep: 'waking' }, 'It is waking up.'],
  [{ status: 'INACTIVE', sleep: 'awake' }, 'It can be put to sleep while the project is active.'],
  [{ status: 'INACTIVE', sleep: 'awake', parent_project_ref: 'abc' }, 'It can be put to sleep while the branch is active.'],
] as const)('of %o is said: %s', ([project, text]) => {
  expect(whyNotPut({ parent_project_ref: null, ...project }, null)).toBe(text)
})

test('one that replicas stream from is not put to sleep', () => {
  const awake = { status: 'ACTIVE_HEALTHY', sleep: 'awake', parent_project_ref: null } as const
  expect(whyNotPut(awake, 'replicas')).toBe('Its read replicas keep this project awake.')
})

describe('what woke a project', () => {
  test.for([
    [{ kind: 'connection', what: 'session', who: 'postgres' }, 'Woken by a connection of postgres through the session pooler'],
    [{ kind: 'connection', what: 'transaction', who: 'app' }, 'Woken by a connection of app through the transaction pooler'],
    [{ kind: 'connection', what: 'direct', who: null }, 'Woken by a direct connection'],
    [{ kind: 'dashboard', what: 'Run SQL', who: 'ada' }, 'Woken by ada, in the dashboard'],
    [{ kind: 'api', what: 'Run SQL', who: null }, 'Woken by somebody, through the API'],
    [{ kind: 'change', what: 'PAUSING', who: null }, 'Paused'],
  ] as const)('%o', ([cause, text]) => {
    expect(causeText(cause)).toBe(text)
  })
})

test('a sleep lasts until now while nobody woke it', () => {
  const slept_at = '2026-01-01T00:00:00.000Z'
  expect(sleptSeconds({ slept_at, woken_at: null }, Date.parse(slept_at) + 5_000)).toBe(5)
  expect(sleptSeconds({ slept_at, woken_at: '2026-01-01T01:00:00.000Z' }, 0)).toBe(3_600)
})

test('what was saved is told once there is something', () => {
  const since = '2026-01-01T00:00:00.000Z'
  expect(savingText({ since, sleeps: 0, asleep_seconds: 0, memory_byte_seconds: 0 })).toBeNull()
  expect(savingText({ since, sleeps: 2, asleep_seconds: 7_200, memory_byte_seconds: 7_200 * 14 * 1_048_576 })).toBe(
    'Asleep for 2 hours of the last 30 days in 2 sleeps, which left 14.0 MB of memory to others meanwhile.',
  )
  expect(savingText({ since, sleeps: 1, asleep_seconds: 60, memory_byte_seconds: 0 })).toBe('Asleep for 60 seconds of the last 30 days in one sleep.')
})

describe('what can be chosen', () => {
  test('on the free plan, up to an hour', () => {
    expect(sleepOptions('free', 'plan').map(({ label }) => label)).toEqual([
      'As the plan: after 15 minutes',
      'After 5 minutes',
      'After 15 minutes',
      'After 30 minutes',
      'After 60 minutes',
    ])
    expect(ruleText('free')).toBe('On the Free plan, projects sleep after 15 minutes without use; 60 minutes can be chosen at most.')
  })

  test('on a paid one anything, and what was chosen elsewhere stands among it', () => {
    expect(sleepOptions('pro', 7).map(({ value }) => value)).toEqual(['plan', '5', '7', '15', '30', '60', '240', '1440', 'never'])
    expect(sleepOptions('free', 'never').at(-1)).toEqual({ value: 'never', label: 'Never' })
    expect(ruleText('pro')).toBe('On the Pro plan, projects stay awake unless one chooses otherwise; any time, or never, can be chosen.')
  })

  test('an option is read as what it stands for', () => {
    expect(['plan', 'never', '15'].map(sleepAfterOf)).toEqual(['plan', 'never', 15])
  })
})
