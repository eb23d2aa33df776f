import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'
import { describe, expect, test } from 'vitest'
import * as judge from './judge.ts'
import { isArchivingFailing, type Reading } from './readings.ts'
import { healthText } from './messages.ts'

const reading = (part: Partial<Reading>): Reading => ({
  connections: 0,
  max_connections: 40,
  reserved_connections: 3,
  active_queries: 0,
  commits: 0,
  rollbacks: 0,
  blocks_hit: 0,
  blocks_read: 0,
  counting_since: '',
  database_bytes: 0,
  archive_command: 'exit 0',
  archived_seconds_ago: null,
  archive_failed_seconds_ago: null,
  ...part,
})
const cluster = (state: Parameters<typeof judge.judgeCluster>[1]['state'], message?: string) => ({
  state,
  problem: message === undefined ? null : { message, log: [] },
})

describe('a project that is not asked', () => {
  test.for<[ProjectStatus, ReturnType<typeof cluster>, string, string]>([
    ['COMING_UP', cluster('absent'), 'COMING_UP', healthText.comingUp],
    ['RESTORING', cluster('starting'), 'COMING_UP', healthText.comingUp],
    ['INACTIVE', cluster('stopped'), 'NOT_RUNNING', healthText.paused],
    ['PAUSING', cluster('running'), 'NOT_RUNNING', healthText.stopping],
    ['GOING_DOWN', cluster('running'), 'NOT_RUNNING', healthText.stopping],
    ['INIT_FAILED', cluster('failed', 'No space left.'), 'UNHEALTHY', 'No space left'],
    ['UNHEALTHY', cluster('failed', 'It crashed\n5 times'), 'UNHEALTHY', 'It crashed'],
    ['UNHEALTHY', cluster('stopped'), 'UNHEALTHY', 'known before'],
    ['UNHEALTHY', cluster('absent'), 'UNHEALTHY', 'known before'],
    ['ACTIVE_HEALTHY', cluster('starting'), 'COMING_UP', healthText.starting],
    ['ACTIVE_HEALTHY', cluster('crashed', 'It was ended by SIGKILL'), 'UNHEALTHY', healthText.restarting('It was ended by SIGKILL')],
    ['ACTIVE_HEALTHY', cluster('stopping'), 'NOT_RUNNING', 'known before'],
  ])('%s with a cluster %o is %s', ([status, found, expected, message]) => {
    expect(judge.judgeCluster({ status, sleep: 'awake' }, found, 'known before')).toEqual({ status: expected, message })
  })

  test('is asked when its cluster runs, also when it was given up', () => {
    expect(judge.judgeCluster({ status: 'ACTIVE_HEALTHY', sleep: 'awake' }, cluster('running'), null)).toBeNull()
    expect(judge.judgeCluster({ status: 'UNHEALTHY', sleep: 'awake' }, cluster('running'), 'once')).toBeNull()
  })

  test.for([
    ['falling_asleep', 'NOT_RUNNING', healthText.asleep],
    ['asleep', 'NOT_RUNNING', healthText.asleep],
    ['waking', 'COMING_UP', healthText.waking],
  ] as const)('one that is %s is %s', ([sleep, status, message]) => {
    expect(judge.judgeCluster({ status: 'ACTIVE_HEALTHY', sleep }, cluster('stopped'), null)).toEqual({ status, message })
  })
})

describe('connections', () => {
  test.for<[number, string, string]>([
    [0, 'HEALTHY', '0 of 40 connections in use'],
    [31, 'HEALTHY', '31 of 40 connections in use'],
    [32, 'WARNING', '32 of 40 connections in use'],
    [36, 'WARNING', '36 of 40 connections in use'],
    [37, 'UNHEALTHY', healthText.noneFree('37 of 40 connections in use', 3)],
  ])('%i of 40 are %s', ([connections, status, message]) => {
    expect(judge.judgeConnections(reading({ connections }))).toEqual({ status, message })
  })

  test('that are all taken are told apart from a server that says nothing', () => {
    expect(judge.judgeFailure(new AppError('too_many_connections'), 40).connections).toEqual({
      status: 'UNHEALTHY',
      message: 'All 40 connections are in use',
    })
    expect(judge.judgeFailure(new AppError('unavailable', {}, { message: 'Not within 2 seconds' }), 40).database.message).toBe('Not within 2 seconds')
    expect(judge.judgeFailure(new TypeError('x of undefined'), 40).database.message).toBe('x of undefined')
    expect(judge.judgeFailure(new AppError('internal', {}, { internal: 'a path' }), 40).database.message).toBe(healthText.noAnswer)
  })
})

describe('archiving', () => {
  test('is left out where WAL goes nowhere, and told where it fails or is set up', () => {
    expect(judge.judgeArchiving(reading({ archived_seconds_ago: 5 }))).toBeNull()
    expect(judge.judgeArchiving(reading({ archive_command: 'cp' }))).toEqual({ status: 'HEALTHY', message: healthText.nothingToArchive })
    expect(judge.judgeArchiving(reading({ archive_command: 'cp', archived_seconds_ago: 61 }))).toEqual({
      status: 'HEALTHY',
      message: 'Last WAL archived 1 minute ago',
    })
    expect(judge.judgeArchiving(reading({ archived_seconds_ago: 7_200, archive_failed_seconds_ago: 3 }))).toEqual({
      status: 'WARNING',
      message: 'The last attempt failed 3 seconds ago; the last success was 2 hours ago',
    })
    expect(judge.judgeArchiving(reading({ archive_failed_seconds_ago: 1 }))!.message).toBe(
      'The last attempt failed 1 second ago; none has succeeded yet',
    )
  })

  test('fails when the last attempt did', () => {
    const failing = (archived: number | null, failed: number | null) =>
      isArchivingFailing({ archived_seconds_ago: archived, archive_failed_seconds_ago: failed })
    expect([failing(null, null), failing(5, null), failing(null, 5), failing(5, 9), failing(9, 5)]).toEqual([null, false, true, false, true])
  })
})

describe('a disk', () => {
  test.for<[number, string, string]>([
    [50, 'HEALTHY', '50.0 GB of 100 GB free (50%)'],
    [10, 'HEALTHY', '10.0 GB of 100 GB free (10%)'],
    [9.9, 'WARNING', '9.90 GB of 100 GB free (9.9%)'],
    [1.9, 'UNHEALTHY', '1.90 GB of 100 GB free (1.9%)'],
    [0, 'UNHEALTHY', '0 bytes of 100 GB free (0.0%)'],
  ])('with %f GB free is %s', ([free, status, message]) => {
    expect(judge.judgeDisk({ free: free * 1024 ** 3, total: 100 * 1024 ** 3 })).toEqual({ status, message })
  })
})

test('times read well', () => {
  expect([-1, 0, 1, 59, 60, 3_599, 3_600, 90_000, 200_000].map(judge.timeAgo)).toEqual([
    '0 seconds ago',
    '0 seconds ago',
    '1 second ago',
    '59 seconds ago',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '1 day ago',
    '2 days ago',
  ])
})
