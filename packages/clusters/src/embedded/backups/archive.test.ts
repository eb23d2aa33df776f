import { createHash, randomUUID } from 'node:crypto'
import { chmod, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backup, BackupSource, Moment } from '../../backups.ts'
import { logins } from '../../logins.ts'
import type { EmbeddedClusters } from '../../capabilities.ts'
import { asRole, createTestHome, makesDisks, type TestHome, testRef } from '../fixtures.ts'
import { run as command } from '../process/run.ts'

const canMount = await makesDisks()

const patience = { archiveMs: 3_000 }
let home: TestHome
let clusters: EmbeddedClusters
let backup: Backup
const ref = testRef()
/** Times of the server, to the microsecond: none of a commit's own. */
const times: string[] = []

const run = (statement: Parameters<typeof sql>[0]) => asRole(clusters, ref, 'postgres', (client) => client.run(sql(statement)))
const now = async (): Promise<string> =>
  (await asRole(clusters, ref, 'postgres', (client) =>
    client.first<{ at: string }>(sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`),
  ))!.at
const rowsAt = (at: string, archived: Moment, source: BackupSource = backup): Promise<number | null> =>
  clusters.backups.rehearse({ ...source, until: { at, archived } }, (server) =>
    withClient({ ...server, ...logins.administrator }, async (client) => {
      const there = await client.first<{ is: boolean }>(sql`select to_regclass('public.orders') is not null as is`)
      if (!there!.is) return null
      return (await client.first<{ rows: number }>(sql`select count(*)::int as rows from public.orders`))!.rows
    }),
  )
const wal = () => home.paths.wal(ref)
const kept = async (name: string): Promise<string> =>
  join(
    wal(),
    (await readdir(wal())).find((one) => one.startsWith(name))!,
  )

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open({ patience })
  await clusters.ensure(ref, { compute: 'nano' })
  // before its start: a server that runs is up to ten seconds late to begin, or end, with it
  await clusters.backups.archive(ref, true)
  await clusters.start(ref)
  await run`create table public.orders (id int)`
  backup = await clusters.backups.take(ref, randomUUID())
  for (let time = 0; time < 4; time += 1) {
    times.push(await now())
    await run`insert into public.orders select generate_series(1, 10)`
    if (time % 2 === 0) await asRole(clusters, ref, 'supabase_admin', (client) => client.run(sql`select pg_switch_wal()`))
  }
  times.push(await now())
  await run`drop table public.orders`
  times.push(await now())
})
afterAll(() => home[Symbol.asyncDispose]())

describe('WAL that is archived', () => {
  test('restores to any moment: each commit before it, and none after', async () => {
    const archived = await clusters.backups.mark(ref)
    const found = []
    for (const at of times) found.push(await rowsAt(at, archived))
    expect(found).toEqual([0, 10, 20, 30, 40, null])
    expect(await rowsAt(archived.at, archived)).toBeNull()
    expect(await clusters.backups.list(ref)).toEqual([backup.id])
    expect(await home.leftovers()).toEqual([])
  })

  test('does not restore to a moment of which it knows nothing', async () => {
    const archived = await clusters.backups.mark(ref)
    const refused = (why: string) => ({ code: 'recovery_failed', message: expect.stringContaining(why) as string })
    await expect(rowsAt('2100-01-01T00:00:00Z', archived)).rejects.toMatchObject(refused('WAL is only archived up to'))
    // Postgres itself refuses what no WAL leads to
    await expect(rowsAt('2099-01-01T00:00:00Z', { ...archived, at: '2100-01-01T00:00:00Z' })).rejects.toMatchObject(refused('recovery ended before'))
    await expect(rowsAt('no time', archived)).rejects.toMatchObject(refused('can’t be restored to the earlier time'))
    await expect(rowsAt('2020-01-01T00:00:00Z', archived)).rejects.toMatchObject(refused('can’t be restored to the earlier time'))
  })

  test('is known to have nothing added since a mark, until something is committed, even by who began before it', async () => {
    const mark = await clusters.backups.mark(ref)
    const until = await clusters.backups.unchangedUntil(ref, mark.snapshot!)
    expect(Date.parse(until!)).toBeGreaterThanOrEqual(Date.parse(mark.at))
    await asRole(clusters, ref, 'postgres', async (client) => {
      await client.run(sql`begin`)
      await client.run(sql`create table public.began_before (id int)`)
      // a mark in the midst of it
      const amid = await clusters.backups.mark(ref)
      expect(await clusters.backups.unchangedUntil(ref, mark.snapshot!)).toBeNull()
      if (amid.snapshot !== null) expect(await clusters.backups.unchangedUntil(ref, amid.snapshot)).not.toBeNull()
      await client.run(sql`commit`)
      if (amid.snapshot !== null) expect(await clusters.backups.unchangedUntil(ref, amid.snapshot)).toBeNull()
      await client.run(sql`drop table public.began_before`)
    })
  })

  test('leads from a backup as far as there is no gap, and loses only what no backup that is kept needs', async () => {
    const reach = (damaged: readonly string[] = []) => clusters.backups.reach(ref, [backup, other], damaged)
    const other = await clusters.backups.take(ref, randomUUID())
    const { segment } = await clusters.backups.mark(ref)
    const both = [backup, other].map(({ id }) => ({ backup: id, timeline: 1, segment }))
    expect(await reach()).toEqual(both)
    const segments = await clusters.backups.collect(ref)
    const [first = '', second = ''] = segments.toSorted().slice(-5)
    expect(await reach([second])).toEqual([{ ...both[0], segment: first }, both[1]])
    const file = await kept(second)
    await rename(file, `${file}.away`)
    expect(await reach()).toEqual([{ ...both[0], segment: first }, both[1]])
    await rename(`${file}.away`, file)
    await clusters.backups.forgetWal(ref, [other.stopLsn, backup.stopLsn])
    expect(await reach()).toEqual(both)
    expect(await rowsAt(times[4]!, await clusters.backups.mark(ref))).toBe(40)
    await clusters.backups.remove(ref, other.id)
  })

  test('tells what was committed, when, and how many rows of which table it changed', async () => {
    const from = await clusters.backups.mark(ref)
    await run`create table public.written (id int primary key, text text)`
    await run`insert into public.written select n, repeat('x', 2000) from generate_series(1, 3000) n`
    await asRole(clusters, ref, 'postgres', async (client) => {
      await client.run(sql`begin`)
      await client.run(sql`update public.written set text = '' where id <= 7`)
      await client.run(sql`savepoint one`)
      await client.run(sql`delete from public.written where id > 2990`)
      await client.run(sql`release one`)
      await client.run(sql`commit`)
      await client.run(sql`begin`)
      await client.run(sql`delete from public.written`)
      await client.run(sql`rollback`)
    })
    const time = await now()
    await run`drop table public.written`
    const to = await clusters.backups.mark(ref)
    const stretch = { timeline: 1, after: from.segment, upTo: to.segment, most: 20 }
    const { commits, tables, isWhole } = await clusters.backups.commits(ref, stretch)
    expect(isWhole).toBe(true)
    expect((await clusters.backups.commits(ref, { ...stretch, most: 1 })).isWhole).toBe(false)
    // of a row with a gap, what comes after that is read
    const names = (await readdir(wal())).map((name) => name.slice(0, 24)).filter((name) => name > from.segment && name < to.segment)
    const gap = await kept(names.toSorted().at(-1)!)
    await rename(gap, join(wal(), 'away'))
    const { commits: rest, isWhole: isRestWhole } = await clusters.backups.commits(ref, stretch)
    await rename(join(wal(), 'away'), gap)
    expect(isRestWhole).toBe(false)
    expect(rest.map(({ at }) => at)).toEqual(commits.slice(commits.length - rest.length).map(({ at }) => at))
    expect(rest.length).toBeLessThan(commits.length)
    // what notes changes of the structure writes, too
    const all = commits.flatMap((commit) => commit.changes)
    const changes = all.filter(({ file }) => file === all.find(({ inserted }) => inserted > 1_000)?.file)
    expect(changes).toMatchObject([
      { inserted: 3000, updated: 0, deleted: 0 },
      { inserted: 0, updated: 7, deleted: 10 },
    ])
    expect(commits.filter(({ at }) => at > time && at <= to.at).map(({ dropped }) => dropped.length > 0)).toEqual([true])
    // a table that is gone is called by its name, by what went with it
    const gone = commits.findLast(({ dropped }) => dropped.length > 0)!.dropped
    expect(tables.filter(({ file }) => gone.some((one) => one.file === file))).toMatchObject([{ name: 'written', schema: 2_200 }])
  })

  test('calls a table that was there long before by its name, from the page of the catalog that its end changed', async () => {
    await run`create table public.old (id int)`
    await run`create table public.emptied (id int)`
    await run`create table public.one_name (id int)`
    // who reads them first notes that they are committed: done later, that would write the page as it is before the change
    await asRole(clusters, ref, 'supabase_admin', (client) => client.run(sql`select count(*) from pg_catalog.pg_class`))
    await asRole(clusters, ref, 'supabase_admin', (client) => client.run(sql`checkpoint`))
    const from = await clusters.backups.mark(ref)
    await run`alter table public.one_name rename to another`
    await run`insert into public.emptied values (1)`
    await run`truncate public.emptied`
    await run`drop table public.old, public.another`
    const to = await clusters.backups.mark(ref)
    const { commits, tables } = await clusters.backups.commits(ref, { timeline: 1, after: from.segment, upTo: to.segment, most: 20 })
    const names = commits.map(({ dropped }) => tables.filter(({ file }) => dropped.some((one) => one.file === file)).map(({ name }) => name))
    // of two names it is not known which was the last
    expect(names.filter((each) => each.length > 0)).toEqual([['emptied'], ['old']])
  })

  const faults = [
    { fault: 'missing', damage: (file: string) => rm(file), says: 'is missing from the WAL archive', isRead: false },
    { fault: 'torn', damage: (file: string) => truncate(file, 20), says: 'SHA-256' },
    {
      fault: 'flipped',
      damage: async (file: string) => {
        const content = await readFile(file)
        content[content.length >> 1]! ^= 1
        await writeFile(file, content)
      },
      says: 'SHA-256',
    },
    { fault: 'there twice', damage: (file: string) => writeFile(file.replace(/\.[0-9a-f]{64}\./, `.${'0'.repeat(64)}.`), ''), says: 'two versions' },
  ]
  test.each(faults)('with a segment that is $fault nothing is restored, not even what came before it', async ({ damage, says, isRead = true }) => {
    const archived = await clusters.backups.mark(ref)
    const segments = await clusters.backups.collect(ref)
    const file = await kept(segments.at(-2)!)
    const content = await readFile(file)
    await damage(file)
    await expect(rowsAt(times[1]!, archived)).rejects.toMatchObject({ code: 'backup_damaged', message: expect.stringContaining(says) as string })
    // and it is found when nobody asks for it
    const damaged = isRead ? [{ file: segments.at(-2), problem: expect.stringContaining(says) as string }] : []
    expect(await clusters.backups.readWal(ref)).toEqual({ segments: segments.length - (isRead ? 0 : 1), damaged })
    await rm(file.replace(/\.[0-9a-f]{64}\./, `.${'0'.repeat(64)}.`), { force: true })
    await writeFile(file, content)
    expect(await rowsAt(times[1]!, archived)).toBe(10)
  })

  test('is read through: all of it is what was archived, and WAL of this server', async () => {
    await clusters.backups.mark(ref)
    const segments = await clusters.backups.collect(ref)
    expect(await clusters.backups.readWal(ref)).toEqual({ segments: segments.length, damaged: [] })
    const { bytes } = await clusters.backups.measureWal(ref)
    expect(await clusters.backups.measureWal(ref)).toEqual({ segments: segments.length, bytes })
    expect(bytes).toBeGreaterThan(segments.length * 100)
    const files = await Promise.all(segments.map(kept))
    const sizes = await Promise.all(files.map((one) => stat(one).then(({ size }) => size)))
    // one that is full
    const place = sizes.indexOf(Math.max(...sizes))
    const [segment, file] = [segments[place]!, files[place]!]
    const content = zstdDecompressSync(await readFile(file))
    // whoever can write there can make the hashes right, too
    const forgeries = [
      { offset: 24, says: 'another database server' },
      { offset: 8_192 + 8, says: 'a page at 8192' },
      { offset: 32, says: 'another size' },
    ]
    for (const { offset, says } of forgeries) {
      const forged = Buffer.from(content)
      forged[offset]! ^= 1
      const beside = join(wal(), `${segment}.${createHash('sha256').update(forged).digest('hex')}.zst`)
      await rename(file, `${file}.away`)
      await writeFile(beside, zstdCompressSync(forged))
      expect((await clusters.backups.readWal(ref)).damaged).toEqual([{ file: segment, problem: expect.stringContaining(says) as string }])
      await rm(beside)
      await rename(`${file}.away`, file)
    }
    const stopped = AbortSignal.abort()
    await expect(clusters.backups.readWal(ref, { signal: stopped })).rejects.toThrow()
  })

  test('that can not be written is told, and nothing is lost: a mark that waits until it can be written again has it at once', async () => {
    const folder = join(home.paths.cluster(ref).folder, 'archive')
    await chmod(folder, 0o500)
    await expect(clusters.backups.mark(ref)).rejects.toMatchObject({ code: 'wal_not_archived' })
    await clusters.close({ stopClusters: false })
    clusters = await home.open({ patience: { archiveMs: 20_000 } })
    await expect.poll(async () => (await clusters.status(ref)).state).toBe('running')
    const failures = async (): Promise<number> =>
      (await asRole(clusters, ref, 'supabase_admin', (client) =>
        client.first<{ count: number }>(sql`select failed_count::int as count from pg_stat_archiver`),
      ))!.count
    const before = await failures()
    const marked = clusters.backups.mark(ref)
    // its server gives up after three tries, a second between them, and would rest for a minute
    await expect.poll(failures).toBeGreaterThanOrEqual(before + 3)
    await chmod(folder, 0o700)
    const begin = performance.now()
    const archived = await marked
    expect(performance.now() - begin).toBeLessThan(3_000)
    expect(await rowsAt(times[4]!, archived)).toBe(40)
    await clusters.close({ stopClusters: false })
    clusters = await home.open({ patience })
    await expect.poll(async () => (await clusters.status(ref)).state).toBe('running')
  })

  test.runIf(canMount)('and backups on a disk that is full are told, leave nothing, and go on when there is room', async () => {
    const folder = join(home.paths.cluster(ref).folder, 'archive')
    const { uid } = await stat(folder)
    for (const [place, owner, size] of [
      [folder, uid, '1m'],
      [home.paths.making, 0, '8m'],
    ] as const) {
      await command('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711,uid=${owner}`, 'tmpfs', place])
      try {
        if (place === folder) await expect(clusters.backups.mark(ref)).rejects.toMatchObject({ code: 'wal_not_archived' })
        else {
          await expect(clusters.backups.take(ref, randomUUID())).rejects.toMatchObject({ code: 'storage_full' })
          await expect(clusters.backups.prepare(backup, { ref, compute: 'nano', restore: 'full' })).rejects.toMatchObject({ code: 'storage_full' })
          expect(await home.leftovers()).toEqual([])
        }
      } finally {
        await command('umount', [place])
      }
    }
    expect(await clusters.backups.list(ref)).toEqual([backup.id])
    expect(await rowsAt(times[4]!, await clusters.backups.mark(ref))).toBe(40)
  })

  test('of another segment, or cut short, is not taken for a segment', async () => {
    const folder = join(home.paths.cluster(ref).folder, 'archive')
    const forged = join(folder, '0000000100000000000000FF')
    await writeFile(forged, Buffer.alloc(4 * 1024 * 1024))
    await expect(clusters.backups.collect(ref)).rejects.toMatchObject({ code: 'backup_damaged' })
    await truncate(forged, 100)
    await expect(clusters.backups.collect(ref)).rejects.toMatchObject({ code: 'backup_damaged', details: { file: '0000000100000000000000FF' } })
    await clusters.backups.discard(ref, '0000000100000000000000FF')
    await clusters.backups.collect(ref)
  })

  test('that can not be kept lets nothing be replaced, and the server goes on', async () => {
    await clusters.backups.prepare(backup, { ref, compute: 'nano', restore: 'never' })
    const away = `${wal()}.away`
    await rename(wal(), away)
    await writeFile(wal(), '')
    await expect(clusters.backups.place({ ref, restore: 'never' })).rejects.toThrow()
    expect(await clusters.status(ref)).toMatchObject({ state: 'running' })
    expect(await run`select`).toBe(1)
    await rm(wal())
    await rename(away, wal())
  })

  test('leads over timelines: after a restore in place, to before it and to after it', async () => {
    const before = await clusters.backups.mark(ref)
    await clusters.backups.prepare({ ...backup, until: { at: times[2]!, archived: before } }, { ref, compute: 'nano', restore: 'one' })
    await clusters.backups.place({ ref, restore: 'one' })
    await clusters.start(ref)
    await run`insert into public.orders select generate_series(1, 5)`
    const second = await now()
    await run`insert into public.orders values (1)`
    const after = await clusters.backups.mark(ref)
    expect([before.timeline, after.timeline]).toEqual([1, 2])
    expect(await rowsAt(second, after)).toBe(25)
    expect(await rowsAt(times[4]!, before)).toBe(40)
    const [left, led] = await clusters.backups.reach(ref, [backup], [])
    expect(led).toEqual({ backup: backup.id, timeline: 2, segment: after.segment })
    expect(left).toMatchObject({ backup: backup.id, timeline: 1 })
    // the server that was replaced may have archived more until then
    expect(left!.segment >= before.segment).toBe(true)
    // from the backup itself once more, which began a timeline of its own: it is the third
    await clusters.backups.prepare(backup, { ref, compute: 'nano', restore: 'two' })
    await clusters.backups.place({ ref, restore: 'two' })
    await clusters.start(ref)
    await run`insert into public.orders values (1), (2), (3)`
    const third = await now()
    const last = await clusters.backups.mark(ref)
    expect(last.timeline).toBe(3)
    await clusters.backups.forgetWal(ref, [backup.stopLsn])
    expect(await rowsAt(third, last)).toBe(3)
    expect(await rowsAt(second, after)).toBe(25)
    // a history that is lost is missed
    const history = await kept('00000002.history')
    await rename(history, `${history}.away`)
    await expect(rowsAt(second, after)).rejects.toMatchObject({ code: 'backup_damaged' })
    await rename(`${history}.away`, history)
    // and a backup of the new timeline serves as well
    const next = await clusters.backups.take(ref, randomUUID())
    await run`insert into public.orders values (4)`
    const fourth = await now()
    const newest = await clusters.backups.mark(ref)
    expect(await rowsAt(fourth, newest, next)).toBe(4)
    // histories that are damaged are in the way of nobody who need not know where their timelines began, and the numbers of these stay taken
    for (const name of ['00000002.history', '00000003.history']) await truncate(await kept(name), 5)
    expect(await rowsAt(fourth, newest, next)).toBe(4)
    expect(await clusters.backups.reach(ref, [next], [])).toEqual([{ backup: next.id, timeline: 3, segment: newest.segment }])
    await expect(rowsAt(second, after)).rejects.toMatchObject({ code: 'backup_damaged' })
    await clusters.backups.prepare(backup, { ref, compute: 'nano', restore: 'three' })
    await clusters.backups.place({ ref, restore: 'three' })
    await clusters.start(ref)
    expect(await clusters.backups.mark(ref)).toMatchObject({ timeline: 4 })
  })

  test('is archived no more when that is turned off, and goes with the backups', async () => {
    const archived = join(home.paths.cluster(ref).folder, 'archive')
    // what comes with a backup is not kept, nor what a process that is no more has left
    await writeFile(join(archived, `archtemp.00000001000000000000000F.${2 ** 22 + 1}.1`), '')
    await clusters.backups.take(ref, randomUUID())
    await clusters.backups.mark(ref)
    await expect.poll(async () => (await clusters.backups.collect(ref)) && readdir(archived)).toEqual([])
    await run`insert into public.orders values (5)`
    await asRole(clusters, ref, 'supabase_admin', (client) => client.run(sql`select pg_switch_wal()`))
    await expect.poll(() => readdir(archived)).not.toEqual([])
    await clusters.backups.archive(ref, false)
    await clusters.backups.forgetWal(ref, null)
    expect(await readdir(archived)).toEqual([])
    await expect
      .poll(() => asRole(clusters, ref, 'supabase_admin', (client) => client.first(sql`select current_setting('archive_library') as library`)))
      .toEqual({ library: '' })
    await expect(clusters.backups.mark(ref)).rejects.toMatchObject({ code: 'wal_not_archived' })
    await clusters.backups.forgetWal(ref, null)
    expect((await readdir(wal())).filter((name) => !name.includes('.history.'))).toEqual([])
    await clusters.backups.removeAll(ref)
    expect(await readdir(home.paths.backups)).toEqual([])
  })
})
