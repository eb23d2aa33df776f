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
  [{ status: 'ACTIVE_HEALTHY', sleep: 'asleep' }, 'It’s already asleep.'],
  [{ status: 'ACTIVE_HEALTHY', sleep: 'waking' }, 'It’s waking up.'],
  [{ status: 'INACTIVE', sleep: 'awake' }, 'You can suspend the project when it’s active.'],
  [{ status: 'INACTIVE', sleep: 'awake', parent_project_ref: 'abc' }, 'You can suspend the branch when it’s active.'],
] as const)('%o: %s', ([project, text]) => {
  expect(whyNotPut({ parent_project_ref: null, ...project }, null)).toBe(text)
})

test('a primary with read replicas stays awake', () => {
  const awake = { status: 'ACTIVE_HEALTHY', sleep: 'awake', parent_project_ref: null } as const
  expect(whyNotPut(awake, 'replicas')).toBe('This project stays awake because it has read replicas.')
})

describe('what woke a project', () => {
  test.for([
    [{ kind: 'connection', what: 'session', who: 'postgres' }, 'Woken up by postgres through the session pooler'],
    [{ kind: 'connection', what: 'transaction', who: 'app' }, 'Woken up by app through the transaction pooler'],
    [{ kind: 'connection', what: 'direct', who: null }, 'Woken up by a direct connection'],
    [{ kind: 'dashboard', what: 'Run SQL', who: 'ada' }, 'Woken up by ada in the dashboard'],
    [{ kind: 'api', what: 'Run SQL', who: null }, 'Woken up by someone through the API'],
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
    'Asleep for 2 hours in the last 30 days (2 times), freeing 14.0 MB of memory.',
  )
  expect(savingText({ since, sleeps: 1, asleep_seconds: 60, memory_byte_seconds: 0 })).toBe('Asleep for 60 seconds in the last 30 days (once).')
})

describe('what can be chosen', () => {
  test('on the free plan, up to an hour', () => {
    expect(sleepOptions('free', 'plan').map(({ label }) => label)).toEqual([
      'Plan default: after 15 minutes',
      'After 5 minutes',
      'After 15 minutes',
      'After 30 minutes',
      'After 60 minutes',
    ])
    expect(ruleText('free')).toBe('On the Free plan, projects sleep after 15 minutes without activity; you can choose up to 60 minutes.')
  })

  test('on a paid one anything, and what was chosen elsewhere stands among it', () => {
    expect(sleepOptions('pro', 7).map(({ value }) => value)).toEqual(['plan', '5', '7', '15', '30', '60', '240', '1440', 'never'])
    expect(sleepOptions('free', 'never').at(-1)).toEqual({ value: 'never', label: 'Never' })
    expect(ruleText('pro')).toBe('On the Pro plan, projects stay awake by default; you can choose any time, or never.')
  })

  test('an option is read as what it stands for', () => {
    expect(['plan', 'never', '15'].map(sleepAfterOf)).toEqual(['plan', 'never', 15])
  })
})
