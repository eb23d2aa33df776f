import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedClusters } from '../../capabilities.ts'
import { createTestHome, type TestHome, testRef } from '../fixtures.ts'

let home: TestHome
let clusters: EmbeddedClusters

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open({ poolTarget: 1 })
  await clusters.pool.fill()
})
afterAll(() => home[Symbol.asyncDispose]())

test('a full pool is filled again after its first copy is taken', async () => {
  await clusters.ensure(testRef(), { compute: 'nano' })
  expect(clusters.pool.ready()).toBe(0)
  await expect.poll(() => clusters.pool.ready()).toBe(1)
})

test('more clusters than there are copies are made all the same, together and one after the other', async () => {
  await Promise.all([1, 2, 3].map(() => clusters.ensure(testRef(), { compute: 'nano' })))
  for (let count = 0; count < 3; count += 1) await clusters.ensure(testRef(), { compute: 'nano' })
  expect(await clusters.machine.list()).toHaveLength(7)
})
