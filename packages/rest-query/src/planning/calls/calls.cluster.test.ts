import { openRawRows, type RawRows } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Asked, Asking } from '../../example/asking.ts'
import { exampleCatalog } from '../../example/catalog.ts'
import { exampleSchema } from '../../example/schema.ts'

describe.each(await testVersions())('calls on Postgres $major', (version) => {
  const database = useDatabase(version, exampleSchema)
  let rows: RawRows
  let example: Asking
  beforeAll(async () => {
    rows = await openRawRows(database.target)
    example = new Asking(exampleCatalog(), rows.run)
  })
  afterAll(() => rows[Symbol.asyncDispose]())

  const get = (address: string, headers: Record<string, string> = {}): Promise<Answer> => example.ask(`/rpc/${address}`, { headers })
  const post = (address: string, body: unknown, more: Omit<Asked, 'body'> = {}): Promise<Answer> =>
    example.ask(`/rpc/${address}`, { ...more, method: 'POST', body })

  test.for([
    ['add_them?a=1&b=2', 3],
    ['add_them?a=1', 2],
    ['titles?limit=2', ['Dr. Strangelove', 'The Shining']],
    [
      'films_of?director=1&select=id,directors(last_name),director_of(id)&year=gt.1970',
      [{ id: 2, directors: { last_name: 'Kubrick' }, director_of: { id: 1 } }],
    ],
    ['film?id=1&select=id,full_title', { id: 1, full_title: 'Dr. Strangelove (1964)' }],
    ['film?id=9&select=id', { id: null }],
    [
      'pairs?n=3&a=gt.1&order=a.desc',
      [
        { a: 3, b: 'b3' },
        { a: 2, b: 'b2' },
      ],
    ],
    ['pairs?n=3&select=b.count()', [{ count: 3 }]],
    ['total_of?numbers=1&numbers=2', 3],
    ['echo_list?list={1,2}&more={"a":1}', { list: [1, 2], more: { a: 1 } }],
  ] as const)('GET %s', async ([address, content]) => {
    expect(await get(address)).toMatchObject({ status: 200, content })
  })

  test.for([
    ['add_them', { a: 1, b: 2 }, 3],
    ['add_them', [{ a: 1, b: 3 }], 4],
    ['add_them?columns=a', { a: 1, b: 5 }, 2],
    ['total_of', { numbers: [1, 2, 3] }, 6],
    ['echo', { x: [1] }, { x: [1] }],
    ['echo_list', { list: [1, null], more: { a: null } }, { list: [1, null], more: { a: null } }],
    ['echo_list', { list: '{3}', more: null }, { list: [3], more: null }],
    ['films_of?select=id&order=id', { director: 1 }, [{ id: 1 }, { id: 2 }]],
  ] as const)('POST %s %j', async ([address, body, content]) => {
    expect(await post(address, body)).toMatchObject({ status: 200, content })
  })

  test('a body that is no JSON goes to the parameter without a name', async () => {
    expect(await post('echo_text', 'plain "text"', { headers: { 'content-type': 'text/plain' } })).toMatchObject({ content: 'plain "text"' })
  })

  test('a function that returns nothing still runs, and sets headers and status', async () => {
    for (const answer of [await post('touch', {}), await get('touch')]) {
      expect(answer).toMatchObject({ status: 202, headers: { 'X-Touched': 'yes' }, body: null })
    }
  })

  test('reading never writes', async () => {
    expect(await get('rename?id=4&title=x')).toMatchObject({ status: 405, content: { code: '25006' } })
    expect(await post('rename?select=title', { id: 4, title: 'Renamed' })).toMatchObject({ status: 200, content: [{ title: 'Renamed' }] })
    expect(await rows.run('select title from api.films where id = 4')).toEqual([['Renamed']])
  })

  test('a function is called once, however its rows are counted', async () => {
    const prefer = 'count=exact'
    const cut = await post('rename?select=id,directors(id),director_of(id)&limit=0', { id: 3, title: 'Once' }, { headers: { prefer } })
    expect(cut).toMatchObject({ status: 206, content: [], headers: { 'Content-Range': '*/1' } })
    expect(await get('titles?limit=1&offset=1', { prefer })).toMatchObject({ status: 206, headers: { 'Content-Range': '1-1/4' } })
    expect(await get('titles', { prefer })).toMatchObject({ status: 200, headers: { 'Content-Range': '0-3/4' } })
  })

  test('media types', async () => {
    expect(await get('page', { accept: 'text/html' })).toMatchObject({ content: '<h1>Films</h1>', headers: { 'Content-Type': 'text/html' } })
    expect(await get('pairs?n=2', { accept: 'text/csv' })).toMatchObject({ content: 'a,b\n1,b1\n2,b2' })
    expect(await get('add_them?a=1', { accept: 'text/csv' })).toMatchObject({ content: 'pgrst_scalar\n2' })
    expect(await get('films_of?director=2&select=id', { accept: 'application/vnd.pgrst.object+json' })).toMatchObject({ content: { id: 3 } })
    expect(await get('films_of?director=1', { accept: 'application/vnd.pgrst.object+json' })).toMatchObject({
      status: 406,
      content: { code: 'PGRST116' },
    })
    expect(await get('add_them?a=1', { accept: 'application/vnd.pgrst.object+json' })).toMatchObject({ status: 200, content: 2 })
    expect((await get('films_of?director=2', { accept: 'application/x-titles' })).status).toBe(200)
  })

  test('rows that may be changed at most', async () => {
    const headers = { prefer: 'handling=strict, max-affected=0' }
    expect(await post('rename', { id: 1, title: 'No' }, { headers })).toMatchObject({ status: 400, content: { code: 'PGRST124' } })
    expect(await post('add_them', { a: 1 }, { headers })).toMatchObject({ status: 400, content: { code: 'PGRST128' } })
    expect(await rows.run('select title from api.films where id = 1')).toEqual([['Dr. Strangelove']])
  })

  test.for([
    ['GET', 'add_them?c=1', 404, { code: 'PGRST202', message: 'Could not find the function api.add_them(c) in the schema cache' }],
    ['GET', 'add_thm?a=1', 404, { code: 'PGRST202', hint: 'Perhaps you meant to call the function api.add_them' }],
    [
      'GET',
      'nothing_like_it',
      404,
      { message: 'Could not find the function api.nothing_like_it without parameters in the schema cache', hint: null },
    ],
    ['GET', 'same?a=1', 300, { code: 'PGRST203' }],
    ['PATCH', 'add_them', 405, { code: 'PGRST101' }],
    ['POST', 'refuse', 402, { code: '123', message: 'Payment required', details: 'Quota', hint: 'Pay' }],
    ['GET', 'add_them?a=x', 400, { code: '22P02' }],
  ] as const)('refused: %s %s', async ([method, address, status, content]) => {
    expect(await example.ask(`/rpc/${address}`, method === 'POST' ? { method, body: {} } : { method })).toMatchObject({ status, content })
  })

  test('what can be done to a target', async () => {
    const allowed = async (address: string) => (await example.ask(address, { method: 'OPTIONS' })).headers['Allow']
    expect(await allowed('/films')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    expect(await allowed('/notes')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    expect(await allowed('/rpc/touch')).toBe('OPTIONS,POST')
    expect(await allowed('/rpc/titles')).toBe('OPTIONS,GET,HEAD,POST')
    expect((await example.ask('/nope', { method: 'OPTIONS' })).status).toBe(404)
  })
})
