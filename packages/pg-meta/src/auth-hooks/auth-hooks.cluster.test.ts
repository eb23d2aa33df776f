import { readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { describe, expect, test } from 'vitest'
import { grantHook, listHookFunctions } from './auth-hooks.ts'

describe.each(await testVersions())('hooks of the auth service on Postgres $major', (version) => {
  const database = useDatabase(version)

  test('are the functions from jsonb to jsonb, and one statement makes one callable by the service alone', async () => {
    await database.run(`do $$ declare name text; begin
        foreach name in array array['supabase_auth_admin', 'anon', 'authenticated'] loop
          if not exists (select from pg_roles where rolname = name) then execute format('create role %I', name); end if;
        end loop; end $$;
      create schema hooks; grant usage on schema hooks to anon;
      create function hooks."Add claims"(jsonb) returns jsonb language sql as 'select $1';
      create function hooks.add_claims(event jsonb) returns jsonb language sql as 'select event';
      create function hooks.of_two(jsonb, jsonb) returns jsonb language sql as 'select $1';
      create function hooks.of_text(jsonb) returns text language sql as 'select $1::text';
      create function hooks.of_rows(jsonb) returns setof jsonb language sql as 'select $1';
      comment on function hooks.add_claims(jsonb) is 'Adds the plan'`)
    const list = async () => (await readList(database, listHookFunctions())).filter(({ schema }) => schema === 'hooks')
    const found = { schema: 'hooks', name: 'add_claims', comment: 'Adds the plan' }
    expect(await list()).toEqual([{ ...found, is_callable: false, is_exposed: true }])
    await database.run(grantHook(found).sql)
    expect(await list()).toEqual([{ ...found, is_callable: true, is_exposed: false }])
  })
})
