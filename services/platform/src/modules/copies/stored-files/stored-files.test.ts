import type { Backup, BackupReport, BegunRestore } from '@colonnade/contracts/copies/backups'
import type { Branch } from '@colonnade/contracts/copies/branches'
import { targetOf } from '@colonnade/clusters'
import { type Clock, systemClock } from '@colonnade/core'
import { versionPath } from '@colonnade/objects'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'

let platform: TestPlatform
let ref: string
let dieAt: string | undefined
/** How far the platform's clock is ahead of the server's. */
let aheadMs = 0
const clock: Clock = { now: () => systemClock.now() + aheadMs, date: () => new Date(systemClock.now() + aheadMs) }
const hourMs = 3_600_000

beforeAll(async () => {
  platform = await openTestPlatform({
    clock,
    failpoint(name) {
      if (name !== dieAt) return
      dieAt = undefined
      throw new Error(`died at ${name}`)
    },
  })
  ref = await platform.project('Main')
  await withClient(targetOf(await platform.ctx.clusters.endpoint(ref), 'administrator'), (client) =>
    client.run(sql`create table if not exists storage.objects (name text primary key, version text); grant all on storage.objects to postgres`),
  )
})
afterAll(() => platform[Symbol.asyncDispose]())

const query = async (text: string, of = ref) => {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${of}/query`, { query: text })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.json))
  return (reply.json as { readonly results?: readonly { readonly rows: readonly (string | null)[][] }[] }).results?.[0]?.rows[0]?.[0]
}
const objects = () => join(platform.ground.home, 'objects')
let last = 0
/** A file in the store, which arrived a while ago as far as the next sweep is concerned. */
const put = async (): Promise<string> => {
  const time = Date.now().toString(16).padStart(12, '0')
  const version = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${(last += 1).toString(16).padStart(12, '0')}`
  const path = versionPath(objects(), ref, version)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'content')
  return version
}
const upload = async (name: string, to = ref): Promise<string> => {
  const version = await put()
  await query(`insert into storage.objects (name, version) values ('${name}', '${version}')`, to)
  return version
}
const remove = (name: string, from = ref) =>
  query(`set storage.allow_delete_query = 'true'; delete from storage.objects where name = '${name}'`, from)
const isThere = (version: string, family = ref): boolean => existsSync(versionPath(objects(), family, version))
const sweep = async (): Promise<void> => {
  platform.ctx.parts.storedFiles.look()
  await platform.ctx.parts.storedFiles.idle()
}
/** A sweep now, and another one a day later. */
const sweepTwice = async (): Promise<void> => {
  const before = aheadMs
  aheadMs = before + hourMs
  await sweep()
  aheadMs = before + 26 * hourMs
  await sweep()
  aheadMs = before
}
const unnamed = () => platform.ctx.parts.storedFiles.findUnnamed(ref)
const at = (rest = '') => `/platform/projects/${ref}/backups${rest}`
const backUp = async (): Promise<string> => {
  const { id } = (await platform.ask('owner', 'POST', at())).json as Backup
  await platform.ctx.parts.backups.idle(id)
  return id
}
const restore = async (path: string, body: object): Promise<BegunRestore> => {
  const begun = (await platform.ask('owner', 'POST', at(path), body)).json as BegunRestore
  await platform.ctx.parts.backups.idle(begun.id)
  return begun
}
const look = () => platform.ctx.parts.backups.lookAtWindow(ref)
const backups = async (): Promise<string[]> => ((await platform.ask('owner', 'GET', at())).json as BackupReport).backups.map(({ id }) => id)
const dropBackup = async (id: string): Promise<void> => {
  await platform.ask('owner', 'DELETE', at(`/${id}`))
  await platform.ctx.parts.backups.idle(id)
}
const branch = async (name: string): Promise<string> => {
  const { project_ref: made } = (await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name, compute: 'nano' })).json as Branch
  await platform.ctx.parts.reconciler.idle(made)
  return made
}

test('an upload in parts that nobody completes in time goes with its bytes', async () => {
  const begin = async (hoursAgo: number, signature: string): Promise<string> => {
    const version = await put()
    const draft = join(objects(), ref, 'incoming', version)
    await mkdir(draft, { recursive: true })
    await utimes(draft, new Date(0), new Date(0))
    await query(`insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, created_at)
      values ('${version}', '${signature}', 'parts', 'a', '${version}', now() - make_interval(hours => ${hoursAgo}))`)
    return version
  }
  await query(`insert into storage.buckets (id, name) values ('parts', 'parts')`)
  const begun = await Promise.all([begin(47, 'resumable'), begin(49, 'resumable'), begin(7 * 24 - 1, 's3'), begin(7 * 24 + 1, 's3')])
  await sweep()
  expect(begun.map((version) => existsSync(join(objects(), ref, 'incoming', version)))).toEqual([true, false, true, false])
  expect(await query(`select count(*) from storage.s3_multipart_uploads`)).toBe('2')
  await query(`delete from storage.s3_multipart_uploads`)
  for (const version of begun) await rm(versionPath(objects(), ref, version))
})

test('a file that no row names is unlinked a day after that was found, and one that a row names stays', async () => {
  const [named, orphan] = [await upload('named'), await put()]
  aheadMs = hourMs
  await sweep()
  expect(await unnamed()).toMatchObject({ problem: null, kept_files: 0, orphaned_files: 1, orphaned_bytes: 7 })
  expect(await platform.ctx.parts.storedFiles.measure(ref)).toBe(7)
  aheadMs = 24 * hourMs
  await sweep()
  expect(isThere(orphan)).toBe(true)
  aheadMs = 26 * hourMs
  await sweep()
  aheadMs = 0
  expect([isThere(named), isThere(orphan)]).toEqual([true, false])
  expect(await unnamed()).toMatchObject({ orphaned_files: 0 })
})

test('a file whose row is coming is not known to be released', async () => {
  const coming = await put()
  await sweep()
  expect(await unnamed()).toMatchObject({ orphaned_files: 0 })
  await query(`insert into storage.objects (name, version) values ('coming', '${coming}')`)
  await sweepTwice()
  expect(isThere(coming)).toBe(true)
})

test('a deleted file comes back by point-in-time recovery, and with a backup in a new project; and goes when nothing has it any more', async () => {
  const kept = await upload('kept')
  await platform.ask('owner', 'PUT', at('/pitr'), { days: 1 })
  await look()
  const [base] = await backups()
  await platform.ctx.parts.backups.idle(base!)
  await look()
  const moment = (await query(`select to_char(clock_timestamp() at time zone 'UTC' + interval '5 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`))!
  await query('select pg_sleep(0.02)')
  await remove('kept')
  await sweepTwice()
  expect(isThere(kept)).toBe(true)
  expect(await unnamed()).toMatchObject({ kept_files: 1, kept_bytes: 7, orphaned_files: 0 })

  const { target_ref: copy } = await restore(`/${base}/restore`, { target: 'new', name: 'Copy' })
  expect(await query("select version from storage.objects where name = 'kept'", copy)).toBe(kept)
  expect(isThere(kept, copy)).toBe(true)

  await restore('/pitr/restore', { at: moment, into: { target: 'project', project_name: 'Main' } })
  expect(await query("select version from storage.objects where name = 'kept'")).toBe(kept)
  await sweepTwice()
  expect(isThere(kept)).toBe(true)
  expect(await unnamed()).toMatchObject({ kept_files: 0, orphaned_files: 0 })

  // removed once more, it is needed by what was backed up after it had been released before
  await platform.ask('owner', 'PUT', at('/pitr'), { days: null })
  await look()
  const second = await backUp()
  for (const id of await backups()) if (id !== second) await dropBackup(id)
  await remove('kept')
  const later = await upload('later')
  await remove('later')
  await sweepTwice()
  expect([isThere(kept), isThere(later)]).toEqual([true, false])
  await dropBackup(second)
  await sweepTwice()
  expect([isThere(kept), isThere(kept, copy)]).toEqual([false, true])

  await platform.ask('owner', 'DELETE', `/platform/projects/${copy}`)
  await platform.ctx.parts.reconciler.idle(copy)
  await sweep()
  expect((await readdir(objects())).filter((name) => name === copy)).toEqual([])
  expect(await readdir(join(objects(), '.removed'))).toEqual([])
})

test('branches share files, and each deletes its own', async () => {
  const [one, other, both] = [await upload('one'), await upload('other'), await upload('both')]
  const made = await branch('preview')
  expect(await query("select version from storage.objects where name = 'one'", made)).toBe(one)
  const own = await upload('own', made)
  expect(await platform.ctx.parts.storedFiles.measure(made)).toBeNull()
  await remove('one')
  await remove('other', made)
  await remove('both')
  await remove('both', made)
  await sweepTwice()
  expect([one, other, both, own].map((version) => isThere(version))).toEqual([true, true, false, true])

  // asleep, it names what it named
  await platform.ask('owner', 'POST', `/platform/projects/${made}/sleep`)
  await platform.ctx.parts.reconciler.idle(made)
  const gone = await upload('gone')
  await remove('gone')
  await sweepTwice()
  expect([isThere(one), isThere(own), isThere(gone)]).toEqual([true, true, false])
  expect(await unnamed()).toMatchObject({ problem: null })

  // stopped some other way, nobody knows what it names
  await platform.ctx.clusters.start(made)
  await platform.ctx.clusters.stop(made)
  const orphan = await put()
  await sweepTwice()
  expect(isThere(orphan)).toBe(true)
  expect(await unnamed()).toMatchObject({ problem: expect.stringContaining('preview') as string })

  const branches = (await platform.ask('owner', 'GET', `/platform/projects/${ref}/branches`)).json as Branch[]
  await platform.ask('owner', 'DELETE', `/platform/projects/${ref}/branches/${branches.find(({ name }) => name === 'preview')!.id}`)
  await platform.ctx.parts.reconciler.idle(made)
  await sweepTwice()
  expect([one, other, own, orphan].map((version) => isThere(version))).toEqual([false, true, false, false])
})

test('a database that can not be read keeps everything', async () => {
  const orphan = await put()
  await query('create database odd')
  const administrator = targetOf(await platform.ctx.clusters.endpoint(ref), 'administrator')
  await withClient({ ...administrator, database: 'odd' }, (client) =>
    client.run(sql`create schema storage create view objects as select 'x' as version`),
  )
  await sweepTwice()
  expect(isThere(orphan)).toBe(true)
  expect((await unnamed()).problem).toContain(messages.notTable('objects'))
  await query('drop database odd')
  await sweepTwice()
  expect(isThere(orphan)).toBe(false)
})

test.each(['files.release.after', 'files.unlink.before', 'files.unlink.after'])(
  'a sweep that was killed at %s is finished by the next',
  async (name) => {
    const [first, second] = [await put(), await put()]
    const named = await upload(`at ${name}`)
    aheadMs = hourMs
    await sweep()
    aheadMs = 26 * hourMs
    dieAt = name
    await sweep()
    expect(dieAt).toBeUndefined()
    await sweep()
    aheadMs = 0
    expect([first, second, named].map((version) => isThere(version))).toEqual([false, false, true])
    expect(await unnamed()).toMatchObject({ orphaned_files: 0 })
  },
)

test('files go with the last of their projects, and what nobody knows stays', async () => {
  const stranger = join(objects(), 'abcdefghijklmnopqrst')
  await mkdir(stranger)
  // a platform that is killed here does not come back to what it was about to do
  await platform.ctx.clusters.destroy(ref)
  await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)
  await platform.ctx.parts.reconciler.idle(ref)
  expect(await readdir(objects())).toContain(ref)
  dieAt = 'files.bury.after'
  await sweep()
  await sweep()
  expect((await readdir(objects())).filter((name) => !name.startsWith('.'))).toEqual(['abcdefghijklmnopqrst'])
})
