import { hostileNames, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyGrants, copyPolicy, copyTrigger, type Copied } from './copy-companions.ts'
import { retrieveCompanions } from './retrieve-companions.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

// ports of this file: 48,960 to 48,979
describe.each(await testVersions())('what belongs to a table on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create schema s; create schema other; create role r1; create role r2; create role "Odd, one";
      create function s.note() returns trigger language plpgsql as 'begin return null; end';
      create table s.members (id int, owner int);
      create table s.t (id int primary key, owner int, secret text, code serial);
      create table s.copy (id int primary key, "the owner" int, secret text, code serial);
      create policy "own rows" on s.t as restrictive for select to r1, "Odd, one" using (owner = 3 and exists (select from s.members m where m.id = t.id and m.owner = t.owner));
      create policy written on s.t for insert with check (secret <> 't.owner' and not exists (select from s.t other where other.id = t.owner));
      comment on policy written on s.t is 'it''s';
      create trigger "after all" after update of owner, secret on s.t for each row when (old.owner is distinct from new.owner) execute function s.note('a', 'owner');
      create constraint trigger late after insert on s.t deferrable initially deferred for each row execute function s.note();
      create trigger seen after delete on s.t referencing old table as gone for each statement execute function s.note();
      comment on trigger seen on s.t is 'c'; alter table s.t disable trigger seen; alter table s.t enable always trigger late`)
  })

  const ofAny = { id: 0, table_id: 0, table: '' }
  const companions = async (name: string, schema = 's') => (await readOne(database, retrieveCompanions({ schema, name })))!
  const copied: Copied = {
    from: { schema: 's', name: 't' },
    to: { schema: 's', name: 'copy' },
    columns: new Map([
      ['id', 'id'],
      ['owner', 'the owner'],
      ['secret', 'secret'],
      ['code', 'code'],
    ]),
    sequences: new Map([['code', { schema: 's', name: 'copy_code_seq' }]]),
  }
  test('its policies hold for a copy, which may call its columns otherwise', async () => {
    const { policies } = await companions('t')
    expect(policies.map(({ name, comment }) => [name, comment])).toEqual([
      ['own rows', null],
      ['written', "it's"],
    ])
    for (const policy of policies) await database.run(copyPolicy(policy, copied).sql)
    const copies = (await companions('copy')).policies
    const shape = ({ policies: list }: { policies: typeof policies }) =>
      list.map(({ definition, check, ...rest }) => ({
        ...rest,
        ...ofAny,
        expressions: [definition, check].map((text) => text?.replaceAll('copy.', 't.').replaceAll('"the owner"', 'owner')),
      }))
    expect(shape({ policies: copies })).toEqual(shape({ policies }))
    expect(copies[0]!.definition).toContain('(m.owner = copy."the owner")')
    expect(copies[1]!.check).toContain('FROM s.t other')
  })

  test('its triggers act on a copy, as they are switched', async () => {
    const { triggers } = await companions('t')
    for (const trigger of triggers) await database.run(copyTrigger(trigger, copied).sql)
    const copies = (await companions('copy')).triggers
    const shape = (list: typeof triggers) =>
      list.map(({ complete_statement: statement, ...rest }) =>
        JSON.parse(
          JSON.stringify({ ...rest, ...ofAny, statement: statement.replace(' s.copy ', ' s.t ') })
            .replaceAll('\\"the owner\\"', 'owner')
            .replaceAll('the owner', 'owner'),
        ),
      )
    expect(shape(copies)).toEqual(shape(triggers))
    expect(copies.map(({ name, enabled_mode }) => [name, enabled_mode])).toEqual([
      ['after all', 'ORIGIN'],
      ['late', 'ALWAYS'],
      ['seen', 'DISABLED'],
    ])
  })

  test('a copy gets the privileges of its table, and no others that its schema gives', async () => {
    await database.run(`alter default privileges in schema s grant all on tables to r1, public; alter default privileges in schema s grant usage, select on sequences to r1;
      alter default privileges grant select on tables to r2;
      create table s.held (id int, owner int, code serial); revoke all on s.held from r1, r2, public;
      grant select on s.held to r1; grant insert, update on s.held to r2 with grant option; grant select (owner, id), update (id) on s.held to "Odd, one"; grant references (id) on s.held to public;
      revoke all on sequence s.held_code_seq from r1; grant usage on sequence s.held_code_seq to r2;
      create table s.given (id int, "the owner" int, code serial)`)
    const to = { schema: 's', name: 'given' }
    const target: Copied = { ...copied, to, sequences: new Map([['code', { schema: 's', name: 'given_code_seq' }]]) }
    const held = await companions('held')
    const rights = ({ grants }: typeof held) => grants.map(({ on, column, ...rest }) => [on, column?.replace('the ', ''), ...Object.values(rest)])
    expect(rights(await companions('given'))).not.toEqual(rights(held))
    const grants = copyGrants(held, target)!
    expect(grants.sql).toContain('grant select (id, "the owner")')
    await database.run(grants.sql)
    expect(new Set(rights(await companions('given')).map(String))).toEqual(new Set(rights(held).map(String)))
    expect(rights(held)).toContainEqual(['sequence', 'code', 'r2', 'USAGE', false])
    await database.run('create table s.usual (id int)')
    expect(copyGrants(await companions('usual'), { ...copied, to, sequences: new Map() })).toBeNull()
    // where the schema gives other privileges, the same ones are other statements
    expect(copyGrants(await companions('usual'), { ...copied, to: { schema: 'other', name: 'x' }, sequences: new Map() })?.sql).toContain('to r1')
    await database.run(`alter default privileges in schema s revoke all on tables from r1, public; alter default privileges in schema s revoke all on sequences from r1;
      alter default privileges revoke select on tables from r2`)
  })

  test('may have any name', async () => {
    for (const name of hostileNames) {
      const table = `${quote(name)}.${quote(name)}`
      await database.run(`create schema ${quote(name)}; create role ${quote(name)}; create function ${table}() returns trigger language plpgsql as 'begin return null; end';
        create table ${table} (${quote(name)} int); create table ${quote(name)}.c (c int);
        create policy ${quote(name)} on ${table} to ${quote(name)} using (exists (select 1 where ${quote(name)} > 0));
        create trigger ${quote(name)} before update on ${table} for each row when (new.${quote(name)} > old.${quote(name)}) execute function ${table}();
        grant select (${quote(name)}) on ${table} to ${quote(name)}; grant insert on ${table} to ${quote(name)}`)
      const all = await companions(name, name)
      const target: Copied = { from: { schema: name, name }, to: { schema: name, name: 'c' }, columns: new Map([[name, 'c']]), sequences: new Map() }
      for (const policy of all.policies) await database.run(copyPolicy(policy, target).sql)
      for (const trigger of all.triggers) await database.run(copyTrigger(trigger, target).sql)
      await database.run(copyGrants(all, target)!.sql)
      const copies = await companions('c', name)
      expect([copies.policies[0]?.definition, copies.triggers[0]?.condition, copies.grants.length], name).toEqual([
        expect.stringContaining('(c.c > 0)') as string,
        '(new.c > old.c)',
        2,
      ])
      await database.run(`drop schema ${quote(name)} cascade; drop role ${quote(name)}`)
    }
  })
})
