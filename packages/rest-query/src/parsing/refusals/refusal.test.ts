import { describe, expect, test } from 'vitest'
import { RestError } from '../../rest-error.ts'
import { parseRequest } from '../parse-request.ts'

function refusalOf(search: string, path = '/t'): RestError {
  try {
    parseRequest({ method: 'GET', path, search: encodeURI(search), headers: {}, body: null })
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
  throw new Error(`${search} is not refused`)
}

const name = 'field name (* or [a..z0..9_$])'

describe('a query string that does not follow the grammar is refused with PostgREST’s message and details', () => {
  test.for([
    // filters
    ['id=0', '"failed to parse filter (0)" (line 1, column 1)', 'unexpected "0" expecting "not" or operator (eq, gt, ...)'],
    ['id=', '"failed to parse filter ()" (line 1, column 1)', 'unexpected end of input expecting "not" or operator (eq, gt, ...)'],
    ['id=noop.2', '"failed to parse filter (noop.2)" (line 1, column 1)', 'unexpected "o" expecting "not" or operator (eq, gt, ...)'],
    ['id=not.2', '"failed to parse filter (not.2)" (line 1, column 5)', 'unexpected "2" expecting operator (eq, gt, ...)'],
    ['id=eq', '"failed to parse filter (eq)" (line 1, column 3)', 'unexpected end of input expecting operator (eq, gt, ...)'],
    ['id=eqx.1', '"failed to parse filter (eqx.1)" (line 1, column 3)', 'unexpected "x" expecting operator (eq, gt, ...)'],
    ['id=neq(any).{1}', '"failed to parse filter (neq(any).{1})" (line 1, column 4)', 'unexpected "(" expecting operator (eq, gt, ...)'],
    ['id=eq(some).{1}', '"failed to parse filter (eq(some).{1})" (line 1, column 4)', 'unexpected "s" expecting operator (eq, gt, ...)'],
    ['id=is.ok', '"failed to parse filter (is.ok)" (line 1, column 4)', 'unexpected "o" expecting isVal: (null, not_null, true, false, unknown)'],
    ['id=is.nil', '"failed to parse filter (is.nil)" (line 1, column 5)', 'unexpected "i" expecting isVal: (null, not_null, true, false, unknown)'],
    ['id=is.nullx', '"failed to parse filter (is.nullx)" (line 1, column 8)', "unexpected 'x' expecting end of input"],
    ['id=in.1,2', '"failed to parse filter (in.1,2)" (line 1, column 4)', 'unexpected "1" expecting "("'],
    ['id=in.(1,2', '"failed to parse filter (in.(1,2)" (line 1, column 8)', 'unexpected end of input expecting "," or ")"'],
    ['t=fts().a', '"failed to parse filter (fts().a)" (line 1, column 5)', 'unexpected ")" expecting operator (eq, gt, ...)'],
    // tree paths
    ['=eq.1', '"failed to parse tree path ()" (line 1, column 1)', `unexpected end of input expecting ${name}`],
    ['"a=eq.1', '"failed to parse tree path ("a)" (line 1, column 3)', 'unexpected end of input expecting "\\\\" or "\\""'],
    ['a.=eq.1', '"failed to parse tree path (a.)" (line 1, column 3)', `unexpected end of input expecting ${name}`],
    ['a-=eq.1', '"failed to parse tree path (a-)" (line 1, column 3)', 'unexpected end of input expecting letter or digit'],
    [
      'a:b=eq.1',
      '"failed to parse tree path (a:b)" (line 1, column 2)',
      `unexpected ':' expecting letter, digit, "-", delimiter (.), "->>", "->" or end of input`,
    ],
    ['data->>--34=eq.1', '"failed to parse tree path (data->>--34)" (line 1, column 9)', 'unexpected "-" expecting digit'],
    [
      'data->=eq.1',
      '"failed to parse tree path (data->)" (line 1, column 7)',
      'unexpected end of input expecting "-", digit or any non reserved character different from: .,>()',
    ],
    // select
    ['select=@', '"failed to parse select parameter (@)" (line 1, column 1)', `unexpected "@" expecting "...", ${name}, "*" or "count()"`],
    ['select=a,', '"failed to parse select parameter (a,)" (line 1, column 3)', `unexpected end of input expecting "...", ${name}, "*" or "count()"`],
    ['select=a!', '"failed to parse select parameter (a!)" (line 1, column 2)', null],
    ['select=*!', '"failed to parse select parameter (*!)" (line 1, column 2)', `unexpected '!' expecting ")", "," or end of input`],
    ['select=a:b:c', '"failed to parse select parameter (a:b:c)" (line 1, column 4)', 'unexpected "c" expecting "::"'],
    ['select=a.b', '"failed to parse select parameter (a.b)" (line 1, column 3)', 'unexpected "b" expecting "sum", "avg", "count", "max" or "min"'],
    [
      'select=...a:b(c)',
      '"failed to parse select parameter (...a:b(c))" (line 1, column 5)',
      'unexpected ":" expecting letter, digit, "-", "!" or "("',
    ],
    [
      'select=id,clients(name[])',
      '"failed to parse select parameter (id,clients(name[]))" (line 1, column 16)',
      `unexpected '[' expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input`,
    ],
    [
      'select=data->>-78xy',
      '"failed to parse select parameter (data->>-78xy)" (line 1, column 11)',
      `unexpected 'x' expecting digit, "->", "::", ".", "," or end of input`,
    ],
    ['select=data->>--34', '"failed to parse select parameter (data->>--34)" (line 1, column 9)', 'unexpected "-" expecting digit'],
    ['select=data->>-xy-4', '"failed to parse select parameter (data->>-xy-4)" (line 1, column 9)', 'unexpected "x" expecting digit'],
    // orders
    ['order=id.asc.nullslasttt', '"failed to parse order (id.asc.nullslasttt)" (line 1, column 17)', `unexpected 't' expecting "," or end of input`],
    ['order=id.smth', '"failed to parse order (id.smth)" (line 1, column 4)', 'unexpected "s" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['order=', '"failed to parse order ()" (line 1, column 1)', `unexpected end of input expecting ${name}`],
    ['a b!.order=id', '"failed to parse tree path (a b!.order)" (line 1, column 4)', null],
    // logic
    [
      'or=()',
      '"failed to parse logic tree (())" (line 1, column 4)',
      `unexpected ")" expecting ${name}, negation operator (not) or logic operator (and, or)`,
    ],
    ['or=)(', '"failed to parse logic tree ()()" (line 1, column 3)', 'unexpected ")" expecting "("'],
    [
      'and=(ord(id.eq.1,id.eq.1),id.eq.2)',
      '"failed to parse logic tree ((ord(id.eq.1,id.eq.1),id.eq.2))" (line 1, column 7)',
      'unexpected "d" expecting "("',
    ],
    [
      'or=(id.eq.1,not.xor(id.eq.2,id.eq.3))',
      '"failed to parse logic tree ((id.eq.1,not.xor(id.eq.2,id.eq.3)))" (line 1, column 16)',
      'unexpected "x" expecting logic operator (and, or)',
    ],
    ['or=(id.in.1,2,4)', '"failed to parse logic tree ((id.in.1,2,4))" (line 1, column 10)', 'unexpected "1" expecting "("'],
    ['and=(or=(name.ilike.x))', '"failed to parse logic tree ((or=(name.ilike.x)))" (line 1, column 7)', 'unexpected "=" expecting "("'],
    [
      'or=(a @> b)',
      '"failed to parse logic tree ((a @> b))" (line 1, column 6)',
      'unexpected "@" expecting letter, digit, "-", "->>", "->" or delimiter (.)',
    ],
    ['not.or=(a.eq.1', '"failed to parse logic tree ((a.eq.1)" (line 1, column 14)', 'unexpected end of input expecting "," or ")"'],
    ['!.or=(a.eq.1)', '"failed to parse logic path (!.or)" (line 1, column 1)', `unexpected "!" expecting ${name}`],
    // names
    ['columns=', '"failed to parse columns parameter ()" (line 1, column 1)', `unexpected end of input expecting ${name}`],
    [
      'columns=a;b',
      '"failed to parse columns parameter (a;b)" (line 1, column 2)',
      `unexpected ';' expecting letter, digit, "-", "," or end of input`,
    ],
    ['on_conflict=a,', '"failed to parse on_conflict parameter (a,)" (line 1, column 3)', `unexpected end of input expecting ${name}`],
  ] as const)('%s', ([search, message, details]) => {
    const { status, body } = refusalOf(search)
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'PGRST100', message, details: details ?? expect.stringMatching(/^unexpected /), hint: null },
    })
  })

  test('columns count characters, lines begin anew, and a tab goes to the next eighth', () => {
    expect(refusalOf('select=😀😀;').body.message).toContain('(line 1, column 3)')
    expect(refusalOf('select="a\n\tb";').body.message).toContain('(line 2, column 11)')
  })

  test('characters are shown as Haskell shows them', () => {
    expect(refusalOf('or=(a.eq.1)\u007f').body.details).toBe("unexpected '\\DEL' expecting end of input")
    expect(refusalOf('id=\u0001').body.details).toContain('unexpected "\\SOH"')
    expect(refusalOf('id=é').body.details).toContain('unexpected "\\233"')
    expect(refusalOf("or=(a.eq.1)'").body.details).toContain("unexpected '\\''")
  })
})

describe('the arguments of a function', () => {
  test.for([
    ['q=in.x', 'unexpected "x" expecting "("'],
    ['q=is.x', 'unexpected "x" expecting isVal: (null, not_null, true, false, unknown)'],
    ['q=not.x', 'unexpected "x" expecting operator (eq, gt, ...)'],
  ] as const)('%s begins like a filter', ([search, details]) => {
    expect(refusalOf(search, '/rpc/f').body).toMatchObject({ code: 'PGRST100', details })
  })
})

describe('a request beyond our limits is refused', () => {
  test.for([
    ['characters', `id=in.(${'1,'.repeat(40_000)}1)`, 414, 'Query string too long'],
    ['filters', Array.from({ length: 1_001 }, () => 'a=eq.1').join('&'), 400, 'Too many conditions'],
    ['conditions of a group', `or=(${'a.eq.1,'.repeat(1_000)}a.eq.1)`, 400, 'Too many conditions'],
    ['embeds', `select=${'a(),'.repeat(100)}a()`, 400, 'Too many embedded resources'],
    ['levels of embeds', `select=${'a('.repeat(11)}${')'.repeat(11)}`, 400, 'Too many levels of resources'],
    ['levels of a path', `${'a.'.repeat(11)}b=eq.1`, 400, 'Too many levels of resources'],
    ['levels of groups', `or=${'(and'.repeat(10)}(a.eq.1)${')'.repeat(10)}`, 400, 'Too many levels of conditions'],
    ['arrows', `select=a${'->b'.repeat(101)}`, 400, 'Too many levels of JSON'],
    ['an index', 'select=data->2147483648', 400, 'value "2147483648" is out of range for type integer'],
    ['a limit', 'limit=9223372036854775808', 400, 'value "9223372036854775808" is out of range for type bigint'],
  ] as const)('%s', ([, search, status, message]) => {
    const refused = refusalOf(search)
    expect({ status: refused.status, message: refused.body.message }).toEqual({ status, message })
  })

  test('and what is just within them is not', () => {
    const searches = [
      `or=(${'a.eq.1,'.repeat(999)}a.eq.1)`,
      `select=${'a(),'.repeat(99)}a()`,
      `select=${'a('.repeat(10)}${')'.repeat(10)}`,
      `${'a.'.repeat(10)}b=eq.1`,
      `or=${'(and'.repeat(9)}(a.eq.1)${')'.repeat(9)}`,
      `select=a${'->b'.repeat(100)}`,
      'select=data->2147483647',
      'limit=9223372036854775807',
    ]
    for (const search of searches) parseRequest({ method: 'GET', path: '/t', search, headers: {}, body: null })
  })
})

describe('text that is no text is refused', () => {
  test.for([
    ['a=eq.%zz', 'PGRST100', '"failed to parse query string (eq.%zz)" (line 1, column 4)'],
    ['a=eq.100%', 'PGRST100', '"failed to parse query string (eq.100%)" (line 1, column 7)'],
    ['%4=eq.1', 'PGRST100', '"failed to parse query string (%4)" (line 1, column 1)'],
    ['a=eq.%00', '22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
    ['a=eq.%c3%28', '22021', 'invalid byte sequence for encoding "UTF8": 0xc3 0x28'],
    ['a=eq.%41%ed%a0%80', '22021', 'invalid byte sequence for encoding "UTF8": 0xed 0xa0 0x80'],
    ['a=eq.\ud800', '22021', 'invalid byte sequence for encoding "UTF8": 0xed 0xa0 0x80'],
  ] as const)('%s', ([search, code, message]) => {
    expect(() => parseRequest({ method: 'GET', path: '/t', search, headers: {}, body: null })).toThrow(
      expect.objectContaining({ status: 400, body: expect.objectContaining({ code, message }) }),
    )
  })
})
