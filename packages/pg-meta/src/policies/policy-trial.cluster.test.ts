import { ident, literal, sql, toText } from '@colonnade/sql'
import { hostileNames } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { getExpressionCheckSql, getTrialRowsSql, getTrialWriteSql, getVerdictsSql, getVisiblePlacesSql } from './policy-trial.ts'

describe.each(await testVersions())('trying policies on Postgres $major', (version) => {
  const database = useDatabase(version)
  const table = { schema: 'public', name: 'notes' }
  beforeAll(() =>
    database.run(`create role trial_reader login; create table notes (id int primary key, owner text, body bytea default '\\x00', t text, gone int);
      alter table notes drop column gone; alter table notes enable row level security; grant select, insert, update, delete on notes to trial_reader;
      create policy own on notes to trial_reader using (owner = 'me');
      insert into notes values (1, 'me', '\\xff', null), (2, 'it''s, "you"', null, ''), (3, null, '\\x01', 'me')`),
  )

  const check = (expression: string) => database.run(getExpressionCheckSql(table, expression).sql)

  test('an expression is refused where it does not parse, is no boolean or names what is not there', async () => {
    for (const fine of ["owner = 'me'", 'notes.id > 0 -- all', 'exists (select from notes n where n.id = notes.id)', 'true']) await check(fine)
    const { offset } = getExpressionCheckSql(table, '\n nobody = 1')
    await expect(check('\n nobody = 1')).rejects.toMatchObject({ code: '42703', position: String(offset + 3) })
    await expect(check('owner')).rejects.toMatchObject({ code: '42804' })
    await expect(check('owner = ')).rejects.toMatchObject({ code: '42601' })
    await expect(check('count(*) > 1')).rejects.toMatchObject({ code: '42803' })
    for (const more of ['true) or (true', 'true; drop table notes', '', "'"]) expect(() => getExpressionCheckSql(table, more)).toThrow()
  })

  test('rows are told with what every expression says of them, also to who does not see them', async () => {
    const rows = await database.run(getTrialRowsSql(table, 2))
    expect(rows.map(({ json }) => (JSON.parse(String(json)) as { id: number }).id)).toEqual([1, 2])
    const all = await database.run(getTrialRowsSql(table, 100))
    const records = all.map(({ record }) => String(record))
    const one = async (expression: string) =>
      (await database.runAs('trial_reader', getVerdictsSql(table, records, [expression]))).map((row) => Object.values(row)[0])
    expect(await one("owner = 'me'")).toEqual([true, false, null])
    expect(await one("current_user = 'trial_reader' and t is null")).toEqual([true, false, false])
    expect(await one("body = '\\xff'")).toEqual([true, null, false])
    const places = all.map(({ place }) => String(place))
    expect((await database.runAs('trial_reader', getVisiblePlacesSql(table, places))).map(({ place }) => place)).toEqual([places[0]])
  })

  test('a write is tried and taken back, whether it is allowed or not', async () => {
    const [mine, yours] = (await database.run(getTrialRowsSql(table, 2))).map(({ table_id, place }) => ({
      tableId: Number(table_id),
      place: String(place),
    }))
    const attempt = (write: Parameters<typeof getTrialWriteSql>[1]) => database.runAs('trial_reader', getTrialWriteSql(table, write))
    const allowed = (rows: number) => ({ code: 'CTRY0', detail: String(rows) })
    await expect(attempt({ kind: 'insert', values: { id: 9, owner: 'me' } })).rejects.toMatchObject(allowed(1))
    await expect(attempt({ kind: 'insert', values: { id: 9, owner: 'you' } })).rejects.toMatchObject({ code: '42501' })
    await expect(attempt({ kind: 'insert', values: { id: 1, owner: 'me' } })).rejects.toMatchObject({ code: '23505' })
    await expect(attempt({ kind: 'update', values: { t: `it's "new"` }, at: mine! })).rejects.toMatchObject(allowed(1))
    await expect(attempt({ kind: 'update', values: { owner: 'you' }, at: mine! })).rejects.toMatchObject({ code: '42501' })
    await expect(attempt({ kind: 'update', values: { t: 'x' }, at: yours! })).rejects.toMatchObject(allowed(0))
    await expect(attempt({ kind: 'delete', at: mine! })).rejects.toMatchObject(allowed(1))
    await expect(attempt({ kind: 'delete', at: yours! })).rejects.toMatchObject(allowed(0))
    await expect(attempt({ kind: 'insert', values: { nobody: 1 } })).rejects.toMatchObject({ code: '42703' })
    expect(() => getTrialWriteSql(table, { kind: 'insert', values: {} })).toThrow('at least one column')
    expect(await database.run("select id from notes where owner = 'me' and t is null")).toEqual([{ id: 1 }])
  })

  test.each(hostileNames)('holds for %j', async (name) => {
    await database.run(
      toText(
        sql`create schema ${ident(name)}; create table ${ident(name, name)} (${ident(name)} text); insert into ${ident(name, name)} values (${literal(name)})`,
      ),
    )
    const odd = { schema: name, name }
    const same = toText(sql`${ident(name, name)} = ${literal(name)}`)
    await database.run(getExpressionCheckSql(odd, same).sql)
    const [row] = await database.run(getTrialRowsSql(odd, 1))
    expect(Object.values(await database.run(getVerdictsSql(odd, [String(row!['record'])], [same])).then(([first]) => first!))).toEqual([true])
    const at = { tableId: Number(row!['table_id']), place: String(row!['place']) }
    expect(await database.run(getVisiblePlacesSql(odd, [at.place]))).toHaveLength(1)
    await expect(database.run(getTrialWriteSql(odd, { kind: 'update', values: { [name]: name }, at }))).rejects.toMatchObject({ detail: '1' })
    await database.run(toText(sql`drop schema ${ident(name)} cascade`))
  })
})
