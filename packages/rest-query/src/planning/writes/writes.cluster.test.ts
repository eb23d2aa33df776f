import { openRawRows, type RawRows } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Asking } from '../../example/asking.ts'
import { exampleCatalog } from '../../example/catalog.ts'
import { exampleSchema } from '../../example/schema.ts'

const roles = `create role writer; grant usage on schema api to writer; grant insert, update, delete on api.directors to writer;
  grant select (id) on api.directors to writer;`

describe.each(await testVersions())('writes on Postgres $major', (version) => {
  const database = useDatabase(version, exampleSchema + roles)
  let rows: RawRows
  let example: Asking
  beforeAll(async () => {
    rows = await openRawRows(database.target)
    example = new Asking(exampleCatalog(), rows.run)
  })
  afterAll(async () => {
    await rows.run('drop owned by writer')
    await rows.run('drop role writer')
    await rows[Symbol.asyncDispose]()
  })

  const write = (method: string, address: string, body?: unknown, prefer = 'return=representation', headers: Record<string, string> = {}) =>
    example.ask(address, { method, headers: { prefer, ...headers }, ...(body === undefined ? {} : { body }) })
  const directors = async () => (await rows.run('select id, last_name from api.directors order by id')).map(([id, name]) => `${id} ${name}`)
  const object = { accept: 'application/vnd.pgrst.object+json' }

  test('inserts say what was written, or where it is, or nothing', async () => {
    const row = { id: 10, first_name: 'A', last_name: 'B' }
    expect(await write('POST', '/directors', row)).toMatchObject({
      status: 201,
      content: [row],
      headers: { 'Preference-Applied': 'return=representation' },
    })
    expect(await write('POST', '/directors', { ...row, id: 11 }, 'return=headers-only')).toMatchObject({
      status: 201,
      headers: { Location: '/directors?id=eq.11', 'Content-Range': '*/*' },
      content: null,
    })
    expect(await write('POST', '/roles', { film_id: 1, actor_id: 2, character: 'x' }, 'return=headers-only')).toMatchObject({
      headers: { Location: '/roles?film_id=eq.1&actor_id=eq.2' },
    })
    const silent = await write('POST', '/directors', [{ id: 12 }, { id: 13 }], 'count=exact')
    expect(silent).toMatchObject({ status: 201, content: null, headers: { 'Content-Range': '*/2' } })
    expect(silent.headers).not.toHaveProperty('Content-Type')
    expect(await write('DELETE', '/roles?actor_id=eq.2&film_id=eq.1', undefined, '')).toMatchObject({ status: 204 })
    expect(await write('DELETE', '/directors?id=gte.10&select=id&order=id')).toMatchObject({
      status: 200,
      content: [{ id: 10 }, { id: 11 }, { id: 12 }, { id: 13 }],
    })
  })

  test('a representation has embedded rows, computed columns and what defaults and triggers made', async () => {
    const sent = { title: 'New', director_id: 1, tint: '#ff0000', metadata: { a: [1] }, tags: ['a'], words: null }
    const { content } = await write('POST', '/films?select=title,year,tint,tags,metadata,directors(last_name),director_of(id),full_title', sent)
    expect(content).toEqual([
      {
        title: 'New',
        year: 2000,
        tint: '#ff0000',
        tags: ['a'],
        metadata: { a: [1] },
        directors: { last_name: 'Kubrick' },
        director_of: { id: 1 },
        full_title: 'New (2000)',
      },
    ])
    expect(await write('PATCH', '/films?title=eq.New&select=*,directors(id)', { year: 2001 })).toMatchObject({
      content: [{ year: 2001, directors: { id: 1 } }],
    })
    expect(Object.keys(((await write('DELETE', '/films?title=eq.New')).content as object[])[0]!)).toEqual([
      ...exampleCatalog().relations.get('api\0films')!.columns.keys(),
    ])
  })

  test('absent keys have their defaults when that is preferred', async () => {
    const sent = [{ title: 'One' }, { title: 'Two', year: null }]
    const defaults = await write(
      'POST',
      '/films?columns=id,title,year,language&select=title,year,language',
      sent,
      'return=representation, missing=default',
    )
    expect(defaults.content).toEqual([
      { title: 'One', year: 2000, language: 'english' },
      { title: 'Two', year: null, language: 'english' },
    ])
    const nulls = await write('POST', '/films?columns=title,year&select=year', { title: 'Three' })
    expect(nulls.content).toEqual([{ year: null }])
    const updated = await write('PATCH', '/films?title=eq.Three&columns=year&select=year', {}, 'return=representation, missing=default')
    expect(updated.content).toEqual([{ year: 2000 }])
    await rows.run(`delete from api.films where title in ('One', 'Two', 'Three')`)
  })

  test('objects without keys are rows of defaults; no objects are no rows', async () => {
    expect(await write('POST', '/notes', {})).toMatchObject({ status: 201, content: [{ body: null }] })
    expect(await write('POST', '/notes', [{}, {}])).toMatchObject({ content: [{ body: null }, { body: null }] })
    expect(await write('POST', '/notes', [])).toMatchObject({ status: 201, content: [] })
    expect(await write('PATCH', '/notes', {}, 'return=representation, count=exact')).toMatchObject({
      status: 200,
      content: [],
      headers: { 'Content-Range': '*/0' },
    })
    expect(await write('DELETE', '/notes', undefined, 'count=exact')).toMatchObject({ status: 204, headers: { 'Content-Range': '*/3' } })
  })

  test('upserts merge or ignore, on the primary key or what is named', async () => {
    const merge = 'resolution=merge-duplicates, return=representation'
    const both = [
      { id: 1, last_name: 'K.' },
      { id: 14, last_name: 'N.' },
    ]
    expect(await write('POST', '/directors?select=id', both, merge)).toMatchObject({ status: 201, content: [{ id: 1 }, { id: 14 }] })
    expect(await write('POST', '/directors?on_conflict=id', { id: 1, last_name: 'Kubrick' }, merge)).toMatchObject({
      status: 200,
      content: [{ first_name: 'Stanley' }],
    })
    const ignored = await write('POST', '/directors', { id: 1, last_name: 'Nobody' }, 'resolution=ignore-duplicates, return=representation')
    expect(ignored).toMatchObject({
      status: 201,
      content: [],
      headers: { 'Preference-Applied': 'resolution=ignore-duplicates, return=representation' },
    })
    expect((await write('POST', '/notes', { body: 'a' }, merge)).headers['Preference-Applied']).toBe('return=representation')
    expect(await write('POST', '/directors?on_conflict=last_name', { id: 1 }, merge)).toMatchObject({ status: 400, content: { code: '42P10' } })
    await rows.run('delete from api.directors where id = 14')
    expect(await directors()).toEqual(['1 Kubrick', '2 Varda', '3 Nowhere'])
  })

  test('PUT writes the row of the address, new or not', async () => {
    const row = { id: 20, first_name: 'P', last_name: 'U' }
    expect(await write('PUT', '/directors?id=eq.20', row)).toMatchObject({ status: 201, content: [row] })
    expect(await write('PUT', '/directors?id=eq.20', { ...row, last_name: 'V' })).toMatchObject({ status: 200, content: [{ last_name: 'V' }] })
    expect(await write('PUT', '/directors?id=eq.20', row, '')).toMatchObject({ status: 204, content: null })
    expect(await write('PUT', '/directors?id=eq.20', { ...row, id: 21 })).toMatchObject({ status: 400, content: { code: 'PGRST115' } })
    expect(await write('PUT', '/directors?id=eq.21', { last_name: 'X' })).toMatchObject({ status: 400, content: { code: 'PGRST115' } })
    expect(await write('PUT', '/directors?id=gt.20', row)).toMatchObject({ status: 405, content: { code: 'PGRST105' } })
    expect(await write('PUT', '/roles?film_id=eq.1', { film_id: 1, actor_id: 1 })).toMatchObject({ status: 405, content: { code: 'PGRST105' } })
    expect(await write('PUT', '/directors?id=eq.20&limit=1', row)).toMatchObject({ status: 400, content: { code: 'PGRST114' } })
    expect(await write('DELETE', '/directors?id=eq.20', undefined, '')).toMatchObject({ status: 204 })
    expect(await directors()).toEqual(['1 Kubrick', '2 Varda', '3 Nowhere'])
  })

  test('what is refused after all is undone', async () => {
    const before = await directors()
    expect(await write('PATCH', '/directors?id=gt.1', { last_name: 'X' }, 'return=representation', object)).toMatchObject({
      status: 406,
      content: { code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object', details: 'The result contains 2 rows' },
    })
    expect(await write('DELETE', '/directors?id=gt.9', undefined, '', object)).toMatchObject({
      status: 406,
      content: { details: 'The result contains 0 rows' },
    })
    expect(await write('PATCH', '/directors', { last_name: 'X' }, 'handling=strict, max-affected=2')).toMatchObject({
      status: 400,
      content: { code: 'PGRST124', message: 'Query result exceeds max-affected preference constraint', details: 'The query affects 3 rows' },
    })
    expect(await write('PATCH', '/directors?id=eq.1', { last_name: 'X' }, 'tx=rollback, return=representation')).toMatchObject({
      content: [{ last_name: 'X' }],
      headers: { 'Preference-Applied': 'return=representation, tx=rollback' },
    })
    expect(await directors()).toEqual(before)
    expect(
      await write('PATCH', '/directors?id=eq.3', { first_name: 'Nobody' }, 'handling=strict, max-affected=1, return=representation', object),
    ).toMatchObject({
      status: 200,
      content: { id: 3 },
    })
  })

  test('filters on embedded rows choose what is written', async () => {
    expect(await write('PATCH', '/directors?select=id,films()&films=is.null', { first_name: 'Nobody' })).toMatchObject({ content: [{ id: 3 }] })
  })

  test('no more is read than the reply needs', async () => {
    const as = (method: string, address: string, body: unknown, prefer: string) =>
      example.ask(address, { method, body, role: 'writer', headers: { prefer } })
    expect(await as('POST', '/directors', { id: 30, last_name: 'W' }, '')).toMatchObject({ status: 201 })
    expect(await as('POST', '/directors', { id: 31 }, 'return=headers-only')).toMatchObject({
      status: 201,
      headers: { Location: '/directors?id=eq.31' },
    })
    expect(await as('PATCH', '/directors?id=eq.30&select=id', { last_name: 'Z' }, 'return=representation')).toMatchObject({
      status: 200,
      content: [{ id: 30 }],
    })
    expect(await as('PATCH', '/directors?id=eq.30', { last_name: 'Z' }, 'return=representation')).toMatchObject({
      status: 403,
      content: { code: '42501' },
    })
    expect(await as('DELETE', '/directors?id=gte.30', undefined, '')).toMatchObject({ status: 204 })
  })

  test.for([
    [
      'POST',
      '/directors',
      { nope: 1 },
      { status: 400, code: 'PGRST204', message: "Could not find the 'nope' column of 'directors' in the schema cache" },
    ],
    ['POST', '/directors?columns=id,nope', { id: 1 }, { status: 400, code: 'PGRST204' }],
    ['POST', '/directors', { id: 1 }, { status: 409, code: '23505' }],
    ['POST', '/films', { title: 'x', director_id: 99 }, { status: 409, code: '23503' }],
    ['POST', '/films', { title: null }, { status: 400, code: '23502' }],
    ['POST', '/directors', { id: 'x' }, { status: 400, code: '22P02' }],
    ['PATCH', '/directors?nope=eq.1', { id: 1 }, { status: 400, code: '42703', message: 'column directors.nope does not exist' }],
  ] as const)('refused: %s %s %j', async ([method, address, body, { status, ...refusal }]) => {
    expect(await write(method, address, body)).toMatchObject({ status, content: refusal })
  })
})
