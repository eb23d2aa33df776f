import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { prunePlaces } from './store.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  const reply = await platform.ask('owner', 'POST', '/platform/projects', { organization_slug: 'acme', name: 'Diagrams' })
  ref = (reply.json as { ref: string }).ref
  await platform.ctx.parts.reconciler.idle(ref)
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(() => platform.ctx.database.run(sql`delete from diagram_places`))

const path = () => `/platform/projects/${ref}/diagrams`
const hostile = `Sch"e'ma /ü%`
const place = (table: string, x: number, y = 0, table_schema = hostile) => ({ table_schema, table, x, y })
const put = (as: Person, places: unknown, schema: unknown = hostile) => platform.ask(as, 'PATCH', path(), { schema, places })
const forget = (as: Person, schema = hostile) => platform.ask(as, 'DELETE', `${path()}?schema=${encodeURIComponent(schema)}`)
const placesOf = async (as: Person, schema = hostile) => (await platform.ask(as, 'GET', `${path()}?schema=${encodeURIComponent(schema)}`)).json

test('what one who may change the database puts somewhere, all see there, and a table that is not named stays', async () => {
  expect(await placesOf('read-only')).toEqual({ places: [] })
  expect((await put('developer', [place('a', 1.5, -2), place('b', 3, 4, 'other')])).status).toBe(204)
  expect((await put('owner', [place('a', 9), place('a', 10)])).status).toBe(204)
  expect(await placesOf('read-only')).toEqual({ places: [place('a', 10), place('b', 3, 4, 'other')] })
  expect(await placesOf('owner', 'public')).toEqual({ places: [] })
})

test('a diagram goes back to its own layout, others stay', async () => {
  await put('developer', [place('a', 1)])
  await put('developer', [place('a', 1)], 'public')
  expect((await forget('developer')).status).toBe(204)
  expect(await placesOf('owner')).toEqual({ places: [] })
  expect(await placesOf('owner', 'public')).toEqual({ places: [place('a', 1)] })
})

test('a diagram in groups has places of its own', async () => {
  const grouped = `${path()}?schema=public&grouping=related`
  await put('developer', [place('a', 1)], 'public')
  const body = { schema: 'public', grouping: 'related', places: [place('a', 2)] }
  expect((await platform.ask('developer', 'PATCH', path(), body)).status).toBe(204)
  expect((await platform.ask('read-only', 'GET', grouped)).json).toEqual({ places: [place('a', 2)] })
  expect(await placesOf('owner', 'public')).toEqual({ places: [place('a', 1)] })
  expect((await platform.ask('developer', 'DELETE', grouped)).status).toBe(204)
  expect((await platform.ask('owner', 'GET', grouped)).json).toEqual({ places: [] })
  expect(await placesOf('owner', 'public')).toEqual({ places: [place('a', 1)] })
  expect(await platform.ask('owner', 'GET', `${path()}?schema=public&grouping=colour`)).toMatchObject({ status: 400 })
})

test('who may only read moves nothing; nobody elsewhere sees it', async () => {
  expect(await put('read-only', [place('a', 1)])).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  expect(await forget('read-only')).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  expect(await platform.ask('outsider', 'GET', `${path()}?schema=public`)).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
})

test.each([
  { what: 'no places', body: [] },
  { what: 'a place beyond all bounds', body: [place('a', 1e9)] },
  { what: 'no number', body: [{ ...place('a', 1), x: 'left' }] },
  { what: 'a name that no table has', body: [place('a\u0000', 1)] },
  { what: 'a name that is too long', body: [place('a'.repeat(64), 1)] },
  { what: 'too many', body: Array.from({ length: 2_001 }, (_, at) => place(`t${at}`, at)) },
])('$what is refused', async ({ body }) => {
  expect(await put('owner', body)).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
})

test('of more than are kept, the oldest make room', async () => {
  await put('owner', [place('old', 1)])
  await put('owner', [place('new', 2)])
  await prunePlaces(platform.ctx.database, ref, 1)
  expect(await placesOf('owner')).toEqual({ places: [place('new', 2)] })
})
