import type { BackupRemoval, BackupReport, BegunRestore, Restore } from '@colonnade/contracts/copies/backups'
import type { Pitr, PitrCommits } from '@colonnade/contracts/copies/pitr'
import type { Project } from '@colonnade/contracts/projects/projects'
import { sql } from '@colonnade/sql'
import { readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../../testing.ts'
import { noticeText, pitrMessages } from '../messages.ts'

let platform: TestPlatform
let ref: string
let dieAt: string | undefined
/** Times of the server, each after what was written before it. */
let beforeDrop: string
let afterRestore: string

beforeAll(async () => {
  platform = await openTestPlatform({
    // what is thrown there is as good as a kill: what is known then is what was written down
    failpoint(name) {
      if (name !== dieAt) return
      dieAt = undefined
      throw new Error(`died at ${name}`)
    },
  })
  ref = await platform.project('Main')
  await query('create table orders as select generate_series(1, 100) as id')
})
afterAll(() => platform[Symbol.asyncDispose]())

const at = (rest = '', of = ref) => `/platform/projects/${of}/backups${rest}`
const query = async (text: string, of = ref) => {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${of}/query`, { query: text })
  return (reply.json as { readonly results?: readonly { readonly rows: readonly (string | null)[][] }[] }).results?.[0]?.rows[0]?.[0]
}
/** The server's clock; the millisecond after it has nothing of before in it. */
const now = async (): Promise<string> => {
  const time = await query(`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
  await query('select pg_sleep(0.01)')
  return new Date(Date.parse(time!) + 5).toISOString()
}
const report = async (): Promise<BackupReport> => (await platform.ask('read-only', 'GET', at())).json as BackupReport
const pitr = async (): Promise<Pitr> => (await report()).pitr!
const look = () => platform.ctx.parts.backups.lookAtWindow(ref)
/** All backups that are asked for are made, and what they lead to is known. */
const settle = async (): Promise<void> => {
  await look()
  for (const { id } of (await report()).backups) await platform.ctx.parts.backups.idle(id)
  await look()
}
const change = (days: number | null) => platform.ask('administrator', 'PUT', at('/pitr'), { days })
const inPlace = { target: 'project', project_name: 'Main' }
const restoreTo = async (time: string, into: object = inPlace) => {
  const reply = await platform.ask('administrator', 'POST', at('/pitr/restore'), { at: time, into })
  if (reply.status !== 202) return reply.json as { readonly code: string; readonly message: string }
  const { id } = reply.json as BegunRestore
  await platform.ctx.parts.backups.idle(id)
  return (await report()).restores.find((one) => one.id === id)!
}
const told = async () =>
  (await platform.ctx.database.rows<{ title: string }>(sql`select distinct title from notifications where project_ref = ${ref}`)).map(
    ({ title }) => title,
  )
const wal = () => join(platform.ground.home, 'backups', ref, 'wal')
const segments = async () => (await readdir(wal())).filter((name) => !name.includes('.history.')).toSorted()
const marks = async () => {
  const row = await platform.ctx.database.first<{ count: number }>(sql`select count(*)::int as count from recovery_marks where project_ref = ${ref}`)
  return row!.count
}

describe('point-in-time recovery', () => {
  test('is off until somebody who may operate the project turns it on, for as long as the plan keeps backups', async () => {
    expect(await report()).toMatchObject({ pitr: null, pitr_days: [1, 3] })
    expect(await restoreTo(new Date().toISOString())).toMatchObject({
      code: 'moment_not_recoverable',
      message: expect.stringContaining('off') as string,
    })
    await platform.run({ promise: 'a developer', as: 'developer', method: 'PUT', path: at('/pitr'), body: { days: 1 }, expect: 403 })
    await platform.run({ promise: 'a month', as: 'owner', method: 'PUT', path: at('/pitr'), body: { days: 28 }, expect: 400, code: 'invalid_input' })
    expect((await change(3)).json).toMatchObject({ pitr: { state: 'TURNING_ON', days: 3, ranges: [], problem: null } })
    await settle()
    const found = await report()
    expect(found.backups).toMatchObject([{ kind: 'scheduled', status: 'COMPLETED' }])
    expect(found.pitr).toMatchObject({ state: 'ON', ranges: [{ starts_at: found.backups[0]!.taken_at }] })
    const { json } = await platform.ask('owner', 'GET', `/platform/projects/${ref}/billing/addons`)
    const variant = { identifier: 'pitr_3', name: '3 days' }
    expect(json).toMatchObject({ selected_addons: [{ type: 'pitr', variant, state: 'READY', problem: null }] })
  })

  test('marks nothing while nothing is written, and knows that it may go on', async () => {
    await settle()
    const [before, last] = [await marks(), (await pitr()).ranges[0]!.ends_at]
    await look()
    expect(await marks()).toBe(before)
    expect((await pitr()).ranges).toMatchObject([{ ends_at: expect.toSatisfy((later: string) => later > last) as string }])
    await query('insert into orders values (101)')
    await look()
    expect(await marks()).toBe(before + 1)
  })

  test('restores to just before a table was dropped, a second ago', async () => {
    beforeDrop = await now()
    await query('drop table orders')
    const done = (await restoreTo(beforeDrop)) as Restore
    expect(done).toMatchObject({ status: 'COMPLETED', target_ref: ref, restored_to: beforeDrop, problem: null })
    expect(await query('select count(*) from orders')).toBe('101')
    const { state, ranges } = await pitr()
    expect([state, ranges.map(({ timeline }) => timeline)]).toEqual(['ON', [1, 2]])
    // up to the restore itself, although nothing was written any more
    expect(ranges[0]!.ends_at > done.inserted_at).toBe(true)
  })

  test('tells what was committed around a moment, by table', async () => {
    await query('insert into orders values (102), (103)')
    const time = await now()
    await query('create table other as select 1 as id')
    await query('insert into orders values (104)')
    await query('delete from orders where id > 101')
    await query('drop table other')
    const path = at(`/pitr/commits?at=${time}`)
    await platform.run({ promise: 'a developer', as: 'developer', method: 'GET', path, expect: 403 })
    const { commits, starts_at, ends_at, has_more } = (await platform.ask('owner', 'GET', path)).json as PitrCommits
    const orders = { table: 'orders', inserted: 0, updated: 0, deleted: 0 }
    expect(commits.slice(-5)).toMatchObject([
      { changes: [{ ...orders, inserted: 2 }], is_removing: false, removed: [] },
      // one that is gone, as the WAL calls it
      { changes: [{ table: 'other', inserted: 1 }], is_removing: false },
      { changes: [{ ...orders, inserted: 1 }], is_removing: false },
      { changes: [{ ...orders, deleted: 3 }], is_removing: false },
      { changes: [], is_removing: true, removed: ['other'] },
    ])
    const sides = commits.map((commit) => commit.at > time)
    expect(sides.slice(-5)).toEqual([false, true, true, true, true])
    expect([starts_at <= time, ends_at >= time, has_more]).toEqual([true, true, false])
  })

  test('restores along each timeline: to a moment since the restore, and to what the restore has undone', async () => {
    await query('insert into orders select generate_series(1, 9)')
    afterRestore = await now()
    await query('truncate orders')
    expect(await restoreTo(afterRestore)).toMatchObject({ status: 'COMPLETED' })
    expect(await query('select count(*) from orders')).toBe('110')
    // the first timeline once more: the table is there, without what came later
    expect(await restoreTo(beforeDrop)).toMatchObject({ status: 'COMPLETED' })
    expect(await query('select count(*) from orders')).toBe('101')
    const into = { target: 'new', name: 'Copy' }
    const done = await restoreTo(afterRestore, into)
    expect(done).toMatchObject({ status: 'COMPLETED', target_name: 'Copy' })
    const copy = (done as { target_ref: string }).target_ref
    expect(await query('select count(*) from orders', copy)).toBe('110')
    expect(((await platform.ask('owner', 'GET', at('', copy))).json as BackupReport).pitr).toBeNull()
    await platform.ask('owner', 'DELETE', `/platform/projects/${copy}`)
    const branch = (await restoreTo(beforeDrop, { target: 'branch', name: 'before' })) as { target_ref: string }
    expect(branch).toMatchObject({ status: 'COMPLETED', is_branch: true })
    expect(await query('select count(*) from orders', branch.target_ref)).toBe('101')
    expect((await platform.ask('owner', 'GET', `/platform/projects/${branch.target_ref}`)).json).toMatchObject({
      parent_project_ref: ref,
      name: 'before',
    })
    await platform.ask('owner', 'DELETE', `/platform/projects/${branch.target_ref}`)
  })

  test('what was committed is told of every timeline, from before the moment until after it', async () => {
    const { ranges } = await pitr()
    expect(ranges.length).toBeGreaterThan(2)
    for (const [place, { starts_at: start, ends_at: end }] of ranges.entries()) {
      const middle = new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString()
      for (const time of [start, middle, end]) {
        const told = (await platform.ask('owner', 'GET', at(`/pitr/commits?at=${time}`))).json as PitrCommits
        const [from, until] = [Date.parse(told.starts_at), Date.parse(told.ends_at)]
        expect([time, from <= Date.parse(time), until >= Date.parse(time)]).toEqual([time, true, true])
        // nothing in between is left out, so that it is more than the moment itself
        expect(until).toBeGreaterThan(from)
        // a later timeline has more
        if (place < ranges.length - 1) expect(told.has_more).toBe(true)
      }
    }
  })

  test('refuses a moment that it does not have, and says which it has', async () => {
    for (const time of ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z']) {
      expect(await restoreTo(time)).toMatchObject({
        code: 'moment_not_recoverable',
        message: expect.stringContaining('Available: ') as string,
      })
    }
    expect(await restoreTo(beforeDrop, { target: 'project', project_name: 'main' })).toMatchObject({ code: 'invalid_input' })
  })

  test.each(['backups.prepare.after', 'backups.place.before', 'backups.place.after'])(
    'a restore that was cut off at %s is done once',
    async (failpoint) => {
      await query('insert into orders values (0)')
      dieAt = failpoint
      expect(await restoreTo(beforeDrop)).toMatchObject({ status: 'COMPLETED' })
      expect(dieAt).toBeUndefined()
      expect(await query('select count(*) from orders')).toBe('101')
    },
  )

  test.each(['pitr.mark.before', 'pitr.mark.after', 'pitr.forget.before'])('a look that was cut off at %s is taken again', async (failpoint) => {
    await query('insert into orders values (0)')
    const time = await now()
    dieAt = failpoint
    await look()
    expect(dieAt).toBeUndefined()
    expect(Date.parse((await pitr()).ranges.at(-1)!.ends_at)).toBeGreaterThan(Date.parse(time))
  })

  test('an archive that can not be written is told, and that it can again; nothing is lost', async () => {
    const folder = join(platform.ground.home, 'clusters', ref, 'archive')
    const before = await pitr()
    await rename(folder, `${folder}-away`)
    await writeFile(folder, '')
    await query('insert into orders values (-1)')
    const time = await now()
    await look()
    expect(await pitr()).toMatchObject({ state: 'FAILING', problem: pitrMessages.folder('EEXIST') })
    expect(await told()).toContain(noticeText.archivingFails.title('Main'))
    // it leads to where the window is
    const said = sql`select actions from notifications where project_ref = ${ref} and title = ${noticeText.archivingFails.title('Main')}`
    expect(await platform.ctx.database.first(said)).toMatchObject({ actions: [{ action_type: 'open_recovery' }] })
    await rm(folder)
    await rename(`${folder}-away`, folder)
    await look()
    expect(await pitr()).toMatchObject({ state: 'ON', problem: null, ranges: before.ranges.map(({ starts_at }) => ({ starts_at })) })
    expect(await told()).toContain(noticeText.archivingWorks.title('Main'))
    expect(Date.parse((await pitr()).ranges.at(-1)!.ends_at)).toBeGreaterThan(Date.parse(time))
  })

  test('a segment that is lost is a gap, which is told and never restored across; a new backup begins after it', async () => {
    const { ranges } = await pitr()
    await query('insert into orders values (-2)')
    const lost = await now()
    await query('insert into orders values (-3)')
    await look()
    const newest = (await segments()).at(-1)!
    await rm(join(wal(), newest))
    await settle()
    expect(await told()).toContain(noticeText.gap.title('Main'))
    const after = await pitr()
    expect(after).toMatchObject({ state: 'ON', problem: null })
    expect(after.ranges).toHaveLength(ranges.length + 1)
    expect(await restoreTo(lost)).toMatchObject({ code: 'moment_not_recoverable' })
    const later = await now()
    await query('truncate orders')
    expect(await restoreTo(later)).toMatchObject({ status: 'COMPLETED' })
    expect(Number(await query('select count(*) from orders where id < -1'))).toBe(2)
  })

  test('a segment that is torn restores nothing, and is a gap from then on', async () => {
    const time = await now()
    await query('insert into orders values (-4)')
    await look()
    const torn = join(wal(), (await segments()).at(-1)!)
    const whole = await readFile(torn)
    await truncate(torn, 20)
    const rows = await query('select count(*) from orders')
    expect(await restoreTo(time)).toMatchObject({ status: 'FAILED', problem: expect.stringContaining('SHA-256') as string })
    expect(await query('select count(*) from orders')).toBe(rows)
    expect(await restoreTo(time)).toMatchObject({ code: 'moment_not_recoverable' })
    await settle()
    expect(await pitr()).toMatchObject({ state: 'ON' })
    // somebody has a copy of it
    const { ranges } = await pitr()
    await writeFile(torn, whole)
    await platform.ask('administrator', 'POST', at('/pitr/read'))
    await platform.ctx.parts.backups.idle(ref)
    expect((await pitr()).ranges).toHaveLength(ranges.length - 1)
    expect(await restoreTo(time, { target: 'new', name: 'Whole' })).toMatchObject({ status: 'COMPLETED' })
    // and it is torn once more
    await truncate(torn, 20)
    await platform.ask('administrator', 'POST', at('/pitr/read'))
    await platform.ctx.parts.backups.idle(ref)
    expect((await pitr()).ranges).toHaveLength(ranges.length)
  })

  test('all that is kept is read now and then: what is damaged is found before it is needed, and told', async () => {
    const { database } = platform.ctx
    const readThrough = async () => {
      const { json } = await platform.ask('administrator', 'POST', at('/pitr/read'))
      expect(json).toMatchObject({ pitr: { archive: { is_being_read: true } } })
      await platform.ctx.parts.backups.idle(ref)
      return (await pitr()).archive
    }
    await platform.run({ promise: 'a developer', as: 'developer', method: 'POST', path: at('/pitr/read'), expect: 403 })
    // what is damaged already, and is known
    const { damaged: known } = (await readThrough()).last_reading!
    await query('insert into orders values (-8)')
    const time = await now()
    await query('insert into orders values (-9)')
    await settle()
    const newest = (await segments()).at(-1)!
    // what is lost of less than a second is not told
    await query('select pg_sleep(1)')
    // a later backup leads to now: nobody needs what is before it until somebody asks for it
    const { id } = (await platform.ask('owner', 'POST', at())).json as { id: string }
    await platform.ctx.parts.backups.idle(id)
    await query('insert into orders values (-10)')
    await look()
    const before = await pitr()
    await writeFile(join(wal(), newest), 'nothing')
    // a day later
    await database.run(sql`update recovery_windows set last_reading = last_reading || '{"at": "2026-01-01T00:00:00Z"}' where project_ref = ${ref}`)
    dieAt = 'pitr.read.before'
    await platform.ctx.parts.backups.round()
    await platform.ctx.parts.backups.idle(ref)
    expect(dieAt).toBeUndefined()
    const after = await pitr()
    const { length: count } = await segments()
    expect(after).toMatchObject({
      state: 'ON',
      archive: { segments: count, is_being_read: false, last_reading: { segments: count, damaged: known + 1 } },
    })
    expect(after.archive.bytes).toBeGreaterThan(1_000)
    expect(after.ranges).toHaveLength(before.ranges.length + 1)
    expect(await told()).toContain(noticeText.lost.title('Main'))
    expect(await restoreTo(time)).toMatchObject({ code: 'moment_not_recoverable' })
    await platform.ctx.parts.backups.round()
    await platform.ctx.parts.backups.idle(ref)
    expect((await pitr()).archive.last_reading).toEqual(after.archive.last_reading)
  })

  test('a backup that is removed takes with it what only it leads to, which is said before, and is no fault', async () => {
    const { backups } = await report()
    const preview = async (id: string) => (await platform.ask('read-only', 'GET', at(`/${id}/removal`))).json as BackupRemoval
    await platform.run({ promise: 'one that is not there', as: 'owner', method: 'GET', path: at('/none/removal'), expect: 404 })
    const [newest] = backups.filter(({ status }) => status === 'COMPLETED')
    const last = (await pitr()).ranges.at(-1)!
    const { lost } = await preview(newest!.id)
    expect(lost).toEqual([{ starts_at: newest!.taken_at, ends_at: expect.toSatisfy((time: string) => time >= last.ends_at) as string }])
    await platform.ctx.database.run(sql`delete from notifications where project_ref = ${ref}`)
    await platform.ask('owner', 'DELETE', at(`/${newest!.id}`))
    await platform.ctx.parts.backups.idle(newest!.id)
    await look()
    expect((await pitr()).state).not.toBe('FAILING')
    await settle()
    expect(await told()).toEqual([])
    expect((await pitr()).ranges.some(({ starts_at }) => starts_at === newest!.taken_at)).toBe(false)
    expect((await pitr()).state).toBe('ON')
  })

  test('a clock that went back is a gap: no moment is recovered of which there are two', async () => {
    const { database } = platform.ctx
    await query('insert into orders values (-6)')
    await look()
    // as if what was marked had been marked by a clock that was an hour ahead
    await database.run(sql`update recovery_marks set at = at + interval '1 hour' where project_ref = ${ref} and at > now() - interval '10 seconds'`)
    await query('insert into orders values (-7)')
    await settle()
    const time = await now()
    await query('truncate orders')
    expect(await pitr()).toMatchObject({ state: 'ON' })
    expect(Date.parse((await pitr()).ranges.at(-1)!.ends_at)).toBeLessThan(Date.now() + 1_000)
    expect(await restoreTo(time)).toMatchObject({ status: 'COMPLETED' })
    expect(await query('select count(*) from orders where id in (-6, -7)')).toBe('2')
  })

  test('keeps what the window needs, its backup with it, and nothing before that', async () => {
    const { database } = platform.ctx
    const { id } = (await platform.ask('owner', 'POST', at())).json as { id: string }
    await platform.ctx.parts.backups.idle(id)
    await query('insert into orders values (-5)')
    const time = await now()
    await query('truncate orders')
    await settle()
    const before = await segments()
    // as if all but the last backup were a week old
    await database.run(
      sql`update backups set taken_at = taken_at - interval '7 days', inserted_at = inserted_at - interval '7 days' where id <> ${id}`,
    )
    await database.run(sql`update recovery_marks set at = at - interval '7 days'
      where project_ref = ${ref} and at < (select taken_at from backups where id = ${id})`)
    await database.run(sql`update backups set inserted_at = inserted_at - interval '30 days', kind = 'scheduled' where id = ${id}`)
    await look()
    const after = await segments()
    expect(after.length).toBeLessThan(before.length)
    expect(before).toEqual(expect.arrayContaining(after))
    await platform.ctx.parts.backups.round()
    await settle()
    const ids = (await report()).backups.map((backup) => backup.id)
    expect(ids).toContain(id)
    expect(await restoreTo(time)).toMatchObject({ status: 'COMPLETED' })
    expect(await query('select count(*) from orders where id = -5')).toBe('1')
  })

  test('has nothing for a branch', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'next' })
    const [, branch] = (await platform.ask('owner', 'GET', `/platform/projects/${ref}/branches`)).json as { project_ref: string }[]
    const of = branch!.project_ref
    await platform.ctx.parts.reconciler.idle(of)
    expect((await platform.ask('owner', 'GET', at('', of))).json).toMatchObject({ pitr: null, pitr_days: [] })
    await platform.run({
      promise: 'a branch',
      as: 'owner',
      method: 'PUT',
      path: at('/pitr', of),
      body: { days: 1 },
      expect: 400,
      code: 'invalid_input',
    })
    await platform.ask('owner', 'DELETE', `/platform/projects/${of}`)
    await platform.ctx.parts.reconciler.idle(of)
  })

  test('turned off, nothing but the backups is kept', async () => {
    expect((await change(null)).json).toMatchObject({ pitr: { state: 'TURNING_OFF' } })
    await look()
    expect((await report()).pitr).toBeNull()
    expect(await segments()).toEqual([])
    expect((await report()).backups.length).toBeGreaterThan(0)
    expect(((await platform.ask('owner', 'GET', `/platform/projects/${ref}`)).json as Project).status).toBe('ACTIVE_HEALTHY')
    // and on again, it begins anew
    await change(1)
    await settle()
    expect(await pitr()).toMatchObject({ state: 'ON', days: 1, ranges: [{}] })
  })

  test('of a project that is paused, the window is changed and turned off', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect((await change(3)).status).toBe(202)
    await look()
    expect(await pitr()).toMatchObject({ state: 'ON', days: 3, problem: null })
    await change(null)
    await look()
    expect((await report()).pitr).toBeNull()
  })
})
