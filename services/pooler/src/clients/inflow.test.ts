import { MemoryBudget } from '@colonnade/core'
import { connected } from '@colonnade/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageOf } from '../transaction/client-messages.ts'
import { openRaw, openTestPooler, type RawClient, showPassword, startupOf, type TestPooler } from '../testing.ts'

const mebibyte = 1024 * 1024

let pool: TestPooler
let ref: string
let other: string

beforeAll(async () => {
  pool = await openTestPooler()
  ref = await pool.project()
  other = await pool.project()
})
afterAll(() => pool[Symbol.asyncDispose]())

const query = (length: number) => messageOf('Q', `select length('${'x'.repeat(length)}')\0`)
/** A client of a project that has sent all of a message but its last byte. */
async function halfSent(address: { host: string; port: number }, project: string, message: Buffer): Promise<RawClient> {
  const client = openRaw(address)
  await showPassword(client, startupOf(`postgres.${project}`))
  await client.until('Z\0\0\0\x05I')
  client.socket.write(message.subarray(0, -1))
  return client
}
const answered = (client: RawClient, message: Buffer) => {
  client.socket.write(message.subarray(-1))
  return client.until('SELECT 1')
}

test('half-sent messages take the memory of their project, and then are refused; other projects go on, and what is finished is given back', async () => {
  const memory = new MemoryBudget({ totalBytes: 8 * mebibyte, ownerBytes: 4 * mebibyte, floorBytes: mebibyte })
  await using small = await pool.another({ inflow: { memoryPatienceMs: 200 } }, memory)
  const long = query(3 * mebibyte)
  const first = await halfSent(small.transaction, ref, long)
  await expect.poll(() => memory.usedBy(ref)).toBeGreaterThan(3 * mebibyte - 200_000)

  const refused = await halfSent(small.transaction, ref, long)
  const told = (await refused.closed).toString('latin1')
  expect(told).toContain('C53200')
  expect(told).toContain(`clients of project ${ref} have sent more`)
  expect(memory.usedBy(ref)).toBeLessThan(4 * mebibyte)

  const neighbour = await halfSent(small.transaction, other, long)
  await answered(neighbour, long)
  await connected({ ...pool.target(ref), ...small.transaction }, (client) => client.query('select 1'))

  // who waits gets what somebody gives back
  await answered(first, long)
  await expect.poll(() => memory.usedBy(ref)).toBe(0)
  const second = await halfSent(small.transaction, ref, long)
  await answered(second, long)
  for (const { socket } of [first, second, neighbour]) socket.destroy()
  await expect.poll(() => memory.usedBytes).toBe(0)
})

test('a message that is not finished in time is refused, and its memory is free again', async () => {
  const memory = new MemoryBudget({ totalBytes: 8 * mebibyte, ownerBytes: 4 * mebibyte, floorBytes: mebibyte })
  await using hasty = await pool.another({ inflow: { readingDeadline: { leastMs: 100, bytesPerMs: mebibyte } } }, memory)
  const slow = await halfSent(hasty.transaction, ref, query(mebibyte))
  expect((await slow.closed).toString('latin1')).toContain('C08P01')
  await expect.poll(() => memory.usedBytes).toBe(0)
})
