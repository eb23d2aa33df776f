import { describe, expect, test } from 'vitest'
import type { Condition, Path, Query } from '../../request.ts'
import { parseRequest } from '../parse-request.ts'

interface Read extends Query {
  readonly values: readonly (string | readonly string[])[]
}

function read(search: string, method = 'GET', path = '/t'): Read {
  const { request, values } = parseRequest({ method, path, search: encodeURI(search).replaceAll('%25', '%'), headers: {}, body: null })
  return { ...request.query, values }
}

const at = (column: string, ...keys: readonly (string | number)[]): Path => ({
  column,
  steps: keys.flatMap((key, place) => (place % 2 === 1 ? [{ arrow: keys[place - 1] as '->' | '->>', key }] : [])),
})
const column = (path: Path | string, more: object = {}) => ({
  kind: 'column',
  path: typeof path === 'string' ? at(path) : path,
  alias: null,
  cast: null,
  aggregate: null,
  ...more,
})
const embed = (target: string, select: readonly object[], more: object = {}) => ({
  kind: 'embed',
  target,
  alias: null,
  hint: null,
  join: 'left',
  isSpread: false,
  select,
  ...more,
})
const all = { kind: 'all' }
const count = { kind: 'count', alias: null, cast: null }

describe('select', () => {
  test.for([
    ['', [all]],
    ['select', [all]],
    ['select=', []],
    ['select=*', [all]],
    ['select=id,name', [column('id'), column('name')]],
    ['select= id , name ', [column('id'), column('name')]],
    ['select=id\t,\t*', [column('id'), all]],
    ['select=a-b,a b,$x_1,é', [column('a-b'), column('a b'), column('$x_1'), column('é')]],
    ['select="a,b","c""d"', null],
    ['select="a,b","c\\"d\\\\"', [column('a,b'), column('c"d\\')]],
    ['select=""', [column('')]],
    ['select=x:id,"a b":"c:d"', [column('id', { alias: 'x' }), column('c:d', { alias: 'a b' })]],
    ['select=id::text,x:id::my type', [column('id', { cast: 'text' }), column('id', { alias: 'x', cast: 'my type' })]],
    ['select=data->a', [column(at('data', '->', 'a'))]],
    ['select=data->0->>-1::int', [column(at('data', '->', 0, '->>', -1), { cast: 'int' })]],
    ['select=data->a-b->"c.d"->>5x', [column(at('data', '->', 'a-b', '->', 'c.d', '->>', '5x'))]],
    ['select=data->>@type!$', [column(at('data', '->>', '@type!$'))]],
    ['select=data->007', [column(at('data', '->', 7))]],
    ['select=rel(data->0)', [embed('rel', [column(at('data', '->', '0'))])]],
    [
      'select=x.sum(),y:x::int.avg()::text',
      [
        column('x', { aggregate: { function: 'sum', cast: null } }),
        column('x', { alias: 'y', cast: 'int', aggregate: { function: 'avg', cast: 'text' } }),
      ],
    ],
    ['select=a.count(),a.max(),a.min()', ['count', 'max', 'min'].map((name) => column('a', { aggregate: { function: name, cast: null } }))],
    ['select=count(),n:count()::text', [count, { ...count, alias: 'n', cast: 'text' }]],
    ['select=count', [column('count')]],
    ['select=rel(*)', [embed('rel', [all])]],
    ['select=rel()', [embed('rel', [])]],
    ['select="count"(*)', [embed('count', [all])]],
    ['select=a:rel!hint(id)', [embed('rel', [column('id')], { alias: 'a', hint: 'hint' })]],
    ['select=rel!inner(id)', [embed('rel', [column('id')], { join: 'inner' })]],
    ['select=rel!left(id)', [embed('rel', [column('id')])]],
    [
      'select=rel!fk!inner(id),rel!inner!fk(id)',
      [embed('rel', [column('id')], { join: 'inner', hint: 'fk' }), embed('rel', [column('id')], { join: 'inner', hint: 'fk' })],
    ],
    ['select=rel!"inner"(id),rel!inner_x(id)', [embed('rel', [column('id')], { hint: 'inner' }), embed('rel', [column('id')], { hint: 'inner_x' })]],
    ['select=...rel(a,b:c)', [embed('rel', [column('a'), column('c', { alias: 'b' })], { isSpread: true })]],
    ['select=a(b(c(*)),d)', [embed('a', [embed('b', [embed('c', [all])]), column('d')])]],
    ['select=id)', [column('id')]],
    ['select=id&select=name', [column('id')]],
  ] as const)('%s', ([search, items]) => {
    if (items === null) expect(() => read(search)).toThrow('failed to parse select parameter')
    else expect(read(search).select).toEqual(items)
  })
})

describe('a filter', () => {
  const filter = (path: Path, operation: object, isNegated = false): object => ({ kind: 'filter', path, isNegated, operation })
  const comparison = (operator: string, more: object = {}): object => ({ kind: 'comparison', operator, quantifier: null, value: 0, ...more })

  test.for(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'match', 'imatch', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'])(
    'by %s takes the rest for its value',
    (operator) => {
      const { filters, values } = read(`a=${operator}.x,y).(z`)
      expect({ filters, values }).toEqual({ filters: [{ at: [], condition: filter(at('a'), comparison(operator)) }], values: ['x,y).(z'] })
    },
  )

  test.for([
    ['a=like.*x%25', comparison('like'), '%x%'],
    ['a=ilike.a*b', comparison('ilike'), 'a%b'],
    ['a=like(any).{*a,b*}', comparison('like', { quantifier: 'any' }), '{%a,b%}'],
    ['a=eq(all).{1,2}', comparison('eq', { quantifier: 'all' }), '{1,2}'],
    ['a=match(any).{^x,y$}', comparison('match', { quantifier: 'any' }), '{^x,y$}'],
    ['a=eq.', comparison('eq'), ''],
    ['a=isdistinct.1', { kind: 'isdistinct', value: 0 }, '1'],
    ['a=in.(1,2)', { kind: 'in', value: 0 }, ['1', '2']],
    ['a=in.()', { kind: 'in', value: 0 }, []],
    ['a=in.("")', { kind: 'in', value: 0 }, ['']],
    ['a=in.("a,b","c\\"d\\\\", e ,f"g,"h"i)', { kind: 'in', value: 0 }, ['a,b', 'c"d\\', ' e ', 'f"g', '"h"i']],
    ['a=in.( 1,,2))', { kind: 'in', value: 0 }, ['1', '', '2']],
    ['a=fts.x & y', { kind: 'search', operator: 'fts', language: null, value: 0 }, null],
    ['a=plfts(english).x y', { kind: 'search', operator: 'plfts', language: 'english', value: 0 }, 'x y'],
    ['a=phfts.x', { kind: 'search', operator: 'phfts', language: null, value: 0 }, 'x'],
    ['a=wfts(my config).x', { kind: 'search', operator: 'wfts', language: 'my config', value: 0 }, 'x'],
  ] as const)('%s', ([search, operation, value]) => {
    const { filters, values } = read(search)
    expect(filters).toEqual([{ at: [], condition: filter(at('a'), operation) }])
    if (value !== null) expect(values).toEqual([value])
  })

  test.for(['null', 'not_null', 'true', 'false', 'unknown'])('by is.%s has no value', (value) => {
    const { filters, values } = read(`a=not.is.${value.toUpperCase()}`)
    expect({ filters, values }).toEqual({ filters: [{ at: [], condition: filter(at('a'), { kind: 'is', value }, true) }], values: [] })
  })

  test.for([
    ['a.b=eq.1', ['a'], at('b')],
    ['a.b.c=eq.1', ['a', 'b'], at('c')],
    ['"a.b"."c d"=eq.1', ['a.b'], at('c d')],
    ['a.data->b->>0=eq.1', ['a'], at('data', '->', 'b', '->>', 0)],
    ['"order"=eq.1', [], at('order')],
    ['"select"=eq.1', [], at('select')],
    ['a."or"=eq.1', ['a'], at('or')],
  ] as const)('%s says where it belongs', ([search, levels, path]) => {
    expect(read(search).filters).toEqual([{ at: levels, condition: filter(path, comparison('eq')) }])
  })

  test('decodes names and values, in which a plus is a space', () => {
    expect(read('a%20b=eq.1+%2B%C3%A9')).toMatchObject({ filters: [{ condition: { path: { column: 'a b' } } }], values: ['1 +é'] })
    // servers give raw bytes one by one
    const bytes = 'a=eq.\u00c3\u00a9'
    expect(parseRequest({ method: 'GET', path: '/t', search: bytes, headers: {}, body: null }).values).toEqual(['é'])
  })

  test('without a value is none', () => {
    expect(read('a&&b=eq.1&').filters).toHaveLength(1)
  })
})

describe('a logic tree', () => {
  const leaf = (name: string, value: number, more: object = {}): object => ({
    kind: 'filter',
    path: at(name),
    isNegated: false,
    operation: { kind: 'comparison', operator: 'eq', quantifier: null, value },
    ...more,
  })
  const group = (kind: 'and' | 'or', conditions: readonly object[], isNegated = false): object => ({ kind, isNegated, conditions })

  test.for([
    ['or=(a.eq.1,b.eq.2)', [], group('or', [leaf('a', 0), leaf('b', 1)]), ['1', '2']],
    ['and=(a.eq.1)', [], group('and', [leaf('a', 0)]), ['1']],
    ['not.or=(a.eq.1)', [], group('or', [leaf('a', 0)], true), ['1']],
    ['rel.or=(a.eq.1)', ['rel'], group('or', [leaf('a', 0)]), ['1']],
    ['a.b.not.and=(a.eq.1)', ['a', 'b'], group('and', [leaf('a', 0)], true), ['1']],
    ['"not".or=(a.eq.1)', ['not'], group('or', [leaf('a', 0)]), ['1']],
    [
      'or=(a.not.eq.1,not.and(b.eq.2,or(c.eq.3)))',
      [],
      group('or', [leaf('a', 0, { isNegated: true }), group('and', [leaf('b', 1), group('or', [leaf('c', 2)])], true)]),
      ['1', '2', '3'],
    ],
    ['or= ( a.eq.1 , b.eq.2 ) ', [], group('or', [leaf('a', 0), leaf('b', 1)]), ['1 ', '2 ']],
    ['or=(a.eq."x,y)",b.eq."q\\"\\\\",c.eq."d"e)', [], group('or', [leaf('a', 0), leaf('b', 1), leaf('c', 2)]), ['x,y)', 'q"\\', '"d"e']],
    ['or=(a.eq.{1,2},b.eq.{x)', [], group('or', [leaf('a', 0), leaf('b', 1)]), ['{1,2}', '{x']],
    ['or=(and.eq.1,or.eq.2,not.eq.3)', [], group('or', [leaf('and', 0), leaf('or', 1), leaf('not', 2)]), ['1', '2', '3']],
    ['or=(a.eq.,b.eq.1))', [], group('or', [leaf('a', 0), leaf('b', 1)]), ['', '1']],
    [
      'or=(a.in.(1,"2,3"),b.is.null)',
      [],
      group('or', [leaf('a', 0, { operation: { kind: 'in', value: 0 } }), leaf('b', 0, { operation: { kind: 'is', value: 'null' } })]),
      [['1', '2,3']],
    ],
    ['or=(a.like(any).{*x,y},b.fts(english).z)', [], null, ['{%x,y}', 'z']],
    ['or=(data->a->>b.eq.1,data->0.eq.2)', [], null, ['1', '2']],
  ] as const)('%s', ([search, levels, condition, found]) => {
    const { filters, values } = read(search)
    expect(values).toEqual(found)
    if (condition !== null) expect(filters).toEqual([{ at: levels, condition: condition as Condition }])
  })
})

describe('order', () => {
  const term = (path: Path | string, direction: string | null = null, nulls: string | null = null, relation: string | null = null): object => ({
    path: typeof path === 'string' ? at(path) : path,
    relation,
    direction,
    nulls,
  })
  test.for([
    ['order=a', [], [term('a')]],
    ['order=a.asc,b.desc', [], [term('a', 'asc'), term('b', 'desc')]],
    ['order=a.nullsfirst,b.desc.nullslast', [], [term('a', null, 'first'), term('b', 'desc', 'last')]],
    ['order=data->a->>0.desc', [], [term(at('data', '->', 'a', '->>', 0), 'desc')]],
    ['order=rel(name).desc.nullsfirst', [], [term('name', 'desc', 'first', 'rel')]],
    ['order=rel(data->>a)', [], [term(at('data', '->>', 'a'), null, null, 'rel')]],
    ['order= a , "b c" ', [], [term('a'), term('b c')]],
    ['rel.order=a', ['rel'], [term('a')]],
    ['a."b c".order=a', ['a', 'b c'], [term('a')]],
  ] as const)('%s', ([search, levels, terms]) => {
    expect(read(search).orders).toEqual([{ at: levels, terms }])
  })
})

describe('limit and offset', () => {
  test('count at their level, and the last one of a level does', () => {
    const { limits, offsets, values } = read('limit=1&rel.limit=2&a.b.offset=3&limit=04&offset=+5')
    expect({ limits, offsets, values }).toEqual({
      limits: [
        { at: [], limit: 0 },
        { at: ['rel'], limit: 1 },
      ],
      offsets: [
        { at: ['a', 'b'], offset: 2 },
        { at: [], offset: 3 },
      ],
      values: ['4', '2', '3', '5'],
    })
  })

  test.for(['limit=', 'limit=many', 'limit=1.5', 'limit=-', 'offset=1x'])('%s says nothing', (search) => {
    expect(read(search)).toMatchObject({ limits: [], offsets: [], values: [] })
  })
})

describe('columns and on_conflict', () => {
  test('are names, each once', () => {
    expect(read('columns=a,"b c", d,a&on_conflict=x-y,z')).toMatchObject({ columns: ['a', 'b c', 'd'], onConflict: ['x-y', 'z'] })
    expect(read('')).toMatchObject({ columns: null, onConflict: null })
  })
})

describe('the parameters of a function', () => {
  test('are filters with an operator and arguments without one', () => {
    const { filters, arguments: given, values } = read('a=1&b=eq.2&a=3&c=&d=eq&e=neq(any).x&"f g"=eqx.1', 'GET', '/rpc/f')
    expect(filters).toHaveLength(1)
    expect(given.map(({ name, value }) => [name, values[value]])).toEqual([
      ['a', ['1', '3']],
      ['c', ['']],
      ['d', ['eq']],
      ['e', ['neq(any).x']],
      ['f g', ['eqx.1']],
    ])
  })

  test('are filters only when the arguments are in the body', () => {
    expect(() => read('a=1', 'POST', '/rpc/f')).toThrow('failed to parse filter (1)')
  })
})
