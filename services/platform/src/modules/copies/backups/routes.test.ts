import type { Backup, BackupReport, BegunRestore } from '@colonnade/contracts/copies/backups'
import type { Branch } from '@colonnade/contracts/copies/branches'
import { upgradeBackupDays } from '@colonnade/contracts/copies/rules'
import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import type { Project } from '@colonnade/contracts/projects/projects'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { messages, noticeText } from './messages.ts'

let platform: TestPlatform
let ref: string
let first: Backup
let dieAt: string | undefined

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
  await query('create table orders as select generate_series(1, 100) as id; create index on orders (id)')
  await platform.ctx.database.run(sql`insert into functions (ref, slug, name) values (${ref}, 'hello', 'Hello')`)
  await deploy(1)
})
afterAll(() => platform[Symbol.asyncDispose]())

const at = (rest = '', of = ref) => `/platform/projects/${of}/backups${rest}`
const query = async (text: string, of = ref) => {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${of}/query`, { query: text })
  return (reply.json as { readonly results?: readonly { readonly rows: readonly (string | null)[][] }[] }).results?.[0]?.rows[0]?.[0]
}
const report = async (): Promise<BackupReport> => (await platform.ask('read-only', 'GET', at())).json as BackupReport
const find = async (id: string): Promise<Backup> => (await report()).backups.find((backup) => backup.id === id)!
const create = async (): Promise<Backup> => {
  const { id } = (await platform.ask('administrator', 'POST', at())).json as Backup
  await platform.ctx.parts.backups.idle(id)
  return find(id)
}
const restore = async (id: string, body: object): Promise<BegunRestore> => {
  const begun = (await platform.ask('administrator', 'POST', at(`/${id}/restore`), body)).json as BegunRestore
  await platform.ctx.parts.backups.idle(begun.id)
  return begun
}
const outcome = async ({ id }: BegunRestore) => (await report()).restores.find((one) => one.id === id)!
const told = async () =>
  (await platform.ctx.database.rows<{ title: string }>(sql`select distinct title from notifications where project_ref = ${ref}`)).map(
    ({ title }) => title,
  )
/** Makes a version of the edge function `hello` live, as a deploy does. */
const deploy = async (version: number) => {
  const { database } = platform.ctx
  await database.run(sql`
    insert into function_versions (function_id, version, bundle, bundle_entrypoint, files, entrypoint, sha256)
    select id, ${version}, 'b', 'e', '[]', 'e', ${version}::int4::text from functions where ref = ${ref}`)
  await database.run(sql`update functions set live_version = ${version}, last_version = ${version} where ref = ${ref}`)
}
/** The version of the project's edge function whose source is live. */
const liveFunctions = async (of = ref) =>
  ((await platform.ask('owner', 'GET', `/v1/projects/${of}/functions`)).json as EdgeFunction[]).map(({ ezbr_sha256: sha256 }) => sha256)
const nowhere = '00000000-0000-4000-8000-000000000000'
const inPlace = { target: 'project', project_name: 'Main' }

const refusals: readonly Scenario<Person>[] = [
  { promise: 'a developer makes none', as: 'developer', method: 'POST', path: at, expect: 403, code: 'forbidden' },
  { promise: 'a developer downloads none', as: 'developer', method: 'GET', path: () => at(`/${nowhere}/download`), expect: 403, code: 'forbidden' },
  ...(['restore', 'prove', 'download', ''] as const).map((what): Scenario<Person> => ({
    promise: `one that is not there is not found by ${what || 'removal'}`,
    as: 'owner',
    method: what === 'download' ? 'GET' : what === '' ? 'DELETE' : 'POST',
    path: () => at(`/${nowhere}${what && `/${what}`}`),
    ...(what === 'restore' && { body: inPlace }),
    expect: 404,
    code: 'backup_not_found',
  })),
  {
    promise: 'what is no identifier is not found either',
    as: 'owner',
    method: 'DELETE',
    path: () => at("/'--"),
    expect: 404,
    code: 'backup_not_found',
  },
  {
    promise: 'a wrong name of the project restores nothing',
    as: 'owner',
    method: 'POST',
    path: () => at(`/${first.id}/restore`),
    body: { target: 'project', project_name: 'main' },
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'a name that is taken is refused',
    as: 'owner',
    method: 'POST',
    path: () => at(`/${first.id}/restore`),
    body: { target: 'new', name: 'MAIN' },
    expect: 409,
    code: 'project_name_taken',
  },
]

describe('backups', () => {
  test('one is made, restored on a server of its own, and carries the date of that proof', async () => {
    first = await create()
    expect(first).toMatchObject({ kind: 'manual', status: 'COMPLETED', db_version: '18.4', expires_at: null, problem: null })
    expect(first.proof!.tables).toBeGreaterThan(50)
    expect(first.proof!.indexes).toBeGreaterThan(100)
    expect(first.bytes).toBeGreaterThan(20_000_000)
    expect(await readdir(join(platform.ground.home, 'making'))).toEqual([])
  })

  test.for(refusals)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('restored to a new project, it has what it had, with a password of its own', async () => {
    await query('drop table orders')
    await deploy(2)
    const networks = (of: string) => `/platform/projects/${of}/network-restrictions`
    await platform.ask('owner', 'PUT', networks(ref), { networks: ['203.0.113.0/24'] })
    const authOf = (of: string) => `/v1/projects/${of}/config/auth`
    await platform.ask('owner', 'PATCH', authOf(ref), { jwt_exp: 600, smtp_pass: 'swordfish' })
    const begun = await restore(first.id, { target: 'new', name: 'Copy' })
    expect(begun.db_pass).toMatch(/.{12,}/)
    const done = await outcome(begun)
    expect(done).toMatchObject({ status: 'COMPLETED', target_name: 'Copy', problem: null, backup_id: first.id, restored_to: first.taken_at })
    expect(done.steps.map(({ step }) => step)).toEqual(['requested', 'checked', 'recovered', 'placed', 'completed'])
    const copy = (await platform.ask('owner', 'GET', `/platform/projects/${done.target_ref}`)).json as Project
    expect(copy).toMatchObject({ name: 'Copy', status: 'ACTIVE_HEALTHY' })
    expect(await query('select count(*) from orders', copy.ref)).toBe('100')
    expect(await query("select to_regclass('orders')")).toBeNull()
    expect([await liveFunctions(copy.ref), await liveFunctions()]).toEqual([['1'], ['2']])
    // the password was told once: until somebody says that they have it, the project says so
    expect(copy.is_password_unkept).toBe(true)
    expect((await platform.ask('read-only', 'POST', `/platform/projects/${copy.ref}/database/password/kept`)).status).toBe(403)
    const kept = await platform.ask('owner', 'POST', `/platform/projects/${copy.ref}/database/password/kept`)
    expect(kept).toMatchObject({ status: 200, json: { is_password_unkept: false } })
    // its data is no freer there than here
    expect((await platform.ask('owner', 'GET', networks(copy.ref))).json).toMatchObject({ networks: ['203.0.113.0/24'] })
    expect((await platform.ask('owner', 'GET', authOf(copy.ref))).json).toMatchObject({ jwt_exp: 600, smtp_pass: expect.any(String) as string })
    await platform.ask('owner', 'PUT', networks(ref), { networks: null })
    await platform.ask('owner', 'DELETE', `/platform/projects/${copy.ref}`)
  })

  test('restored to a branch, it belongs to the project, has what it had, and is reset to what there is now', async () => {
    const branches = `/platform/projects/${ref}/branches`
    const begun = await restore(first.id, { target: 'branch', name: 'then' })
    expect(begun.db_pass).toMatch(/.{12,}/)
    expect(await outcome(begun)).toMatchObject({ status: 'COMPLETED', target_name: 'then', is_branch: true, problem: null })
    const [main, then] = (await platform.ask('owner', 'GET', branches)).json as Branch[]
    expect(main).toMatchObject({ is_default: true, created_by: 'administrator' })
    const restored_to = begun.restored_to
    expect(then).toMatchObject({ name: 'then', status: 'ACTIVE_HEALTHY', source: { name: 'main' }, restored_to, created_by: 'administrator' })
    expect(await query('select count(*) from orders', then!.project_ref)).toBe('100')
    const branch = () => platform.ask('owner', 'GET', `/platform/projects/${then!.project_ref}`)
    expect((await branch()).json).toMatchObject({ is_password_unkept: true })
    await platform.ask('owner', 'POST', `/platform/projects/${then!.project_ref}/database/password`, {})
    expect((await branch()).json).toMatchObject({ is_password_unkept: false })
    expect(await query("select to_regclass('orders')")).toBeNull()
    for (const name of ['Then', 'main']) {
      const again = await platform.ask('owner', 'POST', at(`/${first.id}/restore`), { target: 'branch', name })
      expect(again).toMatchObject({ status: 409, json: { code: 'branch_name_taken' } })
    }
    await platform.ask('owner', 'POST', `${branches}/${then!.id}/reset`, {})
    await platform.ctx.parts.reconciler.idle(then!.project_ref)
    expect(await query("select to_regclass('orders')", then!.project_ref)).toBeNull()
    expect(((await platform.ask('owner', 'GET', branches)).json as Branch[])[1]).toMatchObject({ name: 'then', restored_to: null })
    await platform.ask('owner', 'DELETE', `${branches}/${then!.id}`)
    await platform.ctx.parts.reconciler.idle(then!.project_ref)
  })

  test('restored in place, the project is as it was, and keeps the password that it has now', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/database/password`, { db_pass: 'another-password' })
    const done = await outcome(await restore(first.id, inPlace))
    expect(done).toMatchObject({ status: 'COMPLETED', target_ref: ref, target_name: null })
    expect(await query('select count(*) from orders')).toBe('100')
    expect(await told()).toContain(noticeText.restored.title('Main'))
    expect(await liveFunctions()).toEqual(['1'])
    const project = (await platform.ask('owner', 'GET', `/platform/projects/${ref}`)).json as Project
    expect(project).toMatchObject({ status: 'ACTIVE_HEALTHY' })
    const client = new pg.Client({
      host: project.db_host!,
      port: project.db_port!,
      user: 'postgres',
      password: 'another-password',
      database: 'postgres',
    })
    await client.connect()
    await client.end()
  })

  test('a restore that was cut off once it was in place leaves alone what was deployed since', async () => {
    const { database, parts } = platform.ctx
    await database.run(sql`update functions set live_version = 2 where ref = ${ref}`)
    const row = await database.first<{ id: string }>(sql`
      update restores set status = 'PLACING' where target_ref = ${ref} and target_name is null returning id`)
    parts.backups.kickRestore(row!.id)
    await parts.backups.idle(row!.id)
    expect((await report()).restores.find(({ id }) => id === row!.id)).toMatchObject({ status: 'COMPLETED' })
    expect(await liveFunctions()).toEqual(['2'])
  })

  test('while it is put in place, what needs the database is told that it is being restored', async () => {
    const record = (status: string) =>
      platform.ctx.database.run(sql`update restores set status = ${status} where target_ref = ${ref} and target_name is null`)
    await record('PLACING')
    await platform.ctx.clusters.stop(ref)
    for (const path of [`/platform/pg-meta/${ref}/query`, `/platform/pg-meta/${ref}/runs`]) {
      expect(await platform.ask('owner', 'POST', path, { query: 'select 1' })).toMatchObject({
        status: 409,
        json: { code: 'project_not_active', details: { ref, status: 'RESTORING' } },
      })
    }
    await record('COMPLETED')
    await platform.ctx.clusters.start(ref)
    await expect.poll(() => query('select 1')).toBe('1')
  })

  test('while a restore in its place is under way, a project is not paused: that would be undone', async () => {
    const record = (status: string) =>
      platform.ctx.database.run(sql`
        update restores set status = ${status} where id = (
          select id from restores where target_ref = ${ref} and target_name is null order by inserted_at desc limit 1)`)
    for (const status of ['PREPARING', 'PLACING']) {
      await record(status)
      expect(await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)).toMatchObject({
        status: 409,
        json: { code: 'project_busy', message: messages.restoring },
      })
    }
    await record('COMPLETED')
    expect((await platform.ask('owner', 'GET', `/platform/projects/${ref}`)).json).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  })

  test.each(['backups.prepare.before', 'backups.prepare.after', 'backups.place.before', 'backups.place.after'])(
    'a restore that was cut off at %s is done once',
    async (failpoint) => {
      await query('insert into orders values (0)')
      dieAt = failpoint
      expect(await outcome(await restore(first.id, inPlace))).toMatchObject({ status: 'COMPLETED' })
      expect(dieAt).toBeUndefined()
      expect(await query('select count(*) from orders')).toBe('100')
    },
  )

  test.each(['backups.make.after', 'backups.prove.after'])('a backup that was cut off at %s is made', async (failpoint) => {
    dieAt = failpoint
    const made = await create()
    expect(made).toMatchObject({ status: 'COMPLETED' })
    expect(made.proof).not.toBeNull()
    expect(await platform.ask('owner', 'DELETE', at(`/${made.id}`))).toMatchObject({ status: 202 })
    await platform.ctx.parts.backups.idle(made.id)
    expect(await find(made.id)).toBeUndefined()
  })

  test('of a project that is paused none is made: what was begun says so, and pages learn that none is due', async () => {
    const stream = await platform.follow('read-only', at('/events'))
    expect(await stream.next()).toMatchObject({ next_at: expect.any(String) as string })
    const turn = async (to: 'pause' | 'restore', next: unknown) => {
      await platform.ask('owner', 'POST', `/platform/projects/${ref}/${to}`)
      await platform.ctx.parts.reconciler.idle(ref)
      await expect.poll(() => stream.next()).toMatchObject({ next_at: next })
    }
    await turn('pause', null)
    const begun = await platform.ctx.database.first<{ id: string }>(
      sql`insert into backups (project_ref, kind) values (${ref}, 'manual') returning id`,
    )
    platform.ctx.parts.backups.kickBackup(begun!.id)
    await platform.ctx.parts.backups.idle(begun!.id)
    expect(await find(begun!.id)).toMatchObject({ status: 'FAILED', problem: messages.pausedDuring })
    await turn('restore', expect.any(String))
    await stream.close()
    await platform.ask('owner', 'DELETE', at(`/${begun!.id}`))
    await platform.ctx.parts.backups.idle(begun!.id)
  })

  test('a project is restored while it sleeps, and then awake', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)
    const done = await outcome(await restore(first.id, inPlace))
    expect(done).toMatchObject({ status: 'COMPLETED' })
    expect(await query('select count(*) from orders')).toBe('100')
  })

  test('it is downloaded as an archive', async () => {
    const reply = await platform.ask('administrator', 'GET', at(`/${first.id}/download`))
    expect(reply.headers['content-disposition']).toContain(`Main-backup-${first.id.slice(0, 8)}.tar`)
    expect(reply.bytes.length).toBeGreaterThan(first.bytes!)
    expect(Buffer.from(reply.bytes.subarray(0, 13)).toString()).toBe('manifest.json')
  })

  test('a plan keeps a number of them; daily ones are asked for when they are due, and go when they have expired', async () => {
    const second = await create()
    await platform.run({ promise: 'a third', as: 'owner', method: 'POST', path: at, expect: 409, code: 'too_many_backups' })
    await platform.ask('owner', 'DELETE', at(`/${second.id}`))
    expect((await report()).backups.filter(({ kind }) => kind === 'scheduled')).toEqual([])
    await platform.ctx.parts.backups.round()
    expect((await report()).backups.filter(({ kind }) => kind === 'scheduled')).toEqual([])
    await platform.ctx.database.run(sql`update projects set inserted_at = inserted_at - interval '25 hours' where ref = ${ref}`)
    await platform.ctx.parts.backups.round()
    const [daily] = (await report()).backups.filter(({ kind }) => kind === 'scheduled')
    await platform.ctx.parts.backups.idle(daily!.id)
    expect(await find(daily!.id)).toMatchObject({ status: 'COMPLETED' })
    const events = sql`select count(*)::int as count from audit_log where event = 'backup.scheduled' and project_ref = ${ref}`
    expect(await platform.ctx.database.first(events)).toEqual({ count: 1 })
    // the newest good one stays, however old
    const age = (id: string, days: number) =>
      platform.ctx.database.run(sql`update backups set inserted_at = now() - make_interval(days => ${days}) where id = ${id}`)
    await age(first.id, 20)
    await age(daily!.id, 10)
    await platform.ctx.parts.backups.round()
    const [newer] = (await report()).backups.filter(({ kind, id }) => kind === 'scheduled' && id !== daily!.id)
    await platform.ctx.parts.backups.idle(newer!.id)
    await platform.ctx.parts.backups.round()
    await platform.ctx.parts.backups.idle(daily!.id)
    const ids = (await report()).backups.map(({ id }) => id)
    expect(ids).toContain(first.id)
    expect(ids).toContain(newer!.id)
    expect(ids).not.toContain(daily!.id)

    // what there was before an upgrade is kept for longer, unless nothing came of it
    const upgraded = (status: string) =>
      platform.ctx.database.run(sql`
      insert into upgrades (project_ref, kind, status, from_version, to_version, backup_before, finished_at)
      values (${ref}, 'upgrade', ${status}, '17.10', '18.4', ${newer!.id}, now())`)
    const later = await platform.ctx.database.first<{ id: string }>(sql`
      insert into backups (project_ref, kind, status, taken_at) values (${ref}, 'scheduled', 'COMPLETED', now()) returning id`)
    await upgraded('UPGRADED')
    await age(newer!.id, 29)
    await platform.ctx.parts.backups.round()
    const kept = await find(newer!.id)
    expect(kept).toMatchObject({ kind: 'before_upgrade', status: 'COMPLETED', upgrade: { from_version: '17.10', to_version: '18.4' } })
    expect(Date.parse(kept.expires_at!) - Date.parse(kept.inserted_at)).toBe(upgradeBackupDays * 86_400_000)
    await platform.ctx.database.run(sql`update upgrades set status = 'FAILED'`)
    expect(await find(newer!.id)).toMatchObject({ kind: 'scheduled', upgrade: null })
    await platform.ctx.parts.backups.round()
    await platform.ctx.parts.backups.idle(newer!.id)
    expect(await find(newer!.id)).toBeUndefined()
    await platform.ctx.database.run(sql`delete from backups where id = ${later!.id}`)
  })

  test('one whose files have been damaged is never restored: it is said to be, and all are told', async () => {
    const data = join(platform.ground.home, 'backups', ref, first.id, 'data')
    await truncate(join(data, 'global', 'pg_control'), 100)
    await query('insert into orders values (0)')
    const failed = await outcome(await restore(first.id, inPlace))
    expect(failed).toMatchObject({ status: 'FAILED', problem: expect.stringContaining('global/pg_control has 100 bytes') as string })
    expect(await query('select count(*) from orders')).toBe('101')
    await platform.ask('owner', 'POST', at(`/${first.id}/prove`))
    await platform.ctx.parts.backups.idle(first.id)
    expect(await find(first.id)).toMatchObject({ status: 'DAMAGED', problem: expect.stringContaining('global/pg_control') as string })
    expect(await told()).toEqual(expect.arrayContaining([noticeText.damaged('Main'), noticeText.notRestored('Main')]))
    await platform.run({
      promise: 'it can not be chosen',
      as: 'owner',
      method: 'POST',
      path: () => at(`/${first.id}/restore`),
      body: inPlace,
      expect: 409,
      code: 'project_busy',
    })
  })

  test('they go with their project', async () => {
    await platform.ask('owner', 'DELETE', `/platform/projects/${ref}`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await platform.ground.clusters.backups.list(ref)).toEqual([])
  })
})
