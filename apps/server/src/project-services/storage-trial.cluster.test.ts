import { getStorageTrialSql, type StorageAction, storageActions, StorageTrialReport } from '@colonnade/pg-meta/storage-trial'
import { userAuthored } from '@colonnade/sql'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject
let server: SupabaseClient
let ada: { readonly client: SupabaseClient; readonly id: string }

const sqlOf = (text: string) => userAuthored('statement', text)

beforeAll(async () => {
  project = await openTestProject('Trials')
  server = project.client(project.serviceKey)
  expect((await server.storage.createBucket('mixed')).error).toBeNull()
  expect((await server.storage.createBucket('open', { public: true })).error).toBeNull()
  const user = { email: 'ada@example.org', password: 'correct horse battery staple' }
  const { data } = await server.auth.admin.createUser({ ...user, email_confirm: true })
  const client = project.client()
  expect((await client.auth.signInWithPassword(user)).error).toBeNull()
  ada = { client, id: data.user!.id }
  const own = `bucket_id = 'mixed' and (storage.foldername(name))[1] = (select auth.uid()::text)`
  await project.owner.run(
    sqlOf(`
      create policy "Own: read" on storage.objects for select to authenticated using (${own});
      create policy "Own: add" on storage.objects for insert to authenticated with check (${own});
      create policy "Own: change" on storage.objects for update to authenticated using (${own});
      create policy "Drop box" on storage.objects for insert to public with check (bucket_id = 'mixed' and (storage.foldername(name))[1] = 'drop');
      create policy "Blind delete" on storage.objects for delete to public using (bucket_id = 'mixed');
      create policy "Only listed" on storage.objects for select to anon using (bucket_id = 'mixed' and name like 'shown/%' and storage.allow_only_operation('object.list_v2'));
      create policy "No programs" on storage.objects as restrictive for all to public using (storage.extension(name) <> 'exe');
      create policy "Own: delete" on storage.objects for delete to authenticated using (owner_id = (select auth.uid()::text))`),
  )
})
afterAll(() => project[Symbol.asyncDispose]())

interface Asked {
  readonly role: string
  readonly sub?: string
  readonly bucket?: string
  readonly path: string
  readonly actions?: readonly StorageAction[]
}

async function trial({ role, sub, bucket = 'mixed', path, actions = storageActions }: Asked): Promise<StorageTrialReport> {
  const claims = { role, ...(sub !== undefined && { sub }) }
  const text = getStorageTrialSql({ role, claims, bucket, path, movedTo: movedOf(path), mimeType: 'text/plain', actions })
  const error = await project.owner.run(sqlOf(text)).then(
    () => null,
    (thrown: unknown) => thrown as { readonly details: Readonly<Record<string, unknown>>; readonly message: string },
  )
  expect(error).toMatchObject({ details: { sqlstate: 'CTRY0' } })
  return StorageTrialReport.parse(JSON.parse(String(error!.details['detail'])))
}

const movedOf = (path: string): string => path.replace(/[^/]+$/, 'moved-$&')
const allowedBy = ({ actions }: StorageTrialReport): readonly StorageAction[] =>
  actions.filter(({ sqlstate, rows }) => sqlstate === 'CTRY0' && rows !== 0).map(({ action }) => action)

/** What the service itself does for a client, each time with a file that a server has just uploaded. */
async function done(client: SupabaseClient, path: string): Promise<readonly StorageAction[]> {
  const [asServer, from] = [server.storage.from('mixed'), client.storage.from('mixed')]
  const done: StorageAction[] = []
  const note = (action: StorageAction, isDone: boolean): void => void (isDone && done.push(action))
  const refill = async (): Promise<void> => {
    await asServer.remove([path, movedOf(path)])
    expect((await asServer.upload(path, 'x')).error).toBeNull()
  }
  await refill()
  const listed = await from.listV2({ prefix: path })
  note('list', listed.data?.objects.some(({ name }) => name === path) === true)
  note('read', (await from.download(path)).error === null)
  await asServer.remove([path])
  note('upload', (await from.upload(path, 'x', { contentType: 'text/plain' })).error === null)
  await refill()
  note('replace', (await from.upload(path, 'y', { contentType: 'text/plain', upsert: true })).error === null)
  await refill()
  note('move', (await from.move(path, movedOf(path))).error === null)
  await refill()
  note('delete', (await from.remove([path])).data?.length === 1)
  await refill()
  return done
}

test('a trial says of every action what the service does, for visitors, users and servers', async () => {
  const [ownFile, drop, shown, program] = [`${ada.id}/a.txt`, 'drop/a.txt', 'shown/a.txt', `${ada.id}/a.exe`]
  for (const [client, who, paths] of [
    [project.client(), { role: 'anon' }, [drop, shown]],
    [ada.client, { role: 'authenticated', sub: ada.id }, [ownFile, drop, program]],
    [server, { role: 'service_role' }, [program]],
  ] as const) {
    for (const path of paths) {
      const real = await done(client, path)
      const withFile = await trial({ ...who, path, actions: storageActions.filter((action) => action !== 'upload') })
      expect((await server.storage.from('mixed').remove([path])).data).toHaveLength(1)
      const uploaded = await trial({ ...who, path, actions: ['upload'] })
      expect([who.role, path, new Set([...allowedBy(withFile), ...allowedBy(uploaded)])]).toEqual([who.role, path, new Set(real)])
    }
  }
})

test('a trial names the policies, each tried alone, and leaves nothing behind', async () => {
  const path = `${ada.id}/new.txt`
  const report = await trial({ role: 'authenticated', sub: ada.id, path })
  expect(report).toMatchObject({ bucket: { public: false }, file: null, unbound: null })
  expect(allowedBy(report)).toEqual(['list', 'read', 'upload', 'replace', 'move', 'delete'])
  const truths = (action: StorageAction) =>
    report.actions
      .find((each) => each.action === action)!
      .expressions.map(({ policy, command, row, isTrue }) => `${report.policies[policy]!.name} ${command} ${row} ${isTrue}`)
  expect(truths('upload')).toEqual(['Drop box INSERT after false', 'No programs INSERT after true', 'Own: add INSERT after true'])
  expect(truths('delete')).toEqual([
    'No programs SELECT before true',
    'Own: read SELECT before true',
    'Blind delete DELETE before true',
    'No programs DELETE before true',
    'Own: delete DELETE before true',
  ])
  // the policies that ask for an operation see the one that is tried
  const visitor = await trial({ role: 'anon', path: 'shown/b.txt', actions: ['list', 'read'] })
  expect(allowedBy(visitor)).toEqual(['list'])
  expect((await trial({ role: 'service_role', path })).unbound).toBe('bypasses')
  expect((await trial({ role: 'anon', bucket: 'nowhere', path })).bucket).toBeNull()
  expect((await trial({ role: 'anon', bucket: 'open', path, actions: ['read'] })).bucket).toEqual({ public: true })
  expect((await server.storage.from('mixed').exists(path)).data).toBe(false)
})

test('a policy that fails fails alone, and one that runs on is stopped', async () => {
  await project.owner.run(sqlOf(`create policy "Broken" on storage.objects for select to authenticated using (1 / length(left(name, 0)) = 1)`))
  const { actions, policies } = await trial({ role: 'authenticated', sub: ada.id, path: 'elsewhere/a.txt', actions: ['list'] })
  expect(actions[0]!.sqlstate).toBe('22012')
  expect(actions[0]!.expressions.map(({ policy, isTrue, error }) => [policies[policy]!.name, isTrue, error])).toEqual([
    ['Broken', null, 'division by zero'],
    ['No programs', true, null],
    ['Own: read', false, null],
  ])
  await project.owner.run(sqlOf(`create policy "Endless" on storage.objects for delete to authenticated using (pg_sleep(60) is null)`))
  const text = getStorageTrialSql({
    role: 'authenticated',
    claims: {},
    bucket: 'mixed',
    path: 'x',
    movedTo: 'y',
    mimeType: 'text/plain',
    actions: ['delete'],
  })
  await expect(project.owner.run(sqlOf(`set statement_timeout = 200; ${text}`))).rejects.toMatchObject({ details: { sqlstate: '57014' } })
})
