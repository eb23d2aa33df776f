import { silentLogger } from '@colonnade/core'
import { expect, test } from 'vitest'
import { createKnownProjects, type KnownProjectsParts } from './known-projects.ts'
import { missedAfterMs } from './limits.ts'

test('asks again for who misses something, once for all of them, and not at any rate', async () => {
  let [now, asked] = [0, 0]
  const learnt = async () => ({}) as never
  const projects = {
    resolve: async () => {
      asked += 1
      return {} as never
    },
    news: () => ({ next: () => new Promise<boolean>(() => {}), close: () => {} }),
    ...Object.fromEntries(['keys', 'rest', 'auth', 'storage', 'realtime', 'functions'].map((name) => [name, learnt])),
  } as unknown as KnownProjectsParts['projects']
  const known = createKnownProjects({ projects, clock: { now: () => now, date: () => new Date(now) }, logger: silentLogger })
  await known.find('ref')
  now = missedAfterMs - 1
  await known.findAgain('ref')
  expect(asked).toBe(1)
  now = missedAfterMs
  await Promise.all([known.findAgain('ref'), known.findAgain('ref')])
  await known.find('ref')
  expect(asked).toBe(2)
})
