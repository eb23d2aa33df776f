import { type FoundSnippet, maxSnippetBytes, type SnippetDetails, type SnippetVersion } from '@colonnade/contracts/data/snippets'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string
let other: string

beforeAll(async () => {
  platform = await openTestPlatform()
  const make = async (name: string): Promise<string> => {
    const reply = await platform.ask('owner', 'POST', '/platform/projects', { organization_slug: 'acme', name })
    return (reply.json as { ref: string }).ref
  }
  ref = await make('Snippets')
  other = await make('Other')
  await platform.ctx.parts.reconciler.idle(ref)
  await platform.ctx.parts.reconciler.idle(other)
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(() => platform.ctx.database.run(sql`delete from snippets`))

const path = (rest = '', project = ref) => `/platform/projects/${project}/snippets${rest}`
const ask = (as: Person, method: string, rest = '', body?: unknown): Promise<Reply> => platform.ask(as, method, path(rest), body)
const create = async (as: Person, more: object = {}): Promise<SnippetDetails> => {
  const reply = await ask(as, 'POST', '', { id: randomUUID(), name: 'Orders', content: 'select 1', ...more })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return reply.json as SnippetDetails
}
const change = (as: Person, { id, version }: Pick<SnippetDetails, 'id' | 'version'>, what: object) => ask(as, 'PATCH', `/${id}`, { version, ...what })
const list = async (as: Person, query = ''): Promise<FoundSnippet[]> => ((await ask(as, 'GET', query)).json as { items: FoundSnippet[] }).items
const names = async (as: Person, query = '') => (await list(as, query)).map(({ name }) => name)
const versions = async ({ id }: SnippetDetails) => ((await ask('owner', 'GET', `/${id}/versions`)).json as { items: SnippetVersion[] }).items
/** As if the last saving were long ago. */
const later = () => platform.ctx.database.run(sql`update snippet_versions set inserted_at = inserted_at - interval '1 hour'`)

describe('who sees what', () => {
  test('a private snippet is its owner’s alone; a shared one everybody’s of the project', async () => {
    const mine = await create('developer', { name: 'Mine' })
    const shared = await create('developer', { name: 'Ours', visibility: 'project' })
    expect(mine).toMatchObject({
      is_mine: true,
      is_writable: true,
      visibility: 'private',
      version: 1,
      owner: { username: expect.any(String) as string },
    })
    expect(await names('developer')).toEqual(['Mine', 'Ours'])
    expect(await names('owner')).toEqual(['Ours'])
    expect(await ask('owner', 'GET', `/${mine.id}`)).toMatchObject({ status: 404, json: { code: 'snippet_not_found' } })
    expect((await ask('read-only', 'GET', `/${shared.id}`)).json).toMatchObject({ is_writable: false, is_mine: false, content: 'select 1' })
    const elsewhere = await platform.ask('owner', 'GET', path(`/${shared.id}`, other))
    expect(elsewhere).toMatchObject({ status: 404, json: { code: 'snippet_not_found' } })
  })

  test('a reader keeps private ones and shares none', async () => {
    const own = await create('read-only')
    expect((await change('read-only', own, { content: 'select 2' })).status).toBe(200)
    expect(await change('read-only', own, { visibility: 'project' })).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    const input = { id: randomUUID(), name: 'x', visibility: 'project' }
    expect(await ask('read-only', 'POST', '', input)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    const shared = await create('owner', { visibility: 'project' })
    expect(await change('read-only', shared, { content: '' })).toMatchObject({ status: 403 })
    expect(await ask('read-only', 'DELETE', `/${shared.id}`)).toMatchObject({ status: 403 })
  })

  test('only its owner decides who sees it; its owner and administrators delete it', async () => {
    const shared = await create('owner', { visibility: 'project' })
    expect(await change('administrator', shared, { visibility: 'private' })).toMatchObject({ status: 403 })
    expect(await ask('developer', 'DELETE', `/${shared.id}`)).toMatchObject({ status: 403 })
    expect((await ask('administrator', 'DELETE', `/${shared.id}`)).status).toBe(204)
    expect((await ask('administrator', 'DELETE', `/${shared.id}`)).status).toBe(404)
  })

  test('favorites are a person’s own', async () => {
    const shared = await create('owner', { visibility: 'project' })
    expect((await ask('developer', 'PUT', `/${shared.id}/favorite`, { is_favorite: true })).json).toMatchObject({ is_favorite: true })
    expect((await list('developer'))[0]).toMatchObject({ is_favorite: true })
    expect((await list('owner'))[0]).toMatchObject({ is_favorite: false })
    expect(await names('developer', '?favorite=true')).toEqual(['Orders'])
    expect(await names('owner', '?favorite=true')).toEqual([])
  })
})

describe('keeping a text', () => {
  test('the same call twice makes one snippet, another one with its id is refused', async () => {
    const input = { id: randomUUID(), name: 'Twice', content: 'select 1' }
    expect((await ask('owner', 'POST', '', input)).status).toBe(201)
    expect((await ask('owner', 'POST', '', input)).json).toMatchObject({ id: input.id, version: 1 })
    expect(await names('owner')).toEqual(['Twice'])
    expect(await ask('owner', 'POST', '', { ...input, content: 'other' })).toMatchObject({ status: 409, json: { code: 'snippet_exists' } })
    expect(await ask('developer', 'POST', '', input)).toMatchObject({ status: 409, json: { code: 'snippet_exists' } })
  })

  test('what somebody else has changed is not overwritten, and comes back', async () => {
    const shared = await create('owner', { visibility: 'project' })
    expect((await change('developer', shared, { content: 'select 2' })).json).toMatchObject({
      version: 2,
      updated_by: { username: expect.any(String) as string },
    })
    expect(await change('owner', shared, { content: 'select 3' })).toMatchObject({
      status: 409,
      json: { code: 'snippet_changed', details: { current: { content: 'select 2', version: 2 } } },
    })
    expect((await change('owner', shared, { tags: ['a', 'b', 'a'], folder: 'x/y' })).json).toMatchObject({
      tags: ['a', 'b'],
      folder: 'x/y',
      version: 2,
    })
  })

  test('of two who save at once one is told', async () => {
    const shared = await create('owner', { visibility: 'project' })
    const both = await Promise.all([change('owner', shared, { content: 'a' }), change('developer', shared, { content: 'b' })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('saves shortly after one another are one version; what is lost by mistake is found again', async () => {
    let snippet = await create('owner', { content: 'select 1' })
    const save = async (content: string) => (snippet = (await change('owner', snippet, { content })).json as SnippetDetails)
    await save('select 12')
    await save('select 123')
    expect((await versions(snippet)).map(({ version }) => version)).toEqual([3])
    await save('')
    expect((await versions(snippet)).map(({ version, bytes }) => [version, bytes])).toEqual([
      [4, 0],
      [3, 10],
    ])
    expect((await ask('owner', 'GET', `/${snippet.id}/versions/3`)).json).toMatchObject({ content: 'select 123' })
    await later()
    await save('select 5')
    expect((await versions(snippet)).map(({ version }) => version)).toEqual([5, 4, 3])
    expect(await ask('owner', 'GET', `/${snippet.id}/versions/1`)).toMatchObject({ status: 404, json: { code: 'snippet_not_found' } })
    expect(await ask('owner', 'GET', `/${snippet.id}/versions/x`)).toMatchObject({ status: 404 })
  })

  test('a text that another one is pasted over is found again, though that is longer', async () => {
    const snippet = await create('owner', { content: 'update t set a = 1' })
    await change('owner', snippet, { content: 'select count(*) from the_other_one' })
    expect((await versions(snippet)).map(({ version }) => version)).toEqual([2, 1])
    expect((await ask('owner', 'GET', `/${snippet.id}/versions/1`)).json).toMatchObject({ content: 'update t set a = 1' })
  })

  test('what is to be a version of its own is one, however lately the text was saved', async () => {
    const snippet = await create('owner')
    expect((await change('owner', snippet, { content: 'select 2', is_new_version: true })).status).toBe(200)
    expect((await versions(snippet)).map(({ version }) => version)).toEqual([2, 1])
  })

  test('the versions of several people are told apart', async () => {
    const shared = await create('owner', { visibility: 'project' })
    await change('developer', shared, { content: 'select 22' })
    expect(new Set((await versions(shared)).map(({ author }) => author.username)).size).toBe(2)
  })

  test('a text of five million characters is kept, a longer one refused', async () => {
    const large = await create('owner', { content: 'x'.repeat(maxSnippetBytes) })
    expect(large.content.length).toBe(maxSnippetBytes)
    expect(await ask('owner', 'POST', '', { id: randomUUID(), name: 'x', content: 'x'.repeat(maxSnippetBytes + 1) })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input' },
    })
  })
})

describe('finding', () => {
  test('in names, folders, tags and texts, with the line', async () => {
    await create('owner', { name: 'By name ÄPFEL' })
    await create('owner', { name: 'B', content: 'select 1;\n  select * from Äpfel;\n' })
    await create('owner', { name: 'C', tags: ['äpfel'] })
    await create('owner', { name: 'D', folder: 'obst/Äpfel' })
    await create('owner', { name: 'E', content: '100%' })
    const found = await list('owner', `?search=${encodeURIComponent('äpfel')}`)
    expect(found.map(({ name, line }) => [name, line])).toEqual([
      ['B', 'select * from Äpfel;'],
      ['By name ÄPFEL', null],
      ['C', null],
      ['D', null],
    ])
    expect(await names('owner', `?search=${encodeURIComponent('0%')}`)).toEqual(['E'])
    expect(await names('owner', '?tag=äpfel')).toEqual(['C'])
    expect(await names('owner', '?folder=obst')).toEqual(['D'])
    expect(await names('owner', '?folder=obs')).toEqual([])
    expect(await names('owner', '?sort=updated_at&limit=1')).toEqual(['E'])
  })

  test('folders are counted with what is in them, and move whole', async () => {
    await create('owner', { name: 'a', folder: 'reports/monthly' })
    await create('owner', { name: 'b', folder: 'reports' })
    await create('owner', { name: 'c', folder: 'reportsx', visibility: 'project' })
    const folders = async () => (await ask('owner', 'GET', '/folders')).json
    expect(await folders()).toEqual([
      { folder: 'reports', visibility: 'private', snippets: 2 },
      { folder: 'reports/monthly', visibility: 'private', snippets: 1 },
      { folder: 'reportsx', visibility: 'project', snippets: 1 },
    ])
    const move = (from: string, to: string, visibility = 'private', as: Person = 'owner') =>
      ask(as, 'POST', '/folders/move', { visibility, from, to })
    expect((await move('reports', 'old/reports')).json).toEqual({ moved: 2 })
    expect((await list('owner')).map(({ folder }) => folder)).toEqual(['old/reports/monthly', 'old/reports', 'reportsx'])
    expect((await move('old/reports', '')).json).toEqual({ moved: 2 })
    expect((await list('owner')).map(({ folder }) => folder)).toEqual(['monthly', '', 'reportsx'])
    expect(await move('monthly', 'monthly/deeper')).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(await move('reportsx', 'x', 'project', 'read-only')).toMatchObject({ status: 403 })
  })
})

test.for([
  ['no name', { name: ' ' }],
  ['an id that is none', { id: 'new' }],
  ['a folder without a name', { folder: 'a//b' }],
  ['a tag with a comma', { tags: ['a,b'] }],
  ['a NUL in the text', { content: 'a\0' }],
  ['half a character', { name: 'x', content: '\ud800' }],
  ['a chart without columns', { chart: { kind: 'bar', x: 'a', y: [] } }],
] as const)('%s is refused', async ([, wrong]) => {
  const reply = await ask('owner', 'POST', '', { id: randomUUID(), name: 'x', ...wrong })
  expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  expect(await names('owner')).toEqual([])
})
