import { applyBootstrap, logins, targetOf } from '@colonnade/clusters'
import { newRef, systemRandom } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { sql, userAuthored } from '@colonnade/sql'
import { openTestHome, type TestHome } from '@colonnade/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ChangeStream, createChangeReaders } from './index.ts'

let home: TestHome
const ref = newRef(systemRandom)

beforeAll(async () => {
  home = await openTestHome()
  // the last version that fails where a publication is missing
  await home.clusters.ensure(ref, { compute: 'nano', version: '17' })
  await home.clusters.start(ref)
  await applyBootstrap(await home.clusters.endpoint(ref))
  await run('create table public.t (event int)')
})
afterAll(() => home[Symbol.asyncDispose]())

const withProject = async <T>(work: Parameters<typeof withClient<T>>[1]): Promise<T> =>
  withClient({ ...targetOf(await home.clusters.endpoint(ref), 'administrator'), settings: logins.administrator.settings }, work)
const run = (text: string): Promise<unknown> => withProject((client) => client.run(userAuthored('statement', text)))
const slots = (): Promise<unknown> => withProject((client) => client.first(sql`select count(*)::int as count from pg_replication_slots`))

async function open(): Promise<{ readonly stream: ChangeStream; readonly told: readonly string[] }> {
  const stream = (await createChangeReaders(home.clusters).open(ref))!
  onTestFinished(() => stream.close())
  const told: string[] = []
  const read = async (): Promise<void> => {
    for await (const messages of stream) {
      for (const message of messages) {
        if (message.kind !== 'insert') continue
        const { name, columns } = message.relation
        told.push(`${name} ${message.row.value(columns.findIndex((column) => column.name === 'event'))}`)
      }
    }
  }
  read().catch((error: unknown) => told.push(String(error)))
  return { stream, told }
}
const write = (event: number): Promise<unknown> =>
  run(`begin; insert into public.t values (${event}); select realtime.send('{}', '${event}', 'x', false); commit`)

test('a publication that is created later is followed, too, while others write, and nothing is lost or told twice', async () => {
  await run('drop publication supabase_realtime')
  const { stream, told } = await open()
  let [written, isDone] = [0, false]
  const writing = (async () => {
    for (; !isDone; written += 1) await write(written)
  })()
  await expect.poll(() => told.length).toBeGreaterThan(5)
  await run('create publication supabase_realtime for table public.t')
  await stream.renew()
  // one may be at work
  const known = written + 1
  await expect.poll(() => told).toContain(`t ${known + 1}`)
  isDone = true
  await writing
  await expect.poll(() => told).toContain(`messages ${written - 1}`)
  const of = (table: string): number[] => told.filter((each) => each.startsWith(table)).map((each) => Number(each.split(' ')[1]))
  const first = of('t')[0]!
  expect(first).toBeLessThanOrEqual(known)
  expect(of('t')).toEqual(Array.from({ length: written - first }, (_, index) => first + index))
  expect(of('messages')).toEqual(Array.from({ length: written }, (_, index) => index))
  expect(await slots()).toEqual({ count: 1 })
})

test('publications with different columns of a table are followed apart, and each row is told once', async () => {
  await run(`drop publication supabase_realtime; create publication supabase_realtime
    for table public.t, realtime.messages (id, inserted_at) with (publish_via_partition_root = true)`)
  const { stream, told } = await open()
  expect(await slots()).toEqual({ count: 2 })
  await write(1)
  await write(2)
  await expect.poll(() => told.toSorted()).toEqual(['messages 1', 'messages 2', 't 1', 't 2'])
  await stream.close()
  expect(await slots()).toEqual({ count: 0 })
})
