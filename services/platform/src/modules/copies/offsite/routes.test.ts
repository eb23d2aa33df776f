import type { Backup, BackupReport, BegunRestore, Restore } from '@colonnade/contracts/copies/backups'
import type { OffsiteReport } from '@colonnade/contracts/copies/offsite'
import type { Replica } from '@colonnade/contracts/copies/replicas'
import { sql } from '@colonnade/sql'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'
import { openObjectStorage, versionPath } from '@colonnade/objects'
import { openTestStorage, type TestStorage } from '@colonnade/objects/testing'

let storage: TestStorage
let platform: TestPlatform
let ref: string
let dieAt: string | undefined
/** How far the platform's clock is ahead. */
let aheadMs = 0

beforeAll(async () => {
  storage = await openTestStorage()
  platform = await openTestPlatform({
    // a primary that can't start again has failed soon
    patience: { firstRestartMs: 1, maxRestartMs: 5 },
    offsite: storage.config,
    clock: { now: () => Date.now() + aheadMs, date: () => new Date(Date.now() + aheadMs) },
    failpoint(name) {
      if (name !== dieAt) return
      dieAt = undefined
      throw new Error(`died at ${name}`)
    },
  })
  ref = await platform.project('Main')
  await query('create table orders as select generate_series(1, 100) as id')
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const at = (rest = ''): string => `/platform/projects/${ref}/backups${rest}`
const folder = (...names: string[]): string => join(platform.ground.home, 'backups', ref, ...names)
const query = async (text: string): Promise<string | null | undefined> => {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: text })
  return (reply.json as { readonly results?: readonly { readonly rows: readonly (string | null)[][] }[] }).results?.[0]?.rows[0]?.[0]
}
const report = async (): Promise<BackupReport> => (await platform.ask('owner', 'GET', at())).json as BackupReport
const find = async (id: string): Promise<Backup> => (await report()).backups.find((backup) => backup.id === id)!
const copy = async (): Promise<OffsiteReport> => {
  expect((await platform.ask('owner', 'POST', '/platform/installation/offsite/copy')).status).toBe(202)
  await platform.ctx.parts.offsite.idle()
  return (await platform.ask('owner', 'GET', '/platform/installation/offsite')).json as OffsiteReport
}
const backUp = async (): Promise<Backup> => {
  const { id } = (await platform.ask('owner', 'POST', at())).json as Backup
  await platform.ctx.parts.backups.idle(id)
  await platform.ctx.parts.offsite.idle()
  return find(id)
}
const remove = async (id: string): Promise<void> => {
  await platform.ask('owner', 'DELETE', at(`/${id}`))
  await platform.ctx.parts.backups.idle(id)
  await platform.ctx.parts.offsite.idle()
}
const keyOf = (id: string): string => `${ref}/${id}.tar.zst`
const inPlace = { target: 'project', project_name: 'Main' }
const restore = async (path: string, body: object): Promise<Restore> => {
  const { id } = (await platform.ask('owner', 'POST', at(path), body)).json as BegunRestore
  await platform.ctx.parts.backups.idle(id)
  return (await report()).restores.find((one) => one.id === id)!
}
const told = () => platform.ctx.database.rows<{ title: string }>(sql`select title from notifications where title like '%off-site%'`)
const look = async (): Promise<void> => {
  await platform.ctx.parts.backups.lookAtWindow(ref)
  for (const { id } of (await report()).backups) await platform.ctx.parts.backups.idle(id)
  await platform.ctx.parts.backups.lookAtWindow(ref)
}

test('a backup that was proved is copied, whole and once', async () => {
  const backup = await backUp()
  expect(backup).toMatchObject({ status: 'COMPLETED', offsite_at: expect.any(String) as string })
  expect((await report()).is_offsite).toBe(true)
  expect(await storage.keys()).toEqual([keyOf(backup.id)])
  const found = await copy()
  const { endpoint, region, bucket, prefix } = storage.config
  expect(found).toMatchObject({ target: { endpoint, region, bucket, prefix }, backups: 1, waiting_backups: 0, problem: null })
  expect(found.bytes).toBe((await storage.content(keyOf(backup.id))).length)
  expect((await find(backup.id)).offsite_at).toBe(backup.offsite_at)
  expect(JSON.stringify(found)).not.toContain(storage.config.secretAccessKey)
})

test('only the owner of the installation sees where, and has it done', async () => {
  const path = '/platform/installation/offsite'
  expect((await platform.ask('administrator', 'GET', path)).status).toBe(403)
  expect((await platform.ask('outsider', 'POST', `${path}/copy`)).status).toBe(403)
})

test('a backup whose files are gone or damaged here is put back, proved and restored', async () => {
  const { id } = (await report()).backups[0]!
  await rm(folder(id), { recursive: true })
  expect(await restore(`/${id}/restore`, inPlace)).toMatchObject({ status: 'COMPLETED', problem: null })
  expect(await query('select count(*) from orders')).toBe('100')
  await truncate(folder(id, 'data', 'global', 'pg_control'), 100)
  await platform.ask('owner', 'POST', at(`/${id}/prove`))
  await platform.ctx.parts.backups.idle(id)
  expect(await find(id)).toMatchObject({ status: 'COMPLETED', problem: null })
  await rm(folder(id), { recursive: true })
  await copy()
  expect(await readdir(folder(id))).toEqual(['data', 'manifest.json'])
})

test('a copy that is not what was copied is put nowhere', async () => {
  const { id } = (await report()).backups[0]!
  const path = await storage.path(keyOf(id))
  const whole = await storage.content(keyOf(id))
  await rm(folder(id), { recursive: true })
  for (const [what, content] of [
    ['is damaged', Buffer.concat([whole, whole])],
    ['cut off', whole.subarray(0, whole.length / 2)],
  ] as const) {
    await writeFile(path, content)
    await platform.ask('owner', 'POST', at(`/${id}/prove`))
    await platform.ctx.parts.backups.idle(id)
    expect([what, (await find(id)).status]).toEqual([what, 'DAMAGED'])
    expect(await readdir(folder())).not.toContain(id)
  }
  await writeFile(path, whole)
  await platform.ask('owner', 'POST', at(`/${id}/prove`))
  await platform.ctx.parts.backups.idle(id)
  expect(await find(id)).toMatchObject({ status: 'COMPLETED', problem: null })
})

test('a storage that does not answer is told once, and caught up with', async () => {
  await storage.stop()
  const backup = await backUp()
  expect(backup).toMatchObject({ status: 'COMPLETED', offsite_at: null })
  const found = await copy()
  expect(found).toMatchObject({ backups: 1, waiting_backups: 1, problem: expect.stringContaining('nothing answers at http://127.0.0.1') as string })
  expect((await copy()).problem_since).toBe(found.problem_since)
  expect(await told()).toEqual([{ title: messages.failing.title }])
  await storage.start()
  expect(await copy()).toMatchObject({ backups: 2, waiting_backups: 0, problem: null, problem_since: null })
  expect((await find(backup.id)).offsite_at).not.toBeNull()
})

test('one that was removed is removed there, at once or when the storage answers again', async () => {
  const [last] = (await report()).backups
  await storage.stop()
  await remove(last!.id)
  expect(await storage.keys()).toContain(keyOf(last!.id))
  await storage.start()
  await copy()
  expect(await storage.keys()).not.toContain(keyOf(last!.id))
})

test('a copy that ends anywhere is made again', async () => {
  for (const place of ['offsite.copy.before', 'offsite.copy.after']) {
    dieAt = place
    const { id, offsite_at: copied } = await backUp()
    expect([place, dieAt, copied]).toEqual([place, undefined, null])
    await copy()
    expect((await find(id)).offsite_at).not.toBeNull()
    expect(await storage.keys()).toContain(keyOf(id))
    await remove(id)
  }
})

test('archived WAL is copied, put back where it is missing or damaged, and leads to any moment', async () => {
  await platform.ask('owner', 'PUT', at('/pitr'), { days: 1 })
  await look()
  await query('insert into orders values (101)')
  await look()
  const time = await query(`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
  await query('select pg_sleep(0.02)')
  await query('delete from orders')
  await look()
  expect((await copy()).wal_files).toBeGreaterThan(0)
  const files = (await readdir(folder('wal'))).toSorted()
  expect((await storage.keys()).filter((key) => key.includes('/wal/'))).toEqual(files.map((file) => `${ref}/wal/${file}`))
  for (const file of files) await rm(folder('wal', file))
  expect(await copy()).toMatchObject({ problem: null })
  expect((await readdir(folder('wal'))).toSorted()).toEqual(files)
  // nor is any forgotten there when what looks for moments comes first, whether the storage answers then or later
  const { ranges } = (await report()).pitr!
  for (const isDown of [false, true]) {
    if (isDown) await storage.stop()
    for (const file of files) await rm(folder('wal', file))
    await look()
    if (isDown) await copy()
    await storage.start()
    await look()
    expect(await copy()).toMatchObject({ problem: null })
    expect((await readdir(folder('wal'))).toSorted()).toEqual(expect.arrayContaining(files))
    expect((await storage.keys()).filter((key) => key.includes('/wal/'))).toEqual(expect.arrayContaining(files.map((file) => `${ref}/wal/${file}`)))
    expect((await report()).pitr!.ranges).toEqual([expect.objectContaining({ starts_at: ranges[0]!.starts_at })])
  }
  // one that is not what it was is found when it is read, and when something is restored from it
  for (const file of files.filter((name) => /^[0-9A-F]{24}\./.test(name))) await truncate(folder('wal', file), 10)
  const at5 = new Date(Date.parse(time!) + 5).toISOString()
  expect(await restore('/pitr/restore', { at: at5, into: inPlace })).toMatchObject({ status: 'COMPLETED', problem: null })
  expect(await query('select count(*) from orders')).toBe('101')
  await look()
  await copy()
  for (const file of (await readdir(folder('wal'))).filter((name) => /^[0-9A-F]{24}\./.test(name))) await truncate(folder('wal', file), 10)
  await platform.ask('owner', 'POST', at('/pitr/read'))
  await platform.ctx.parts.backups.idle(ref)
  expect((await report()).pitr).toMatchObject({ archive: { last_reading: { damaged: 0 } } })
})

test.each(['is gone', 'is damaged'])('a replica that is promoted by force has from the copies what %s here of the WAL', async (what) => {
  const replicas = `/platform/projects/${ref}/replicas`
  const { identifier } = (await platform.ask('owner', 'POST', replicas, { region: 'eu-west-1' })).json as Replica
  await platform.ctx.parts.replicas.idle(identifier)
  const {
    clusters,
    parts: { reconciler },
  } = platform.ctx
  const admin = new pg.Client({ ...(await clusters.endpoint(ref)), user: 'supabase_admin', database: 'postgres' })
  await admin.connect()
  const drop = async (): Promise<boolean> => {
    await admin.query('select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where active')
    await admin.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots')
    return true
  }
  // it asks for it again at once, and from then on is sent nothing
  await expect.poll(() => drop().catch(() => false)).toBe(true)
  await admin.end()
  await query('insert into orders select generate_series(201, 300)')
  const rows = await query('select count(*) from orders')
  await look()
  await copy()
  const data = join(platform.ground.home, 'clusters', ref, 'data')
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  await rm(data, { recursive: true })
  process.kill(pid, 'SIGKILL')
  await expect.poll(async () => (await clusters.status(ref)).state, { timeout: 60_000 }).toBe('failed')
  await reconciler.idle(ref)
  if (what === 'is gone') await rm(folder('wal'), { recursive: true })
  else for (const file of await readdir(folder('wal'))) await truncate(folder('wal', file), 10)
  const reply = await platform.ask('owner', 'POST', `${replicas}/${identifier}/promotion`, { mode: 'forced', project_name: 'Main' })
  expect(reply).toMatchObject({ status: 202 })
  await reconciler.idle(ref)
  expect(await query('select count(*) from orders')).toBe(rows)
  for (const one of (await platform.ask('owner', 'GET', replicas)).json as Replica[]) {
    await platform.ask('owner', 'DELETE', `${replicas}/${one.identifier}`)
    await platform.ctx.parts.replicas.idle(one.identifier)
  }
})

describe('files of projects', () => {
  const versionOf = (n: number): string =>
    `${Date.now()
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-${String(n).padStart(12, '0')}`
  const [small, large, parts] = [versionOf(1), versionOf(2), versionOf(3)]
  const pathOf = (version: string): string => versionPath(join(platform.ground.home, 'objects'), ref, version)
  const put = async (version: string, content: string): Promise<void> => {
    await mkdir(dirname(pathOf(version)), { recursive: true })
    await writeFile(pathOf(version), content)
  }
  const keys = async (): Promise<string[]> => (await storage.keys()).filter((key) => key.startsWith(`${ref}/files/`))
  const keyOfFile = (version: string): string => `${ref}/files/${version}`

  test('each is copied once, and put back when it is missing here', async () => {
    await put(small, 'small')
    await put(large, 'x'.repeat(3_000_000))
    await mkdir(pathOf(parts), { recursive: true })
    await writeFile(join(pathOf(parts), '1'), 'first')
    await writeFile(join(pathOf(parts), '2'), 'second')
    dieAt = 'offsite.file.after'
    await copy()
    expect(await copy()).toMatchObject({ files: 3, problem: null })
    expect(await keys()).toEqual([small, large, parts].map(keyOfFile))
    const written = async () => (await stat(await storage.path(keyOfFile(large)))).mtimeMs
    const before = await written()
    await copy()
    expect(await written()).toBe(before)

    await rm(join(platform.ground.home, 'objects', ref), { recursive: true })
    await writeFile(await storage.path(keyOfFile(small)), 'wrong')
    expect(await copy()).toMatchObject({ files: 3, problem: null })
    expect(existsSync(pathOf(small))).toBe(false)
    expect((await stat(pathOf(large))).size).toBe(3_000_000)
    expect(await readFile(join(pathOf(parts), '2'), 'utf8')).toBe('second')
    await writeFile(await storage.path(keyOfFile(small)), 'small')
    await copy()
    expect(await readFile(pathOf(small), 'utf8')).toBe('small')
  })

  test('one that was unlinked here, because nothing needs it, is not put back, and its copy goes', async () => {
    const sweep = async (): Promise<void> => {
      platform.ctx.parts.storedFiles.look()
      await platform.ctx.parts.storedFiles.idle()
    }
    aheadMs = 600_000
    await sweep()
    aheadMs = 0
    await platform.ctx.database.run(sql`update released_files set released_at = released_at - interval '25 hours' where version <> ${small}::uuid`)
    await sweep()
    expect([small, large, parts].map((version) => existsSync(pathOf(version)))).toEqual([true, false, false])
    expect(await copy()).toMatchObject({ files: 1, problem: null })
    expect([small, large, parts].map((version) => existsSync(pathOf(version)))).toEqual([true, false, false])
    expect(await keys()).toEqual([keyOfFile(small)])
  })
})

test('what was turned off or removed is removed there as well', async () => {
  await platform.ask('owner', 'PUT', at('/pitr'), { days: null })
  await look()
  await copy()
  expect((await storage.keys()).filter((key) => key.includes('/wal/'))).toEqual([])
  await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`, { project_name: 'Main' })
  await platform.ctx.parts.reconciler.idle(ref)
  await platform.ctx.parts.backups.round()
  await copy()
  expect(await storage.keys()).toEqual([])
})

test('wrong keys and buckets are told in words', async () => {
  const cases = [
    [{ secretAccessKey: 'wrong' }, 'the secret access key doesn’t match the access key ID'],
    [{ accessKeyId: 'nobody' }, 'the access key ID is unknown'],
    [{ bucket: 'elsewhere' }, 'there is no bucket "elsewhere"'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'nothing answers at http://127.0.0.1:1'],
  ] as const
  for (const [change, words] of cases) {
    using wrong = openObjectStorage({ ...storage.config, ...change })
    await expect(wrong.put('x', Buffer.from('x'), { mostBytes: 1, signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'offsite_failed',
      message: expect.stringContaining(words) as string,
    })
  }
})

test('what is larger than a part comes in parts, whole or not at all', async () => {
  using objects = openObjectStorage(storage.config)
  const content = randomBytes(20 * 1024 * 1024)
  const pieces = function* (leave?: AbortController): Generator<Buffer> {
    for (let place = 0; place < content.length; place += 65_536) {
      if (place > 10 * 1024 * 1024) leave?.abort()
      yield content.subarray(place, place + 65_536)
    }
  }
  const { signal } = new AbortController()
  await objects.put('large', Readable.from(pieces()), { mostBytes: content.length, signal })
  expect(Buffer.concat(await (await objects.get('large', signal))!.toArray()).equals(content)).toBe(true)
  const leave = new AbortController()
  const cutOff = objects.put('cut off', Readable.from(pieces(leave)), { mostBytes: content.length, signal: leave.signal })
  await expect(cutOff).rejects.toThrow('aborted')
  expect(await objects.get('cut off', signal)).toBeNull()
})
