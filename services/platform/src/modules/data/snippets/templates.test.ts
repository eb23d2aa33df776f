import { sqlTemplates } from '@colonnade/pg-meta/sql-templates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = ((await platform.ask('owner', 'POST', '/platform/projects', { organization_slug: 'acme', name: 'Templates' })).json as { ref: string }).ref
  await platform.ctx.parts.reconciler.idle(ref)
})
afterAll(() => platform[Symbol.asyncDispose]())

const run = (query: string) => platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query })
const rows = async (query: string) => ((await run(query)).json as { results: { rows: (string | null)[][] }[] }).results.at(-1)!.rows

const extensions = [...new Set(sqlTemplates.flatMap(({ extension }) => extension ?? []))]
const bare = sqlTemplates.filter(({ extension }) => extension === undefined)

test.for(bare.map(({ id, sql }) => [id, sql] as const))('%s runs on a project that is new', async ([, sql]) => {
  const { status, json } = await run(`begin;\n${sql}\nrollback;`)
  expect(json).not.toHaveProperty('code')
  expect(status).toBe(200)
})

test.for(bare.map(({ id, sql }) => [id, sql] as const))('%s makes no table without row-level security', async ([, sql]) => {
  const open = "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity"
  const { results } = (await run(`begin;\n${sql}\n${open};\nrollback;`)).json as { results: { rows: unknown[][] }[] }
  expect(results.at(-2)!.rows).toEqual([])
})

test('none of them leaves anything behind', async () => {
  expect(await rows("select count(*) from pg_class where relnamespace = 'public'::regnamespace")).toEqual([['0']])
  expect(await rows("select count(*) from pg_namespace where nspname = 'audit'")).toEqual([['0']])
  expect(await rows("select count(*) from pg_roles where rolname = 'reporting'")).toEqual([['0']])
})

test.for(extensions)('what needs %s runs where it can be had, and says what is missing where it can not', async (extension) => {
  const [[available]] = (await rows(`select count(*) from pg_available_extensions where name = '${extension}'`)) as [[string]]
  for (const template of sqlTemplates.filter((each) => each.extension === extension)) {
    const { status, json } = await run(`begin;\n${template.sql}\nrollback;`)
    if (available === '1') expect([status, json]).toEqual([200, expect.not.objectContaining({ code: expect.anything() as unknown })])
    else expect(JSON.stringify(json)).toContain(extension)
  }
})
