import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../../testing.ts'
import { deleteWindow, requestOff, requestOn } from '../../../copies/backups/pitr/store.ts'
import { deletePooler, requestPoolerOff, requestPooler } from '../../../connections/dedicated-poolers/store.ts'
import { removalRequest, requestState } from '../../../projects/projects/store.ts'
import { collectUsage, pruneUsage } from './collect.ts'
import { lockAddons, recordHours } from './store.ts'

const hourMs = 3_600_000
// whole hours that are over; the platform was there all the time but for some minutes of the third
const start = Math.floor(Date.now() / hourMs) * hourMs - 6 * hourMs
/** So many seconds after the beginning. */
const at = (seconds: number): Date => new Date(start + seconds * 1_000)

let platform: TestPlatform
let number = 0

beforeAll(async () => {
  platform = await openTestPlatform()
  await platform.ctx.database.run(sql`truncate usage_presence`)
  await platform.ctx.database.run(sql`
    insert into usage_presence (from_at, until_at) values (${at(-hourMs)}, ${at(7_200 + 1_200)}), (${at(7_200 + 2_400)}, ${at(5 * 3_600)})`)
})
afterAll(() => platform[Symbol.asyncDispose]())

/** A project that rests: nobody makes a server for it. */
async function insertProject(): Promise<string> {
  const ref = 'q'.repeat(19) + String.fromCodePoint(97 + number)
  number += 1
  await then(-7_200, () =>
    platform.ctx.database.run(sql`
      insert into projects (ref, organization_id, name, region, compute, password_verifier, status, desired)
      select ${ref}, id, ${ref}, 'local', 'nano', '', 'INACTIVE', 'inactive' from organizations where slug = 'acme'`),
  )
  return ref
}

/** Has a change happen in the past: what it wrote of now is told to have been then. */
async function then(seconds: number, change: () => Promise<unknown>): Promise<void> {
  const { database } = platform.ctx
  const { now } = (await database.first<{ now: string }>(sql`select clock_timestamp()::text as now`))!
  await change()
  await database.run(sql`
    update addon_spans set from_at = case when from_at > ${now}::timestamptz then ${at(seconds)} else from_at end,
      to_at = case when to_at > ${now}::timestamptz then ${at(seconds)} else to_at end`)
}

/** Seconds of add-ons that hours have, one after the other. */
async function counted(ref: string, hours = 1): Promise<[addon: string, hour: number, seconds: number][]> {
  const { database } = platform.ctx
  await recordHours(database, at(0), at(hours * 3_600))
  const rows = await database.rows<{ metric: string; at: number; quantity: number }>(sql`
    select metric, extract(epoch from starts_at)::float8 as at, quantity::int as quantity from usage_events
    where source_ref = ${ref} and metric like 'addon.%' order by starts_at, metric`)
  return rows.map(({ metric, at: from, quantity }) => [metric.slice('addon.'.length), (from - start / 1_000) / 3_600, quantity])
}

test('what is chosen counts from then on, also where that is just before the hour is counted', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await then(3_450, () => requestPooler(database, ref))
  // wished again it is the same
  await then(3_500, () => requestPooler(database, ref))
  expect(await counted(ref)).toEqual([['ipv4', 0, 150]])
  expect(await counted(ref, 2)).toEqual([
    ['ipv4', 0, 150],
    ['ipv4', 1, 3_600],
  ])
})

test('what is given up before the hour is counted counts until then, each time that it was there', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await then(600, () => requestPooler(database, ref))
  await then(750, () => requestPoolerOff(database, ref))
  await then(760, () => deletePooler(database, ref))
  await then(1_000, () => requestPooler(database, ref))
  await then(1_100, () => database.run(sql`delete from dedicated_poolers where project_ref = ${ref}`))
  expect(await counted(ref, 2)).toEqual([['ipv4', 0, 250]])
})

test('each variant counts for the time in which it was the one', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await then(100, () => requestOn(database, ref, 1))
  await then(400, () => requestOn(database, ref, 14))
  await then(500, () => requestOn(database, ref, 14))
  await then(1_000, () => requestOff(database, ref))
  await then(1_300, () => deleteWindow(database, ref))
  expect(await counted(ref)).toEqual([
    ['pitr_1', 0, 300],
    ['pitr_14', 0, 600],
  ])
})

test('parts of a second are given, not billed twice', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await then(100, () => requestOn(database, ref, 1))
  await then(200.6, () => requestOn(database, ref, 7))
  await then(300.2, () => requestOff(database, ref))
  expect(await counted(ref)).toEqual([
    ['pitr_1', 0, 100],
    ['pitr_7', 0, 99],
  ])
})

test('a size counts for the time that it was chosen in and the server was active and awake', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await database.run(sql`
    insert into project_events (ref, at, kind, status) values (${ref}, ${at(300)}, 'status', 'ACTIVE_HEALTHY'), (${ref}, ${at(3_000)}, 'status', 'PAUSING')`)
  await database.run(sql`insert into project_sleeps (ref, wished_at, slept_at, woken_at) values (${ref}, ${at(500)}, ${at(500)}, ${at(600)})`)
  const resize = (compute: string) => database.run(sql`update projects set compute = ${compute} where ref = ${ref}`)
  await then(0, () => resize('large'))
  await then(1_000, () => resize('small'))
  await then(1_150, () => resize('nano'))
  await then(2_900, () => resize('large'))
  expect(await counted(ref)).toEqual([
    ['ci_large', 0, 600 + 100],
    ['ci_small', 0, 150],
  ])
})

test('a name counts from when it was found to be the project’s, and no longer than it is', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await then(100, () =>
    database.run(sql`insert into custom_domains (project_ref, name, waiting_since, next_check_at) values (${ref}, 'db.example.com', now(), now())`),
  )
  await then(200, () => database.run(sql`update custom_domains set verified_at = now(), checked_at = now()`))
  await then(300, () => database.run(sql`update custom_domains set checked_at = now()`))
  await then(350, () => database.run(sql`update custom_domains set verified_at = null`))
  await then(400, () => database.run(sql`update custom_domains set verified_at = now()`))
  await then(500, () => database.run(sql`delete from custom_domains`))
  expect(await counted(ref)).toEqual([['custom_domain', 0, 150 + 100]])
})

test('a change that was cut off changed nothing, and an hour whose count was cut off is counted once', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await then(100, () => requestPooler(database, ref))
  await expect(
    database.transaction(async (tx) => {
      await requestPoolerOff(tx, ref)
      throw new Error('killed')
    }),
  ).rejects.toThrow()
  await expect(
    database.transaction(async (tx) => {
      await recordHours(tx, at(0), at(3_600))
      throw new Error('killed')
    }),
  ).rejects.toThrow()
  await counted(ref)
  expect(await counted(ref)).toEqual([['ipv4', 0, 3_500]])
})

test('the time in which nobody looked is given, and after it the add-on goes on', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await then(7_200 + 1_100, () => requestOn(database, ref, 3))
  await then(7_200 + 2_500, () => requestOn(database, ref, 7))
  expect(await counted(ref, 4)).toEqual([
    ['pitr_3', 2, 100 + 100],
    ['pitr_7', 2, 1_100],
    ['pitr_7', 3, 3_600],
  ])
})

test('a project that is removed had what it had until somebody wished it away', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await then(100, () => requestPooler(database, ref))
  await then(200, () => requestOn(database, ref, 7))
  expect(await requestState(database, ref, removalRequest)).toBe(true)
  await database.run(sql`update project_events set at = ${at(1_000)} where ref = ${ref}`)
  await then(1_200, () => deletePooler(database, ref))
  expect(await counted(ref, 2)).toEqual([
    ['ipv4', 0, 900],
    ['pitr_7', 0, 800],
  ])
})

test('who counts waits for those who are changing something, so that nothing is written into an hour that was counted', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  const order: string[] = []
  let counting: Promise<unknown> | undefined
  await database.transaction(async (tx) => {
    await requestPooler(tx, ref)
    counting = database.transaction(lockAddons).then(() => order.push('counts'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    order.push('changed')
  })
  await counting
  expect(order).toEqual(['changed', 'counts'])
})

test('rounds of the platform count it, and spans that are over long ago are forgotten', async () => {
  const [{ database }, ref] = [platform.ctx, await insertProject()]
  await database.run(sql`insert into usage_hours (done_until) values (${at(0)}) on conflict (is_only) do update set done_until = excluded.done_until`)
  await then(3_450, () => requestPooler(database, ref))
  await then(3_600 + 10, () => requestPoolerOff(database, ref))
  await Promise.all([collectUsage(platform.ctx), collectUsage(platform.ctx)])
  await collectUsage(platform.ctx)
  expect(await counted(ref)).toEqual([
    ['ipv4', 0, 150],
    ['ipv4', 1, 10],
  ])
  const long = new Date(Date.now() - 64 * 24 * hourMs)
  await database.run(sql`update addon_spans set from_at = ${long}, to_at = ${long} where project_ref = ${ref} and type = 'ipv4'`)
  await pruneUsage(platform.ctx)
  expect(await database.rows(sql`select type from addon_spans where project_ref = ${ref}`)).toEqual([{ type: 'compute_instance' }])
})
