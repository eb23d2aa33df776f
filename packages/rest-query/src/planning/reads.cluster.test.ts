import { openRawRows, type RawRows } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Asking } from '../example/asking.ts'
import { exampleCatalog } from '../example/catalog.ts'
import { exampleSchema } from '../example/schema.ts'

describe.each(await testVersions())('reads on Postgres $major', (version) => {
  const database = useDatabase(version, exampleSchema)
  let rows: RawRows
  let example: Asking
  beforeAll(async () => {
    rows = await openRawRows(database.target)
    example = new Asking(exampleCatalog(), rows.run)
  })
  afterAll(() => rows[Symbol.asyncDispose]())

  const read = async (address: string): Promise<unknown> => {
    const { status, content } = await example.ask(address)
    return status === 200 ? content : { status, ...(content as object) }
  }

  test('a row by its primary key, with all columns as they are written', async () => {
    expect(await example.ask('/films?id=eq.1')).toMatchObject({
      status: 200,
      headers: { 'Content-Range': '0-0/*', 'Content-Location': '/films?id=eq.1', 'Content-Type': 'application/json; charset=utf-8' },
      content: [{ id: 1, title: 'Dr. Strangelove', rating: 8.4, genre: 'comedy', tags: ['war', 'satire'], period: '[1,5)', tint: '#0000ff' }],
    })
  })

  test('an exact count says how long it took', async () => {
    const { headers } = await example.ask('/films?limit=1', { headers: { prefer: 'count=exact' } })
    expect(headers['Server-Timing']).toMatch(/^count;dur=\d+(\.\d+)?/)
    expect((await example.ask('/films?limit=1', { headers: { prefer: 'count=planned' } })).headers['Server-Timing']).toBeUndefined()
  })

  test('a key that no row has is an empty list, or no object', async () => {
    expect(await example.ask('/films?id=eq.99&select=id')).toMatchObject({ status: 200, content: [], headers: { 'Content-Range': '*/*' } })
    expect(await example.ask('/films?id=eq.99&select=id', { headers: { prefer: 'count=exact' } })).toMatchObject({
      content: [],
      headers: { 'Content-Range': '*/0' },
    })
    expect(await example.ask('/films?id=eq.99', { headers: { accept: 'application/vnd.pgrst.object+json' } })).toMatchObject({ status: 406 })
    expect(await example.ask('/films?id=eq.1&select=id&limit=0')).toMatchObject({ content: [] })
  })

  test('a key of a view can be that of several rows', async () => {
    await rows.run('create or replace view api.old_films as select f.id, title, year from api.films f, generate_series(1, 2) where year < 1970')
    expect(await read('/old_films?id=eq.1&select=id')).toEqual([{ id: 1 }, { id: 1 }])
    const { status } = await example.ask('/old_films?id=eq.1', { headers: { accept: 'application/vnd.pgrst.object+json' } })
    expect(status).toBe(406)
  })

  test.for([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4]],
    ['id=not.eq.1', [2, 3, 4]],
    ['id=gt.1&id=lte.3', [2, 3]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['title=in.("Dr. Strangelove","The \\"Shining\\"")', [1]],
    ['genre=eq.drama', [2, 3]],
    ['title=like.The*', [2]],
    ['title=ilike.the*', [2]],
    ['title=like(any).{Dr*,The*}', [1, 2]],
    ['id=gt(all).{1,2}', [3, 4]],
    ['title=match.^D', [1]],
    ['title=imatch.^d', [1]],
    ['rating=is.null', [4]],
    ['rating=is.not_null', [1, 2, 3]],
    ['rating=not.is.null', [1, 2, 3]],
    ['year=isdistinct.1964', [2, 3, 4]],
    ['tags=cs.{war}', [1]],
    ['tags=in.("{war,satire}","{}")', [1, 4]],
    ['metadata->cuts->-1=eq.2', [1]],
    ['id=in.(1,2)&genre=in.(drama)', [2]],
    ['tags=cd.{horror,x}', [2, 4]],
    ['tags=ov.{war,horror}', [1, 2]],
    ['period=sl.[6,9)', [1]],
    ['period=sr.[1,3)', [2]],
    ['period=nxr.[1,5)', [1]],
    ['period=nxl.[5,6)', [2]],
    ['period=adj.[5,6)', [1]],
    ['metadata=cs.{"cuts":[1]}', [1]],
    ['metadata->studio->>name=eq.Hawk', [1]],
    ['metadata->cuts->0=eq.1', [1]],
    ['words=fts.love', [1]],
    ['title=plfts(english).strangelove', [1]],
    ['title=phfts(english).the shining', [2]],
    ['title=wfts(english).-shining', [1, 3, 4]],
    ['tint=eq.%230000ff', [1]],
    ['tint=in.(%230000ff,%23ff0000)', [1, 2]],
    ['full_title=eq.The Shining (1980)', [2]],
    ['or=(id.eq.1,and(id.gt.2,genre.eq.drama))', [1, 3]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
    ['and=(id.not.eq.1,or(year.is.null,year.gt.1970))', [2, 4]],
  ] as const)('filter %s', async ([filter, ids]) => {
    const content = await read(`/films?select=id&order=id&${filter}`)
    expect(content).toEqual(ids.map((id) => ({ id })))
  })

  test.for([
    ['select=id::text,name:title', { id: '1', name: 'Dr. Strangelove' }],
    ['select=metadata->studio->>name,cut:metadata->cuts->0,tags->0,info->a', { name: 'Hawk', cut: 1, tags: 'war', a: 1 }],
    ['select=full_title,tint', { full_title: 'Dr. Strangelove (1964)', tint: '#0000ff' }],
    ['select=directors(last_name)', { directors: { last_name: 'Kubrick' } }],
    ['select=by:director_id(last_name)', { by: { last_name: 'Kubrick' } }],
    ['select=films_director_id_fkey(id)', { films_director_id_fkey: { id: 1 } }],
    ['select=actors(last_name)', { actors: [{ last_name: 'Sellers' }] }],
    ['select=actors!roles(id)', { actors: [{ id: 1 }] }],
    ['select=technical_specs(runtime)', { technical_specs: { runtime: '94 min' } }],
    ['select=director_of(last_name)', { director_of: { last_name: 'Kubrick' } }],
    [
      'select=directors(films(id,roles(actors(last_name))))&directors.films.id=eq.2',
      { directors: { films: [{ id: 2, roles: [{ actors: { last_name: 'Nicholson' } }] }] } },
    ],
    ['select=...directors(last_name,films(id))', { last_name: 'Kubrick', films: [{ id: 1 }, { id: 2 }] }],
    ['select=...directors(by:last_name,...films(id))', { by: 'Kubrick', id: [1, 2] }],
    ['select=...roles(character,...actors(first_name))', { character: ['Dr. Strangelove'], first_name: ['Peter'] }],
    ['select=directors(count())', { directors: { count: 1 } }],
    ['select=a:actors(id),b:actors(id)&a.id=eq.9', { a: [], b: [{ id: 1 }] }],
    ['select=actors(id,count())', { actors: [{ id: 1, count: 1 }] }],
    ['select=id,x:id,x:title', { id: 1, x: 'Dr. Strangelove' }],
    ['select=id,directors()', { id: 1 }],
  ] as const)('select %s', async ([select, row]) => {
    expect(await read(`/films?id=eq.1&${select}`)).toEqual([row])
  })

  test.for([
    ['films()&films=is.null', [3]],
    ['films()&films=not.is.null', [1, 2]],
    ['films()&or=(films.is.null,last_name.eq.Varda)', [2, 3]],
    ['films()&films.year=gt.1970&films=is.null', [2, 3]],
    ['films!inner()&films.genre=eq.comedy', [1]],
    ['films!inner(technical_specs!inner())&films.technical_specs.runtime=eq.146 min', [1]],
    ['films(technical_specs!inner())', [1, 2, 3]],
    ['best_films!inner()', [1]],
    ['...films!inner()', [1, 2]],
  ] as const)('rows that embedded ones leave: %s', async ([select, ids]) => {
    const content = (await read(`/directors?order=id&select=id,${select}`)) as { id: number }[]
    expect(content.map(({ id }) => id)).toEqual(ids)
  })

  test('of a relation with itself, its name means the many and the column the one', async () => {
    expect(await read('/employees?id=eq.1&select=employees(name),boss:supervisor_id(name),staff:employees!supervisor_id(id)')).toEqual([
      { employees: [{ name: 'Worker' }, { name: 'Helper' }], boss: null, staff: [{ id: 2 }, { id: 3 }] },
    ])
  })

  test('order, limit and offset of every level', async () => {
    expect(await read('/films?select=id&order=rating.desc.nullslast,id.desc&limit=2&offset=1')).toEqual([{ id: 1 }, { id: 3 }])
    expect(await read('/directors?select=id,films(id)&order=id&films.order=id.desc&films.limit=1')).toEqual([
      { id: 1, films: [{ id: 2 }] },
      { id: 2, films: [{ id: 3 }] },
      { id: 3, films: [] },
    ])
    expect(await read('/films?select=id,directors()&order=directors(last_name).desc.nullslast,id')).toEqual([
      { id: 3 },
      { id: 1 },
      { id: 2 },
      { id: 4 },
    ])
  })

  test('no level has more rows than the settings allow', async () => {
    const few = new Asking(exampleCatalog({ maxRows: 1 }), rows.run)
    expect(await few.ask('/directors?select=id,films(id)&order=id&films.order=id')).toMatchObject({ content: [{ id: 1, films: [{ id: 1 }] }] })
    expect(await few.ask('/directors?select=id&limit=99')).toMatchObject({ content: [{ id: 1 }], headers: { 'Content-Range': '0-0/*' } })
    expect(await few.ask('/rpc/titles')).toMatchObject({ content: ['Dr. Strangelove'] })
  })

  test('aggregates group by all other columns, embedded ones too', async () => {
    expect(await read('/films?select=genre,count(),rating.avg()::int&order=genre')).toEqual([
      { genre: 'drama', count: 2, avg: 8 },
      { genre: 'comedy', count: 1, avg: 8 },
      { genre: null, count: 1, avg: null },
    ])
    expect(await read('/films?select=count()')).toEqual([{ count: 4 }])
    expect(await read('/films?select=last:year::text.max()::int,directors(last_name),actors(id),info&id=lt.3&order=directors(id)')).toMatchObject({
      status: 400,
    })
    const grouped = await read('/films?select=year.sum(),directors(last_name),info->a,actors(id)&id=eq.1')
    expect(grouped).toEqual([{ sum: 1964, directors: { last_name: 'Kubrick' }, a: 1, actors: [{ id: 1 }] }])
    const moved = (await read('/films?select=...directors(last_name,count()),rating.max()')) as { last_name: string | null }[]
    expect(moved).toHaveLength(3)
    expect(moved).toEqual(
      expect.arrayContaining([
        { last_name: 'Kubrick', count: 2, max: 8.4 },
        { last_name: null, count: 0, max: null },
      ]),
    )
    expect(await read('/directors?select=...films(count())')).toMatchObject({ status: 400, code: 'PGRST127' })
    const off = new Asking(exampleCatalog({ areAggregatesEnabled: false }), rows.run)
    expect((await off.ask('/directors?select=id,films(count())')).content).toMatchObject({ code: 'PGRST123' })
  })

  test('counts, and what is left out of them', async () => {
    const range = async (address: string, prefer: string, more: Record<string, string> = {}) => {
      const { status, headers } = await example.ask(address, { headers: { prefer, ...more } })
      return [status, headers['Content-Range']]
    }
    expect(await range('/films?select=id', 'count=exact')).toEqual([200, '0-3/4'])
    expect(await range('/films?select=id&limit=2', 'count=exact')).toEqual([206, '0-1/4'])
    expect(await range('/films?select=id', 'count=exact', { range: '1-2' })).toEqual([206, '1-2/4'])
    expect(await range('/films?select=id&id=eq.9', 'count=exact')).toEqual([200, '*/0'])
    expect(await range('/films?select=id&limit=2', '')).toEqual([200, '0-1/*'])
    expect(await range('/directors?select=id,films!inner()&limit=1', 'count=exact')).toEqual([206, '0-0/2'])
    expect(await range('/films?select=genre,count()&limit=1', 'count=exact')).toEqual([206, '0-0/3'])
    expect(await range('/films?limit=1', 'count=estimated')).toEqual([206, '0-0/4'])
    await rows.run('analyze api.films')
    expect(await range('/films?limit=1', 'count=planned')).toEqual([206, '0-0/4'])
    expect(await example.ask('/films?offset=9', { headers: { prefer: 'count=exact' } })).toMatchObject({
      status: 416,
      headers: { 'Content-Range': '*/4' },
      content: { code: 'PGRST103', details: 'An offset of 9 was requested, but there are only 4 rows.' },
    })
    const { body, headers } = await example.ask('/films?select=id', { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect([body, headers['Content-Range']]).toEqual([null, '0-3/4'])
  })

  test('media types', async () => {
    const as = async (address: string, accept: string) => {
      const { status, headers, content } = await example.ask(address, { headers: { accept } })
      return [status, headers['Content-Type'], content]
    }
    const object = 'application/vnd.pgrst.object+json'
    expect(await as('/films?select=id,seen&id=eq.2', object)).toEqual([200, `${object}; charset=utf-8`, { id: 2, seen: null }])
    expect(await as('/films?select=id,seen&id=eq.2', `${object};nulls=stripped`)).toEqual([200, `${object};nulls=stripped; charset=utf-8`, { id: 2 }])
    expect(await as('/films?select=id,seen&id=eq.2', 'application/vnd.pgrst.array+json;nulls=stripped')).toMatchObject([200, {}, [{ id: 2 }]])
    expect(await as('/films?select=id', object)).toMatchObject([406, {}, { code: 'PGRST116', details: 'The result contains 4 rows' }])
    expect(await as('/films?select=id,title&id=lt.3', 'text/csv')).toEqual([
      200,
      'text/csv; charset=utf-8',
      'id,title\n1,"Dr. Strangelove"\n2,"The Shining"',
    ])
    expect((await as('/films', 'application/x-titles'))[1]).toBe('application/x-titles')
    expect(Buffer.from((await as('/films?id=eq.1', 'application/x-titles'))[2] as Uint8Array).toString()).toBe('Dr. Strangelove;')
    expect(await as('/films?select=id', 'application/x-titles')).toMatchObject([406, {}, { code: 'PGRST107' }])
    expect(await as('/films?id=eq.1', 'application/vnd.pgrst.plan+json; options=verbose;')).toMatchObject([200, {}, [{ Plan: {} }]])
    expect((await as('/films?id=eq.1', 'application/vnd.pgrst.plan'))[2]).toContain('Scan')
  })

  test.for([
    [
      '/filmz',
      {
        status: 404,
        code: 'PGRST205',
        message: "Could not find the table 'api.filmz' in the schema cache",
        hint: "Perhaps you meant the table 'api.films'",
      },
    ],
    ['/xyz', { status: 404, code: 'PGRST205', hint: null }],
    ['/films?select=nope', { status: 400, code: '42703', message: 'column films.nope does not exist' }],
    ['/films?nope=eq.1', { status: 400, code: '42703' }],
    ['/films?select=directorz(*)', { status: 400, code: 'PGRST200', hint: "Perhaps you meant 'directors' instead of 'directorz'." }],
    ['/films?select=id&actors.id=eq.1', { status: 400, code: 'PGRST108', message: "'actors' is not an embedded resource in this request" }],
    ['/directors?select=films(*)&order=films(id)', { status: 400, code: 'PGRST118' }],
    ['/films?select=actors(*)&actors=eq.1', { status: 400, code: 'PGRST120' }],
    [
      '/orders?select=addresses(*)',
      {
        status: 300,
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'orders' and 'addresses'",
        details: [
          { cardinality: 'many-to-one', relationship: 'billing using orders(billing_id) and addresses(id)', embedding: 'orders with addresses' },
          { cardinality: 'many-to-one', relationship: 'shipping using orders(shipping_id) and addresses(id)', embedding: 'orders with addresses' },
        ],
        hint: "Try changing 'addresses' to one of the following: 'addresses!billing', 'addresses!shipping'. Find the desired relationship in the 'details' key.",
      },
    ],
  ] as const)('refused: %s', async ([address, refusal]) => {
    expect(await read(address)).toMatchObject(refusal)
  })
})
