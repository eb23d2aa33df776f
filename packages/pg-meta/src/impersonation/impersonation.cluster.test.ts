import { hostileNames, impossibleNames } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { ident, toText } from '@colonnade/sql'
import { beforeAll, describe, expect, test } from 'vitest'
import { getImpersonationSQL } from './impersonation.ts'

const whoami = `select current_user::text as role, current_setting('request.jwt.claims', true) as claims, current_setting('request.method', true) as method,
  nullif(current_setting('request.headers', true), '')::json ->> 'accept' as accept, current_setting('request.path', true) <> '' as has_path`

describe.each(await testVersions())('running as somebody else on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    for (const name of hostileNames) await database.run(`create role ${toText(ident(name))}`)
  })

  test.each(hostileNames)('the role %j is taken with its claims, and given back', async (name) => {
    const before = await database.run(whoami)
    const claims = { role: name, sub: `it's ${name}`, aud: ['a'] }
    const { sql } = getImpersonationSQL({ role: { type: 'postgrest', role: name }, unexpiredClaims: claims, sql: whoami })
    const [row] = await database.run(sql)
    expect({ ...row, claims: JSON.parse(String(row!.claims)) as unknown }).toEqual({
      role: name,
      claims,
      method: 'POST',
      accept: '*/*',
      has_path: true,
    })
    expect((await database.run(whoami))[0]).toMatchObject({ role: before[0]!.role })
  })

  test('claims are the role alone unless more is known', async () => {
    const { sql } = getImpersonationSQL({ role: { type: 'postgrest', role: 'select' }, sql: whoami })
    expect((await database.run(sql))[0]).toMatchObject({ claims: '{"role":"select"}' })
  })

  test('a database role brings no request', async () => {
    const fresh = await database.server.createDatabase()
    const { sql } = getImpersonationSQL({
      role: { type: 'postgres', role: 'select' },
      unexpiredClaims: { a: 1 },
      sql: whoami,
    })
    expect((await fresh.run(sql))[0]).toMatchObject({ role: 'select', claims: null })
    await fresh[Symbol.asyncDispose]()
  })

  test('nobody in particular is the connection itself', () => {
    expect(getImpersonationSQL({ sql: 'select 1' })).toEqual({ sql: 'select 1', offset: 0 })
    expect(getImpersonationSQL({ role: { type: 'postgres' }, sql: 'select 1' }).sql).toBe('select 1')
  })

  test('what is put before the text answers nothing, and is known by its length', async () => {
    const claims = { role: 'select', sub: '🏛' }
    const { sql, offset } = getImpersonationSQL({ role: { type: 'postgrest', role: 'select' }, unexpiredClaims: claims, sql: 'select nonsense' })
    expect(Array.from(sql).slice(offset).join('')).toBe('select nonsense')
    await expect(database.run(sql)).rejects.toMatchObject({ position: String(offset + 8) })
    expect(await database.run(getImpersonationSQL({ role: { type: 'postgrest', role: 'select' }, sql: 'do $$ begin end $$' }).sql)).toEqual([])
  })

  test('row-level security holds for the role', async () => {
    await database.run(`create table secrets (owner text); alter table secrets enable row level security; grant select on secrets to "user", "select";
      create policy own on secrets to "user" using (owner = current_setting('request.jwt.claims')::json ->> 'sub'); insert into secrets values ('me'), ('you')`)
    const seen = (role: string, sub: string) =>
      database.run(getImpersonationSQL({ role: { type: 'postgrest', role }, unexpiredClaims: { sub }, sql: 'select owner from secrets' }).sql)
    expect(await seen('user', 'me')).toEqual([{ owner: 'me' }])
    expect(await seen('select', 'me')).toEqual([])
  })

  test.each(impossibleNames)('no role is called %j', (name) => {
    expect(() => getImpersonationSQL({ role: { type: 'postgres', role: name }, sql: '' })).toThrow('SQL identifier')
  })
})
