import { ident, literal, toText } from '@colonnade/sql'
import { hostileNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { describe, expect, test } from 'vitest'
import * as extensions from '../extensions/extensions.ts'
import * as functions from '../functions/functions.ts'
import * as policies from '../policies/policies.ts'
import * as roles from '../roles/roles.ts'
import * as schemas from '../schemas/schemas.ts'
import type { Command } from '../statement.ts'
import * as triggers from '../triggers/triggers.ts'
import * as types from '../types/types.ts'

describe.each(await testVersions())('plain updates on Postgres $major', (version) => {
  const database = useDatabase(version)
  const text = (name: string) => toText(ident(name))
  const run = async ({ sql }: Command) => {
    expect(sql).not.toMatch(/^do /)
    await database.run(sql)
  }

  test('name what they change, whatever it is called, and change it in its place', async () => {
    for (const [index, name] of hostileNames.entries()) {
      const [s, n, value] = [text(`${index}`), text(name), name.slice(0, 20)]
      const role = `${index} ${name.slice(0, 20)}`
      await database.run(`create schema ${n}; create role ${text(role)}`)
      await run(schemas.updateByName(name, { name: `${index}`, comment: name }))
      expect(await readOne(database, schemas.retrieve({ name: `${index}` }))).toMatchObject({ comment: name })
      await database.run(`create table ${s}.${n} (id int); create function ${s}.fired() returns trigger language plpgsql as 'begin return new; end';
        create trigger ${n} before insert on ${s}.${n} for each row execute function ${s}.fired();
        create policy ${n} on ${s}.${n}; create type ${s}.kind as enum (${toText(literal(value))})`)
      const at = { schema: `${index}`, table: name, name }
      await run(triggers.updateByName(at, { name: 'renamed', enabled_mode: 'ALWAYS', comment: name }))
      expect(await readOne(database, triggers.retrieve({ ...at, name: 'renamed' }))).toMatchObject({ enabled_mode: 'ALWAYS' })
      expect(await readOne(database, triggers.retrieveDetails({ ...at, name: 'renamed' }))).toMatchObject({ comment: name })
      await run(policies.updateByName(at, { name: 'renamed', definition: 'id > 1', roles: [role], comment: name }))
      expect(await readOne(database, policies.retrieve({ ...at, name: 'renamed' }))).toMatchObject({ definition: '(id > 1)', roles: [role] })
      const values = [
        { rename: value, to: 'b' },
        { add: 'a', before: 'b' },
      ]
      await run(types.updateByName({ schema: `${index}`, name: 'kind' }, { values, comment: name, schema: 'public', name }))
      const found = (await readList(database, types.list({ includedSchemas: ['public'] }))).find((type) => type.name === name)
      expect(found).toMatchObject({ enums: ['a', 'b'], comment: name })
      await run(roles.updateByName(role, { canLogin: true, connectionLimit: 3, config: { work_mem: '8MB' }, comment: name, name: `${role}!` }))
      expect(await readOne(database, roles.retrieve({ name: `${role}!` }))).toMatchObject({ canLogin: true, connectionLimit: 3 })
      await database.run(`drop schema ${s} cascade; drop type public.${n}; drop role ${text(`${role}!`)}`)
    }
  })

  test('give functions another body, and leave all else of them as it was', async () => {
    await database.run(`create schema shop; create schema "other one";
      create function shop.total(a int default 1, variadic b text[] default '{}') returns table (x int, y text) language sql stable strict security definer
        cost 7 rows 9 set search_path to '' set work_mem to '8MB' as 'select 1, ''a''';
      create function shop.two() returns int language sql begin atomic select 2; end;
      create procedure shop.note(inout a int) language plpgsql as $$begin a := 1; end$$;
      create function shop."od""d $function$"() returns text language plpgsql as $x$begin return '$function$'; end$x$`)
    const bodies: Record<string, string> = {
      total: "select 2, 'b;$$'",
      two: 'return 3',
      note: 'begin a := 2; end',
      'od"d $function$': "begin return '$function$ $body$'; end",
    }
    for (const row of await readList(database, functions.list({ includedSchemas: ['shop'] }))) {
      const details = await readOne(database, functions.retrieveDetails({ id: row.id }))
      await run(functions.updateByName(row, { definition: bodies[row.name]! }))
      const after = (await readOne(database, functions.retrieve({ id: row.id })))!
      expect(after.definition.toLowerCase()).toBe(bodies[row.name]!.toLowerCase())
      const { definition: _, complete_statement: before, ...same } = row
      expect(after).toMatchObject(same)
      expect(await readOne(database, functions.retrieveDetails({ id: row.id }))).toEqual(details)
      // there and back is the same statement
      await run(functions.updateByName(after, { definition: row.definition }))
      expect((await readOne(database, functions.retrieve({ id: row.id })))!.complete_statement).toBe(before)
    }
    const row = (await readOne(database, functions.retrieve({ schema: 'shop', name: 'note', args: ['integer'] })))!
    await run(
      functions.updateByName(row, { security_definer: true, config_params: { work_mem: '4MB' }, comment: 'c', schema: 'other one', name: 'n"2' }),
    )
    expect(await readOne(database, functions.retrieve({ id: row.id }))).toMatchObject({
      schema: 'other one',
      name: 'n"2',
      security_definer: true,
      config_params: { work_mem: '4MB' },
    })
    const compiled = { ...row, language: 'c', complete_statement: "CREATE … AS '$libdir/x', $function$y$function$\n", definition: 'z' }
    expect(() => functions.updateByName(compiled, { definition: 'other' })).toThrow('The body of a c function can’t be replaced')
  })

  test('of what is not there are refused by Postgres', async () => {
    const at = { schema: 'public', table: 'none', name: 'none' }
    await expect(database.run(triggers.updateByName(at, { name: 'x' }).sql)).rejects.toMatchObject({ code: '42P01' })
    await expect(database.run(extensions.updateByName('none', { version: '2' }).sql)).rejects.toMatchObject({ code: '42704' })
    await expect(database.run(schemas.updateByName('none', { name: 'x' }).sql)).rejects.toMatchObject({ code: '3F000' })
  })
})
