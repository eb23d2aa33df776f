import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedRequest } from '../request.ts'
import { RestError } from '../rest-error.ts'
import { parseRequest, type RequestInput } from './parse-request.ts'
import { refusal } from './refusals/refusal.ts'

const parse = (input: Partial<RequestInput>): ParsedRequest =>
  parseRequest({ method: 'GET', path: '/t', search: '', headers: {}, body: null, ...input })
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('the path', () => {
  test.for([
    ['/', { kind: 'root' }],
    ['', { kind: 'root' }],
    ['/films', { kind: 'relation', name: 'films' }],
    ['/Order%20Items', { kind: 'relation', name: 'Order Items' }],
    ['/a+b', { kind: 'relation', name: 'a+b' }],
    ['/a%2Fb', { kind: 'relation', name: 'a/b' }],
    ['/rpc', { kind: 'relation', name: 'rpc' }],
    ['/rpc/add', { kind: 'routine', name: 'add' }],
    ['/%D9%85', { kind: 'relation', name: 'م' }],
  ] as const)('%s', ([path, target]) => {
    expect(parse({ path }).request.target).toEqual(target)
  })

  test.for(['/a/b', '/films/', '/rpc/', '/rpc/a/b', '//films', 'films'])('%s is none', (path) => {
    expect(() => parse({ path })).toThrow(
      expect.objectContaining({
        status: 404,
        body: { code: 'PGRST125', message: 'Invalid path specified in request URL', details: null, hint: null },
      }),
    )
  })

  test.for([
    ['/a%zz', 'PGRST100'],
    ['/a%00', '22021'],
    ['/a%ff', '22021'],
  ] as const)('%s is no text', ([path, code]) => {
    expect(() => parse({ path })).toThrow(expect.objectContaining({ status: 400, body: expect.objectContaining({ code }) }))
  })
})

describe('a method', () => {
  test.for([
    ['TRACE', '/t', 'PGRST117', 'Unsupported HTTP method: TRACE'],
    ['POST', '/', 'PGRST117', 'Unsupported HTTP method: POST'],
    ['PUT', '/rpc/f', 'PGRST101', 'Cannot use the PUT method on RPC'],
    ['DELETE', '/rpc/f', 'PGRST101', 'Cannot use the DELETE method on RPC'],
  ] as const)('%s of %s is refused', ([method, path, code, message]) => {
    expect(() => parse({ method, path })).toThrow(expect.objectContaining({ status: 405, body: { code, message, details: null, hint: null } }))
  })
})

describe('a Range header', () => {
  const rows = (range: string, search = '', method = 'GET') => {
    const { request, values } = parse({ method, search, headers: { range } })
    const value = (slot: number | null | undefined) => (slot === null || slot === undefined ? slot : values[slot])
    return {
      range: request.range === null ? null : [value(request.range.offset), value(request.range.limit)],
      limits: request.query.limits.map(({ limit }) => value(limit)),
      offsets: request.query.offsets.map(({ offset }) => value(offset)),
    }
  }

  test.for([
    ['0-9', '', ['0', '10'], [], []],
    ['10-', '', ['10', null], [], []],
    ['5-5', '', ['5', '1'], [], []],
    ['0-9', 'limit=5', ['0', '5'], [], []],
    ['0-9', 'limit=50&offset=4', ['4', '6'], [], []],
    ['3-', 'offset=7&limit=2', ['7', '2'], [], []],
    ['0-9', 'limit=0', ['0', '0'], [], []],
    ['0-9', 'rel.limit=5', ['0', '10'], ['5'], []],
    ['items=0-9', 'limit=5&offset=1', null, ['5'], ['1']],
    ['bytes=0-', '', null, [], []],
    ['-5', '', null, [], []],
    ['0-x', '', null, [], []],
  ] as const)('%s with “%s”', ([header, search, range, limits, offsets]) => {
    expect(rows(header, search)).toEqual({ range, limits, offsets })
  })

  test('counts on GET only', () => {
    expect(rows('9-1', 'limit=5', 'HEAD')).toEqual({ range: null, limits: ['5'], offsets: [] })
  })

  test.for([
    ['9-1', '', 416, 'PGRST103', 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'],
    ['0-9', 'limit=-1', 416, 'PGRST103', 'Limit should be greater than or equal to zero.'],
    ['0-9', 'offset=10', 416, 'PGRST103', 'The Range header does not overlap with limit and offset.'],
    ['', 'limit=-1', 416, 'PGRST103', 'Limit should be greater than or equal to zero.'],
    ['', 'offset=-1', 400, '2201X', null],
    ['', 'rel.limit=-1', 400, '2201W', null],
    ['0-99999999999999999999', '', 400, '22003', null],
  ] as const)('%s with “%s” is refused', ([range, search, status, code, details]) => {
    expect(() => rows(range, search)).toThrow(expect.objectContaining({ status, body: expect.objectContaining({ code, details }) }))
  })

  test('and limit are not for PUT', () => {
    expect(() => parse({ method: 'PUT', search: 'limit=1', body: bytes('{}') })).toThrow(
      expect.objectContaining({
        status: 400,
        body: { code: 'PGRST114', message: 'limit/offset querystring parameters are not allowed for PUT', details: null, hint: null },
      }),
    )
  })
})

describe('the shape', () => {
  const same: readonly (readonly [Partial<RequestInput>, Partial<RequestInput>])[] = [
    [{ search: 'a=eq.1' }, { search: 'a=eq.2' }],
    [{ search: 'a=in.(1,2,3)' }, { search: 'a=in.()' }],
    [{ search: 'or=(a.eq.1,b.eq."x,y")' }, { search: 'or=(a.eq.,b.eq.{1,2})' }],
    [{ search: 'limit=1&offset=2' }, { search: 'limit=10&offset=0' }],
    [{ headers: { range: '0-9' } }, { headers: { range: '10-11' } }],
    [
      { path: '/rpc/f', search: 'a=1' },
      { path: '/rpc/f', search: 'a=1&a=2' },
    ],
    [{ headers: { prefer: 'count=exact, tx=commit' } }, { headers: { prefer: 'tx=commit,count=exact' } }],
    [
      { method: 'POST', body: bytes('[{"a":1}]') },
      { method: 'POST', body: bytes('[{"a":2},{"a":3}]') },
    ],
    [
      { search: 'a=eq.1', headers: { 'user-agent': 'a' } },
      { search: 'a=eq.1', headers: { 'user-agent': 'b' } },
    ],
  ]
  test.for(same)('%#: is the same whatever the values', ([one, other]) => {
    expect(parse(one).shape).toBe(parse(other).shape)
    expect(parse(one).request).toEqual(parse(other).request)
  })

  const different: readonly (readonly [Partial<RequestInput>, Partial<RequestInput>])[] = [
    [{}, { method: 'HEAD' }],
    [{ path: '/rpc' }, { path: '/rpc/rpc' }],
    [{ path: '/t' }, { path: '/u' }],
    [{}, { headers: { 'accept-profile': 'other' } }],
    [{}, { headers: { accept: 'text/csv' } }],
    [{}, { headers: { prefer: 'count=exact' } }],
    [{ headers: { prefer: 'max-affected=1' } }, { headers: { prefer: 'max-affected=2' } }],
    [{ headers: { prefer: 'timezone=UTC' } }, { headers: { prefer: 'timezone=EST' } }],
    [{ headers: { prefer: 'timezone=a;b' } }, { headers: { prefer: 'timezone=a, b;' } }],
    [{ headers: { 'accept-profile': 'a', accept: 'b' } }, { headers: { 'accept-profile': 'a\u00001:b' } }],
    [{ headers: { range: '0-' } }, { headers: { range: '0-9' } }],
    [{ headers: { range: '0-9' } }, { search: 'limit=10&offset=0' }],
    [{ search: 'a=eq.1' }, { search: 'a=neq.1' }],
    [{ search: 'a=is.null' }, { search: 'a=is.true' }],
    [{ search: 'a=fts(english).x' }, { search: 'a=fts(german).x' }],
    [{ search: 'limit=1' }, { search: 'offset=1' }],
    [{ search: 'limit=1' }, { search: 'a.limit=1' }],
    [{ search: 'limit=1' }, { search: '"".limit=1' }],
    [{ search: 'or=(a.eq.1,b.eq.2)' }, { search: 'or=(a.eq."1,b.eq.2")' }],
    [
      { path: '/rpc/f', search: 'a=1' },
      { path: '/rpc/f', search: 'a=eq.1' },
    ],
    [
      { method: 'POST', body: bytes('{"a":1}') },
      { method: 'POST', body: bytes('[{"a":1}]') },
    ],
    [
      { method: 'POST', body: bytes('{"a":1}') },
      { method: 'POST', body: bytes('{"b":1}') },
    ],
    [
      { method: 'POST', body: bytes('{"a":1}') },
      { method: 'POST', body: bytes('{"a":1}'), search: 'columns=a' },
    ],
    [
      { method: 'POST', body: bytes('{"a":1,"b":1}') },
      { method: 'POST', body: bytes('{"a,b":1}') },
    ],
  ]
  test.for(different)('%#: is another for another request', ([one, other]) => {
    expect(parse(one).shape).not.toBe(parse(other).shape)
  })
})

describe('any text', () => {
  const fragments = [
    ...'abc019 .,:()"\\{}!*->&=%+_$\t\n;@é😀\u0000\ud800'.split(/(?:)/u),
    'select=',
    'order=',
    'or=(',
    'and(',
    'not.',
    'or',
    'eq.',
    'in.(',
    'is.',
    'null',
    'like(any).',
    'fts(',
    'limit=',
    'rel.',
    'columns=',
    'on_conflict=',
    '->>',
    '->',
    '::',
    '...',
    'count()',
    '.sum()',
    '!inner',
    '.asc',
    '.nullsfirst',
    '%22',
    '%2C',
    '%C3%A9',
    'isdistinct.',
    '.order=',
    '.or=',
    'a(',
    '","',
  ]
  const search = fc.oneof(
    fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((parts) => parts.join('')),
    fc
      .tuple(
        fc.constantFrom('select=', 'order=', 'or=(', 'a=', 'a=in.(', 'columns=', 'a.b.not.or='),
        fc.array(fc.constantFrom(...fragments), { maxLength: 12 }),
      )
      .map(([start, parts]) => start + parts.join('')),
    fc.string({ unit: 'binary' }),
  )

  test('is read or refused, and a refusal says what was found', () => {
    fc.assert(
      fc.property(search, fc.constantFrom('/t', '/rpc/f'), (text, path) => {
        const refused = refusalOf({ search: text, path })
        // texts that the scanner refuses, those of PostgREST's grammar refuse as well
        if (refused?.body.code === 'PGRST100') expect(refused.body.details).not.toBe('unknown parse error')
      }),
      { numRuns: 3_000 },
    )
  })

  test('is refused as if all of it had been read anew', () => {
    const names = { select: 'select', order: 'order', columns: 'columns', on_conflict: 'on_conflict', filter: 'a' } as const
    const part = fc.array(
      fc.constantFrom(
        ...Array.from('abc01 .,:()"\\!*->\t;'),
        'not.',
        '->>',
        '::',
        '...',
        'count()',
        '.sum()',
        '!inner',
        '.asc',
        'a(',
        'a,',
        '),',
        'in.(',
      ),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('select', 'order', 'columns', 'on_conflict', 'filter'),
        fc.constantFrom('', 'in.(', 'a(b,'),
        part,
        (production, start, parts) => {
          const text = start + parts.join('')
          const refused = refusalOf({ search: `${names[production]}=${encodeURIComponent(text)}` })
          if (refused?.body.code === 'PGRST100' && refused.body.message.startsWith('"'))
            expect(refused.body).toEqual(refusal(production, text, text).body)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('of a path, a header or a body is read or refused', () => {
    const header = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('application/', 'json', 'vnd.pgrst.', 'plan+', '*', '/', ';', ',', '"', '\\', 'q=', '0', '=', 'for='))
        .map((parts) => parts.join('')),
    )
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE')
    const type = fc.constantFrom('application/json', 'text/csv', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream', 'x')
    const path = fc.oneof(fc.constantFrom('/t', '/rpc/f', '/'), fc.string({ unit: 'binary' }))
    const body = fc.oneof(
      fc.uint8Array(),
      fc.json().map(bytes),
      fc.array(fc.constantFrom('a', ',', '"', '\n', '\r', 'NULL', '{', '}', ':', '&', '=', '%', '[', ']')).map((parts) => bytes(parts.join(''))),
    )
    fc.assert(
      fc.property(method, path, header, header, type, body, (sent, place, accept, prefer, contentType, content) => {
        refusalOf({ method: sent, path: place, headers: { accept, prefer, range: accept, 'content-type': contentType }, body: content })
      }),
      { numRuns: 1_000 },
    )
  })

  test.for([
    ['open lists', `a=in.(${'"a,'.repeat(20_000)}`],
    ['escaped quotes', `a=in.(${'"\\",'.repeat(13_000)}`],
    ['open braces', `or=(${'a.eq.{,'.repeat(900)}`],
    ['arrows', `select=a${'->b'.repeat(20_000)}->`],
    ['dashes', `select=${'a-'.repeat(30_000)}`],
    ['blanks', `select=${' '.repeat(60_000)}!`],
    ['columns', `columns=${'a,'.repeat(30_000)}`],
    ['terms', `order=${'a,'.repeat(30_000)}`],
    ['items', `select=${'a:b::c,'.repeat(9_000)}`],
    ['open quotes', `select=${'"a'.repeat(30_000)}"`],
    ['negations', `or=(${'not.'.repeat(15_000)}`],
    ['groups', `or=(${'and('.repeat(15_000)}`],
    ['levels', `${'a.'.repeat(30_000)}b=eq.1`],
    ['parameters', 'a=&'.repeat(20_000)],
    ['escapes', `a=eq.${'%C3'.repeat(20_000)}`],
  ] as const)('of 64 KB with %s is refused', ([, text]) => {
    expect(refusalOf({ search: text })).toBeInstanceOf(RestError)
  })
})

function refusalOf(input: Partial<RequestInput>): RestError | null {
  try {
    parse(input)
    return null
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
}
