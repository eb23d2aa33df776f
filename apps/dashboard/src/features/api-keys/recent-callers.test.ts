import { expect, test } from 'vitest'
import { recentCallers } from './recent-callers.ts'

const use = (at: string, client: string) => ({ at, client, address: '203.0.113.7', calls: 3 })

test('callers of the last 24 hours are those of all keys, the latest first', () => {
  const keys = [
    { name: 'anon', clients: [use('2026-05-02T11:00:00Z', 'browser'), use('2026-05-01T11:00:00Z', 'old')] },
    { name: 'jobs', clients: [use('2026-05-02T11:59:00Z', 'cron')] },
    { name: 'unused', clients: [] },
  ]
  expect(recentCallers(keys, Date.parse('2026-05-02T12:00:00Z')).map(({ key, client }) => `${key} ${client}`)).toEqual(['jobs cron', 'anon browser'])
})
