import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { type ChangeCheck, ChangeCheckReport, getChangeCheckSql } from '@colonnade/pg-meta/realtime-changes'
import { getRealtimeTrialSql, RealtimeTrialReport } from '@colonnade/pg-meta/realtime-trial'
import {
  addPrimaryKey,
  createChannelPolicy,
  createReadPolicy,
  grantSchema,
  grantSelect,
  publishEveryEvent,
  publishTable,
  publishWholeTable,
  setReplicaIdentity,
} from '@colonnade/pg-meta/realtime-repairs'
import { userAuthored } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing.ts'

let project: TestProject
const ann = '00000000-0000-4000-8000-00000000000a'
const odd = `it's a "room"`

beforeAll(async () => {
  project = await openTestProject('Checks')
  await run(`
    create table public."${odd.replaceAll('"', '""')}" (id int primary key, owner uuid, secret text);
    insert into public."${odd.replaceAll('"', '""')}" values (1, '${ann}', 'a'), (2, null, 'b'), (3, null, 'c');
    alter table public."${odd.replaceAll('"', '""')}" enable row level security;
    create policy "Own" on public."${odd.replaceAll('"', '""')}" for select to authenticated using (owner = (select auth.uid()));
    create policy "Broken" on public."${odd.replaceAll('"', '""')}" for all to authenticated using (1 / (id - id) = 1);
    create policy "Not the third" on public."${odd.replaceAll('"', '""')}" as restrictive for select to authenticated using (id <> 3);
    create schema hidden; create table hidden.keyless (a int, b text); insert into hidden.keyless values (1, 'x');
    alter table hidden.keyless replica identity full;
    alter publication supabase_realtime add table hidden.keyless (a);`)
})
afterAll(() => project[Symbol.asyncDispose]())

const run = (text: string) => project.owner.run(userAuthored('statement', text))

/** What a text that always fails says as it does. */
async function reportOf(text: string): Promise<unknown> {
  const error = await run(text).then(
    () => null,
    (thrown: unknown) => thrown as { readonly details: Readonly<Record<string, unknown>> },
  )
  expect(error).toMatchObject({ details: { sqlstate: 'CTRY0' } })
  return JSON.parse(String(error!.details['detail']))
}

const asAnn = { role: 'authenticated', claims: { sub: ann, role: 'authenticated' } }
const check = async (input: Partial<ChangeCheck>): Promise<ChangeCheckReport> =>
  ChangeCheckReport.parse(await reportOf(getChangeCheckSql({ ...asAnn, publication: realtimePublication, schema: 'public', table: odd, ...input })))

test('a table is told with what is published of it, its keys, and what each policy shows', async () => {
  const { table, publication } = await check({})
  expect(publication).toEqual({ inserts: true, updates: true, deletes: true, tables: 0 })
  expect(table).toMatchObject({ kind: 'r', isPublished: false, publishedColumns: null, identity: 'default', hasSchemaUsage: true, unbound: null })
  expect(table!.columns).toEqual([
    { name: 'id', type: 'integer', isKey: true, isIdentity: true, isReadable: true },
    { name: 'owner', type: 'uuid', isKey: false, isIdentity: false, isReadable: true },
    { name: 'secret', type: 'text', isKey: false, isIdentity: false, isReadable: true },
  ])
  expect(table!.policies).toEqual([
    { name: 'Broken', isPermissive: true, command: 'ALL', rows: null, error: 'division by zero' },
    { name: 'Not the third', isPermissive: false, command: 'SELECT', rows: 2, error: null },
    { name: 'Own', isPermissive: true, command: 'SELECT', rows: 1, error: null },
  ])
  expect(table).toMatchObject({ rows: 3, visible: null, error: 'division by zero' })
  await run(`drop policy "Broken" on public."${odd.replaceAll('"', '""')}"`)
  expect((await check({})).table).toMatchObject({ rows: 3, visible: 1, error: null })
  expect((await check({ claims: { role: 'authenticated' } })).table).toMatchObject({ visible: 0, error: null })
})

test('roles without policies, grants or rows are told as they are', async () => {
  expect((await check({ role: 'anon', claims: { role: 'anon' } })).table).toMatchObject({ policies: [], rows: 3, visible: 0 })
  expect((await check({ role: 'service_role', claims: {} })).table).toMatchObject({ unbound: 'bypasses', rows: 3, visible: 3 })
  const { table, publication } = await check({ schema: 'hidden', table: 'keyless' })
  expect(publication).toMatchObject({ tables: 1 })
  expect(table).toMatchObject({ isPublished: true, publishedColumns: ['a'], identity: 'full', hasSchemaUsage: false, unbound: 'off', visible: 1 })
  expect(table!.columns.map(({ isKey, isIdentity, isReadable }) => [isKey, isIdentity, isReadable])).toEqual([
    [false, true, false],
    [false, true, false],
  ])
  expect(await check({ table: 'nowhere' })).toMatchObject({ table: null, hasRole: true })
  expect(await check({ role: 'nobody' })).toMatchObject({ table: null, hasRole: false })
  expect(await check({ publication: 'nothing' })).toMatchObject({ publication: null })
})

test('what is offered as a repair repairs it', async () => {
  const keyless = { schema: 'hidden', name: 'keyless' }
  for (const { sql: text } of [
    publishTable(realtimePublication, { schema: 'public', name: odd }, true),
    publishEveryEvent(realtimePublication),
    createReadPolicy({ schema: 'public', name: odd }, 'anon', null),
    addPrimaryKey(keyless, false),
    setReplicaIdentity(keyless, 'default'),
    grantSchema('hidden', 'authenticated'),
    grantSelect(keyless, 'authenticated', ['id', 'a']),
    publishWholeTable(realtimePublication, keyless),
    createChannelPolicy(`spam ${odd}`, 'anon', 'read'),
  ]) {
    await run(text)
  }
  expect((await check({ role: 'anon', claims: {} })).table).toMatchObject({ isPublished: true, visible: 3 })
  const { table } = await check({ schema: 'hidden', table: 'keyless' })
  expect(table).toMatchObject({ isPublished: true, publishedColumns: null, identity: 'default', hasSchemaUsage: true })
  expect(table!.columns.map(({ name, isKey, isIdentity, isReadable }) => [name, isKey, isIdentity, isReadable])).toEqual([
    ['a', false, false, true],
    ['b', false, false, false],
    ['id', true, true, true],
  ])
  const asVisitor = await reportOf(getRealtimeTrialSql({ role: 'anon', claims: {}, topic: `spam ${odd}` }))
  const allowed = RealtimeTrialReport.parse(asVisitor).accesses.filter(({ sqlstate, rows }) => sqlstate === 'CTRY0' && rows !== 0)
  expect(allowed.map(({ access, extension }) => `${access} ${extension}`)).toEqual(['read broadcast', 'read presence'])
})
