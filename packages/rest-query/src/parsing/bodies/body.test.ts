import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Body } from '../../request.ts'
import { RestError, type RestErrorBody } from '../../rest-error.ts'
import { parseRequest, parseRequestInSlices } from '../parse-request.ts'

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly search?: string
  readonly type?: string
}

function read(body: string | Uint8Array, { method = 'POST', path = '/t', search = '', type }: Sent = {}): Body | null {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return parseRequest({ method, path, search, headers: { 'content-type': type }, body: bytes }).body
}

function refusal(body: string | Uint8Array, sent: Sent = {}): Pick<RestError, 'status'> & RestErrorBody {
  try {
    read(body, sent)
  } catch (error) {
    if (error instanceof RestError) return { status: error.status, ...error.body }
    throw error
  }
  throw new Error('not refused')
}

const routine = { path: '/rpc/f' }
const csv = { type: 'text/csv' }
const form = { type: 'application/x-www-form-urlencoded' }
const json = (isArray: boolean, keys: readonly string[] | null) => ({ kind: 'json', isArray, keys })

describe('a JSON body', () => {
  test.for([
    ['{"a":1,"b":null}', json(false, ['a', 'b']), 1],
    ['{}', json(false, []), 1],
    [' [{"a":1},{"a":2}] ', json(true, ['a']), 2],
    ['[{"a":1,"b":2},{"b":3,"a":4}]', json(true, ['a', 'b']), 2],
    ['[{}]', json(true, []), 1],
  ] as const)('%s goes on as it is', ([body, shape, rows]) => {
    expect(read(body, { type: 'application/json; charset=UTF-8' })).toEqual({ shape, content: body, rows })
  })

  test.for(['[]', '1', '"a"', 'null', 'true'])('%s has no rows for a table', (body) => {
    expect(read(body)).toEqual({ shape: json(true, []), content: '[]', rows: 0 })
  })

  test.for(['', '{', '{"a":1}x', 'nul', '\ufeff'])('“%s” is refused', (body) => {
    expect(refusal(body)).toEqual({ status: 400, code: 'PGRST102', message: 'Empty or invalid json', details: null, hint: null })
  })

  test.for([
    '[1]',
    '[{"a":1},{"b":1}]',
    '[{"a":1},{"a":1,"b":1}]',
    '[{"a":1,"b":1},{"a":1}]',
    '[{"a":1},[1]]',
    '[{"a":1},null]',
    '[{"x":1},{"toString":1}]',
  ])('%s is refused for its keys', (body) => {
    expect(refusal(body)).toMatchObject({ status: 400, code: 'PGRST102', message: 'All object keys must match' })
  })

  test.for([
    ['[{"a":1},{"b":1}]', json(true, null), null],
    ['\n[{"a":1}]', json(true, null), null],
    ['{"a":1}', json(false, null), 1],
    ['1', json(true, []), 0],
  ] as const)('%s of which columns= takes some is not looked into', ([body, shape, rows]) => {
    expect(read(body, { search: 'columns=a,b' })).toMatchObject({ shape, rows })
  })

  test('of PUT says its keys even then', () => {
    expect(read('{"a":1}', { method: 'PUT', search: 'columns=a' })?.shape).toEqual(json(false, ['a']))
  })

  test('for a function may be a scalar, or missing', () => {
    expect(read('"a"', routine)).toEqual({ shape: json(false, null), content: '"a"', rows: null })
    expect(read('', routine)).toEqual({ shape: json(false, []), content: '{}', rows: 1 })
    expect(read('[{"a":1}]', routine)).toEqual({ shape: json(true, ['a']), content: '[{"a":1}]', rows: 1 })
  })

  test.for([
    ['{"a\\u0000":1}', '22P05', 'unsupported Unicode escape sequence'],
    ['[{"\\ud800":1}]', '22P02', 'invalid input syntax for type json'],
  ] as const)('%s has keys that are no names', ([body, code, message]) => {
    expect(refusal(body)).toMatchObject({ status: 400, code, message })
  })

  test('must be UTF-8', () => {
    expect(refusal(Uint8Array.of(0x22, 0xff, 0x22))).toMatchObject({ status: 400, code: 'PGRST102' })
    expect(refusal('{}', { type: 'application/json; charset=utf-16' }).message).toBe('Content-Type not acceptable: application/json; charset=utf-16')
  })
})

describe('a CSV body', () => {
  test.for([
    [
      'a,b\n1,2\n3,4\n',
      ['a', 'b'],
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    [
      'a,b\r\n1,NULL\r\n"NULL",',
      ['a', 'b'],
      [
        { a: '1', b: null },
        { a: null, b: '' },
      ],
    ],
    ['a\n"x ""y"", z"\n\n"line\nbreak"', ['a'], [{ a: 'x "y", z' }, { a: 'line\nbreak' }]],
    ['"a b","c,d"\né,😀', ['a b', 'c,d'], [{ 'a b': 'é', 'c,d': '😀' }]],
    ['a,b\n', ['a', 'b'], []],
    ['a,b', ['a', 'b'], []],
  ] as const)('%j', ([body, keys, rows]) => {
    const found = read(body, csv)
    expect({ ...found, content: JSON.parse(String(found?.content)) }).toEqual({ shape: json(true, keys), content: rows, rows: rows.length })
  })

  test.for([
    ['a,b\n1', 'All lines must have same number of fields'],
    ['a,b\n1,2,3', 'All lines must have same number of fields'],
    ['', 'parse error (not enough input) at ""'],
    ['a\n1\nx"y', 'Unexpected quote in an unquoted field (line 3)'],
    ['a\n"1\n2', 'Unclosed quoted field (line 2)'],
    ['a\n"1"2', 'Unexpected text after a closing quote (line 2)'],
  ] as const)('%j is refused', ([body, message]) => {
    expect(refusal(body, csv)).toMatchObject({ status: 400, code: 'PGRST102', message })
  })

  test('is refused where names repeated in every row would become too much', () => {
    const header = Array.from({ length: 100 }, (_, at) => `c${at}${'x'.repeat(100_000)}`).join(',')
    const row = ','.repeat(99)
    expect(refusal([header, ...Array.from({ length: 20 }, () => row)].join('\n'), csv).message).toContain('more than 128 MB')
  })

  test('is read back whatever it holds', () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', ',', '\n', '\r\n', 'a"b'))
    const table = fc.integer({ min: 1, max: 4 }).chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 5 }))
    fc.assert(
      fc.property(table, (rows) => {
        const width = rows[0]?.length ?? 1
        const names = Array.from({ length: width }, (_, at) => `c${at}`)
        const lines = [names, ...rows].map((fields) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(','))
        const expected = rows.map((fields) => Object.fromEntries(fields.map((field, at) => [`c${at}`, field === 'NULL' ? null : field])))
        expect(JSON.parse(String(read(lines.join('\r\n'), csv)?.content))).toEqual(expected)
      }),
    )
  })
})

describe('a form', () => {
  test('is one object of texts, and the last value of a name counts', () => {
    expect(read('a=1+2&b=%C3%A9&a=3&c', form)).toEqual({ shape: json(false, ['a', 'b', 'c']), content: '{"a":"3","b":"é","c":""}', rows: 1 })
  })

  test('gives a function all values of a name', () => {
    expect(read('a=1&a=2&b=3&a=4', { ...form, ...routine })?.content).toBe('{"a":["1","2","4"],"b":"3"}')
    expect(read('', { ...form, ...routine })).toEqual({ shape: json(false, []), content: '{}', rows: 1 })
  })

  test('is refused with a bad escape', () => {
    expect(refusal('a=%zz', form)).toMatchObject({ status: 400, code: 'PGRST100' })
  })
})

describe('other types', () => {
  test('go to a function as they are', () => {
    expect(read('hé', { ...routine, type: 'text/plain; charset="utf-8"' })).toEqual({
      shape: { kind: 'raw', type: 'text' },
      content: 'hé',
      rows: null,
    })
    expect(read('<a/>', { ...routine, type: 'text/xml' })).toEqual({ shape: { kind: 'raw', type: 'xml' }, content: '<a/>', rows: null })
    const bytes = Uint8Array.of(0, 255)
    expect(read(bytes, { ...routine, type: 'application/octet-stream' })).toEqual({
      shape: { kind: 'raw', type: 'bytea' },
      content: bytes,
      rows: null,
    })
  })

  test('are refused for a table, and unknown ones for both', () => {
    for (const type of ['text/plain', 'text/xml', 'application/octet-stream', 'image/png']) {
      expect(refusal('x', { type })).toEqual({
        status: 400,
        code: 'PGRST102',
        message: `Content-Type not acceptable: ${type}`,
        details: null,
        hint: null,
      })
    }
    expect(refusal('x', { ...routine, type: 'Image/PNG; a=b' }).message).toBe('Content-Type not acceptable: image/png')
  })

  test('hold no NUL as text', () => {
    expect(refusal('a\0b', { ...routine, type: 'text/plain' })).toMatchObject({ status: 400, code: '22021' })
  })
})

test('only POST, PATCH and PUT have a body', () => {
  for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS']) expect(read('{', { method })).toBeNull()
})

describe('a long body, read in slices', () => {
  interface Sliced {
    readonly body: Body | null
    readonly slices: number
  }
  const readInSlices = (bytes: Uint8Array, { method = 'POST', path = '/t', search = '', type }: Sent = {}, pieceBytes = 1_000): Sliced => {
    const pieces: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes))
    const reading = parseRequestInSlices({ method, path, search, headers: { 'content-type': type }, body: pieces })
    for (let slices = 1; ; slices += 1) {
      const step = reading.next()
      if (step.done === true) return { body: step.value.body, slices }
    }
  }
  /** The same form for what was read and what was refused; keys may come in another order. */
  const outcome = (reading: () => Body | null): unknown => {
    try {
      const { shape, content, rows } = reading()!
      const text = Array.isArray(content) ? Buffer.concat(content).toString() : content
      return { shape: 'keys' in shape && shape.keys !== null ? { ...shape, keys: shape.keys.toSorted() } : shape, text, rows }
    } catch (error) {
      if (error instanceof RestError) return error.body
      throw error
    }
  }
  const expectSame = (text: string, sent: Sent): void => {
    const bytes = new TextEncoder().encode(text)
    expect(outcome(() => readInSlices(bytes, sent, 5).body)).toEqual(outcome(() => read(bytes, sent)))
  }
  const target = fc.constantFrom<Sent>({}, routine, { search: 'columns=a' }, { method: 'PUT' })
  const key = fc.constantFrom('a', 'b', '1', '__proto__', 'é"', '')
  const rows = fc.array(
    fc.oneof({ weight: 9, arbitrary: fc.dictionary(key, fc.jsonValue(), { maxKeys: 3 }) }, { weight: 1, arbitrary: fc.jsonValue() }),
  )
  const texts = fc.oneof(rows, fc.dictionary(key, fc.jsonValue()), fc.jsonValue()).map((value) => JSON.stringify(value, null, 1))

  test('is the same as one read at once', () => {
    fc.assert(fc.property(texts, target, expectSame))
    fc.assert(fc.property(fc.string(), target, expectSame))
    fc.assert(fc.property(fc.array(fc.constantFrom('a', 'NULL', '"', ',', '\n', '\r\n', 'é')), (parts) => expectSame(parts.join(''), csv)))
  })

  test('is refused like one read at once, whatever is wrong with it', () => {
    const mistake = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom('', '"', '\\', '\\u12', ',', ':', '{', ']', '}', '01', 'nul', '.', '\n', ' '))
    fc.assert(
      fc.property(texts, mistake, target, (text, [place, cut, put], sent) => {
        const at = place % (text.length + 1)
        expectSame(`${text.slice(0, at)}${put}${text.slice(at + cut)}`, sent)
      }),
      { numRuns: 1_000 },
    )
  })

  test.for([
    ['JSON', JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id, name: `number ${id}`, tags: ['x', { y: null }] }))), {}],
    ['CSV', Array.from({ length: 40_000 }, (_, id) => `${id},"number ${id}",NULL`).join('\n'), csv],
    ['JSON with a byte order mark', `\ufeff[${'{"a":"é"},'.repeat(100_000)}{"a":1}]`, {}],
  ] as const)('of %s takes many slices', ([, text, sent]) => {
    const bytes = new TextEncoder().encode(text)
    const { body, slices } = readInSlices(bytes, sent, 64 * 1024)
    expect(outcome(() => body)).toEqual(outcome(() => read(bytes, sent)))
    expect(slices).toBeGreaterThan(bytes.length / (256 * 1024))
  })
})
