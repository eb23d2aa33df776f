import { describe, expect, test } from 'vitest'
import { reasonOf, type SourceDatabase, toSources } from './sources.ts'

const primary: SourceDatabase = {
  identifier: 'abcdefghijklmnopqrst',
  database_type: 'PRIMARY',
  region: 'eu-west-1',
  status: 'ACTIVE_HEALTHY',
  inserted_at: '2026-01-01T00:00:00Z',
}
const replica = (status: string, id = 'kfzqx', inserted_at = '2026-02-01T00:00:00Z'): SourceDatabase => ({
  identifier: `abcdefghijklmnopqrst-rr-us-east-1-${id}`,
  database_type: 'READ_REPLICA',
  region: 'us-east-1',
  status,
  inserted_at,
})

describe('a replica (spec §4)', () => {
  test.each([
    ['ACTIVE_HEALTHY', 'ready'],
    ['INIT_READ_REPLICA', 'coming up'],
    ['COMING_UP', 'coming up'],
    ['ACTIVE_UNHEALTHY', 'not healthy'],
    ['INIT_READ_REPLICA_FAILED', 'not healthy'],
    ['GOING_DOWN', 'not healthy'],
    ['RESTARTING', 'not healthy'],
    ['UNKNOWN', 'not healthy'],
    ['', 'not healthy'],
  ])('that is %s is %s', (status, state) => {
    expect(toSources([primary, replica(status)])[1]).toMatchObject({ state })
  })

  test('says why it can not be chosen (spec §8)', () => {
    expect(reasonOf('coming up')).toBe('Replica unable to accept requests as its coming up')
    expect(reasonOf('not healthy')).toBe('Replica unable to accept requests as its not healthy')
  })

  test('is told from others by its region and the end of its identifier', () => {
    expect(toSources([replica('ACTIVE_HEALTHY')])).toEqual([
      { id: 'abcdefghijklmnopqrst-rr-us-east-1-kfzqx', label: 'Read replica, East US (North Virginia)', hint: 'kfzqx', state: 'ready' },
    ])
  })
})

describe('the list', () => {
  test('has the primary first, then replicas as they were made, whatever order they come in', () => {
    const late = replica('ACTIVE_HEALTHY', 'late', '2026-03-01T00:00:00Z')
    const early = replica('COMING_UP', 'early', '2026-02-01T00:00:00Z')
    expect(toSources([late, early, primary]).map(({ hint, label }) => hint ?? label)).toEqual(['Primary database', 'early', 'late'])
  })

  test('lets the primary be chosen even while it is not healthy: the project says so itself', () => {
    expect(toSources([{ ...primary, status: 'RESTARTING' }])).toEqual([
      { id: 'abcdefghijklmnopqrst', label: 'Primary database', hint: null, state: 'ready' },
    ])
  })

  test('is empty for no databases', () => {
    expect(toSources([])).toEqual([])
  })
})
