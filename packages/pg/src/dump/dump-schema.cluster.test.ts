import { openTestGround, type TestGround } from '@colonnade/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpSchema } from '../index.ts'

// ports from 59_200
let ground: TestGround

beforeAll(async () => {
  ground = await openTestGround()
  await ground.database.pool.query(`
    create table "Größe ""x""" (id int generated always as identity primary key, t text check (t <> 'ü'));
    create function body() returns text language sql as $$ select e'-- Name: x; Type: ACL\\n\\\\unlike'::text $$;
    create view long as select ${Array.from({ length: 1_500 }, (_, place) => `${place} as a_column_of_many_${place}`).join(', ')}`)
})
afterAll(() => ground[Symbol.asyncDispose]())

test('what tables need to be there, and what they can have with their rows in them, are dumped apart', async () => {
  const before = await dumpSchema(ground.database.target, 'pre-data')
  expect(before).toContain('CREATE TABLE "public"."Größe ""x""" (')
  expect(before).toContain(`CONSTRAINT "Größe ""x""_t_check" CHECK`)
  // longer than what the server sends at once
  expect(before).toContain('"a_column_of_many_1499"')
  expect(before).not.toContain('PRIMARY KEY')
  expect(await dumpSchema(ground.database.target, 'post-data')).toContain('ADD CONSTRAINT "Größe ""x""_pkey" PRIMARY KEY ("id")')
})

test('several at once do not get into each other’s way', async () => {
  const [one, two] = await Promise.all([dumpSchema(ground.database.target, 'pre-data'), dumpSchema(ground.database.target, 'pre-data')])
  expect(two.replaceAll(/^-- .*$/gm, '')).toBe(one.replaceAll(/^-- .*$/gm, ''))
})

test('what can not be dumped is told in the words of the server', async () => {
  const target = { ...ground.database.target, database: 'no_such' }
  await expect(dumpSchema(target, 'pre-data')).rejects.toMatchObject({ code: 'database_error', message: 'database "no_such" does not exist' })
  await ground.database.pool.query('create role nobody_here login')
  await expect(dumpSchema({ ...ground.database.target, user: 'nobody_here' }, 'pre-data')).rejects.toMatchObject({
    code: 'database_error',
    message: expect.stringContaining('permission denied') as string,
  })
})

test('one that nobody waits for is given up', async () => {
  const giving = new AbortController()
  const dumping = dumpSchema(ground.database.target, 'pre-data', giving.signal)
  giving.abort()
  await expect(dumping).rejects.toMatchObject({ name: 'AbortError' })
})
