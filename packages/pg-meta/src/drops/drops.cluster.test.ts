import { hostileNames } from '@colonnade/testing'
import { ident, literal, toText } from '@colonnade/sql'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { describe, expect, test } from 'vitest'
import { type Droppable, dropByName } from './drops.ts'

describe.each(await testVersions())('drops on Postgres $major', (version) => {
  const database = useDatabase(version)
  const text = (name: string) => toText(ident(name))

  test('are one line, whatever the names are, and take away what they name and nothing else', async () => {
    for (const name of hostileNames) {
      const [n, schema] = [text(name), 's"; drop table kept;']
      const s = text(schema)
      await database.run(`create table kept (); create schema ${s}; create table ${s}.${n} (id int, ${n} int); create view ${s}.v as select 1 as one;
        create materialized view ${s}.m as select 1 as one; create index i on ${s}.${n} (id); create type ${s}.ty as enum ('a'); create domain ${s}.d as int;
        create function ${s}.f(a int, variadic b ${s}.ty[]) returns int language sql as 'select 1'; create function ${s}.f() returns int language sql as 'select 1';
        create procedure ${s}.p(a int default 1, inout b text default '') language plpgsql as 'begin end';
        create function ${s}.t() returns trigger language plpgsql as 'begin return new; end';
        create trigger ${n} before insert on ${s}.${n} for each row execute function ${s}.t(); create policy ${n} on ${s}.${n}; create publication ${n}`)
      const dropped: Droppable[] = [
        { kind: 'policy', schema, table: name, name },
        { kind: 'trigger', schema, table: name, name },
        { kind: 'index', schema, name: 'i' },
        { kind: 'column', schema, table: name, name },
        { kind: 'view', schema, name: 'v' },
        { kind: 'materialized view', schema, name: 'm' },
        // as Postgres prints them, and type by type
        { kind: 'routine', schema, name: 'f', args: [`a integer, VARIADIC b ${s}.ty[]`] },
        { kind: 'routine', schema, name: 'f', args: [''] },
        { kind: 'routine', schema, name: 'p', args: ['integer', 'text'] },
        { kind: 'type', schema, name: 'ty' },
        { kind: 'type', schema, name: 'd' },
        { kind: 'table', schema, name },
        { kind: 'publication', name },
      ]
      for (const target of dropped) {
        const { sql: statement } = dropByName(target)
        if (!name.includes('\n')) expect(statement).not.toContain('\n')
        await database.run(statement)
        await expect(database.run(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^42(P01|70[34]|883)$/) as string })
      }
      expect(
        await database.run(
          `select proname::text as name from pg_proc where pronamespace = (select oid from pg_namespace where nspname = ${toText(literal(schema))})`,
        ),
      ).toEqual([{ name: 't' }])
      await database.run(dropByName({ kind: 'routine', schema, name: 't', args: [] }).sql)
      await database.run(`${dropByName({ kind: 'schema', name: schema }).sql} drop table kept`)
    }
  })

  test('refuse what something depends on, unless they take it along', async () => {
    await database.run('create table base (id int); create view above as select id from base')
    const base = { kind: 'table', schema: 'public', name: 'base' } as const
    await expect(database.run(dropByName(base).sql)).rejects.toMatchObject({ code: '2BP01' })
    await database.run(dropByName(base, { cascade: true }).sql)
    expect(await database.run(`select to_regclass('public.above')::text as above`)).toEqual([{ above: null }])
    expect(dropByName({ kind: 'role', name: 'Head "of"' }, { cascade: true }).sql).toBe('drop role "Head ""of""";')
    expect(dropByName({ kind: 'extension', name: 'hstore' }, { cascade: true }).sql).toBe('drop extension hstore cascade;')
  })
})
