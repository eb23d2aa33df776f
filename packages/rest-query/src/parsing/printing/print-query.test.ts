import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition, Method, Operation, OrderTerm, ParsedRequest, Path, Query, SelectItem } from '../../request.ts'
import { RestError } from '../../rest-error.ts'
import { parseRequest } from '../parse-request.ts'
import { printQuery, type Values } from './print-query.ts'

const column = fc.oneof(
  fc.constantFrom('id', 'a b', 'a-b', 'a.b', 'order', 'and', 'not', 'select', 'count', 'inner', '1', 'é😀', '"', 'a\\', ' a', ',', ''),
  fc.string({ unit: 'grapheme', maxLength: 5 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
)
const text = fc.oneof(
  fc.constantFrom('', 'a,b', '(x)', '"', '\\', ' a ', '{a,b}', '{a', 'a}b', 'not.eq.1', 'null', 'é😀', '&=?#%+', '"a"b'),
  fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => value.isWellFormed() && !value.includes('\0')),
)
const word = fc.constantFrom('text', 'int4', 'double precision', 'my_type$1')
const key = fc.oneof(fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }), column, fc.constantFrom('5', '-5', '5a', 'a:b', '->', '@type', '007'))
const path: fc.Arbitrary<Path> = fc.record({
  column,
  steps: fc.array(fc.record({ arrow: fc.constantFrom('->' as const, '->>' as const), key }), { maxLength: 3 }),
})
const at = fc.array(column, { maxLength: 3 })
const digits = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String)

type Item<Kind> = Extract<SelectItem, { kind: Kind }>
const orNull = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null })
const { items } = fc.letrec<{ items: readonly SelectItem[] }>((tie) => ({
  items: fc.array(
    fc.oneof(
      { maxDepth: 3, depthIdentifier: 'items' },
      fc.constant<SelectItem>({ kind: 'all' }),
      fc.record<Item<'count'>>({ kind: fc.constant('count'), alias: orNull(column), cast: orNull(word) }),
      fc
        .record<Item<'column'>>({
          kind: fc.constant('column'),
          path,
          alias: orNull(column),
          cast: orNull(word),
          aggregate: orNull(fc.record({ function: fc.constantFrom('sum', 'avg', 'count', 'max', 'min'), cast: orNull(word) })),
        })
        // digits before a closing parenthesis are a key, whatever was meant
        .filter((item) => item.cast !== null || item.aggregate !== null || typeof item.path.steps.at(-1)?.key !== 'number'),
      fc
        .record<Item<'embed'>>({
          kind: fc.constant('embed'),
          target: column,
          alias: orNull(column),
          hint: orNull(column),
          join: fc.constantFrom('left', 'inner'),
          isSpread: fc.boolean(),
          select: tie('items'),
        })
        .map((item) => (item.isSpread ? { ...item, alias: null } : item)),
    ),
    { maxLength: 3, depthIdentifier: 'items' },
  ),
}))

/** Values of each kind, and the slots where a query finds them. */
const pool = fc.tuple(
  fc.array(text, { minLength: 4, maxLength: 4 }),
  fc.array(
    text.map((value) => value.replaceAll('*', '%')),
    { minLength: 2, maxLength: 2 },
  ),
  fc.array(fc.array(text, { maxLength: 3 }), { minLength: 2, maxLength: 2 }),
  fc.array(digits, { minLength: 2, maxLength: 2 }),
  fc.array(fc.array(fc.constantFrom('', '1', 'x', '{a}', 'eq1'), { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 2 }),
)
const slots = {
  text: fc.constantFrom(0, 1, 2, 3),
  pattern: fc.constantFrom(4, 5),
  list: fc.constantFrom(6, 7),
  number: fc.constantFrom(8, 9),
  argument: fc.constantFrom(10, 11),
}

const operation = fc.oneof<fc.Arbitrary<Operation>[]>(
  fc.record({
    kind: fc.constant('comparison'),
    operator: fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte', 'match', 'imatch'),
    quantifier: orNull(fc.constantFrom('any' as const, 'all' as const)),
    value: slots.text,
  }),
  fc.record({
    kind: fc.constant('comparison'),
    operator: fc.constantFrom('like', 'ilike'),
    quantifier: orNull(fc.constantFrom('any' as const, 'all' as const)),
    value: slots.pattern,
  }),
  fc.record({
    kind: fc.constant('comparison'),
    operator: fc.constantFrom('neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'),
    quantifier: fc.constant(null),
    value: slots.text,
  }),
  fc.record({ kind: fc.constant('in'), value: slots.list }),
  fc.record({ kind: fc.constant('is'), value: fc.constantFrom('null', 'not_null', 'true', 'false', 'unknown') }),
  fc.record({ kind: fc.constant('isdistinct'), value: slots.text }),
  fc.record({
    kind: fc.constant('search'),
    operator: fc.constantFrom('fts', 'plfts', 'phfts', 'wfts'),
    language: orNull(fc.constantFrom('english', 'my config')),
    value: slots.text,
  }),
)
const filter = fc.record<Extract<Condition, { kind: 'filter' }>>({ kind: fc.constant('filter'), path, isNegated: fc.boolean(), operation })
const group = (inner: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc.record({ kind: fc.constantFrom('and', 'or'), isNegated: fc.boolean(), conditions: fc.array(inner, { minLength: 1, maxLength: 3 }) })
const condition = fc.oneof(filter, group(fc.oneof(filter, group(filter))))
const term: fc.Arbitrary<OrderTerm> = fc
  .record({
    path,
    relation: orNull(column),
    direction: orNull(fc.constantFrom('asc' as const, 'desc' as const)),
    nulls: orNull(fc.constantFrom('first' as const, 'last' as const)),
  })
  .filter((item) => item.relation === null || typeof item.path.steps.at(-1)?.key !== 'number')
const names = orNull(fc.uniqueArray(column, { minLength: 1, maxLength: 3 }))
const levels = { maxLength: 3, selector: ({ at: level }: { at: readonly string[] }) => JSON.stringify(level) }
const query = fc.record<Query>({
  select: fc.oneof(fc.constant<readonly SelectItem[]>([{ kind: 'all' }]), items),
  filters: fc.array(fc.record({ at, condition }), { maxLength: 3 }),
  orders: fc.array(fc.record({ at, terms: fc.array(term, { minLength: 1, maxLength: 3 }) }), { maxLength: 2 }),
  limits: fc.uniqueArray(fc.record({ at, limit: slots.number }), levels),
  offsets: fc.uniqueArray(fc.record({ at, offset: slots.number }), levels),
  columns: names,
  onConflict: names,
  arguments: fc.oneof(
    fc.constant([]),
    fc.uniqueArray(fc.record({ name: column, value: slots.argument }), {
      maxLength: 3,
      selector: ({ name }) => name,
    }),
  ),
})
const queries = fc.record({ query, values: pool.map((kinds): Values => kinds.flat(1)) })

/** With values in the place of their slots, which are numbered in another order. */
function withValues(query: Query, values: Values): unknown {
  return JSON.parse(
    JSON.stringify(query, (name, value: unknown) =>
      typeof value === 'number' && (name === 'value' || name === 'limit' || name === 'offset') ? values[value] : value,
    ),
  )
}

function parse(search: string, method: Method = 'GET', path = '/t'): ParsedRequest {
  return parseRequest({ method, path, search, headers: {}, body: null })
}

function attempt(read: () => ParsedRequest): ParsedRequest | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RestError) return null
    throw error
  }
}

describe('a printed query', () => {
  test('is read as the query that was printed', () => {
    fc.assert(
      fc.property(queries, ({ query, values }) => {
        const parsed = parse(printQuery(query, values), 'GET', query.arguments.length > 0 ? '/rpc/f' : '/t')
        expect(withValues(parsed.request.query, parsed.values)).toEqual(withValues(query, values))
      }),
      { numRuns: 1_000 },
    )
  })

  test('has the same shape with other values', () => {
    fc.assert(
      fc.property(queries, ({ query, values }) => {
        const others = values.map((value) => (Array.isArray(value) ? ['other', 'list'] : String(value).match(/^\d+$/) ? '7' : 'x'))
        const path = query.arguments.length > 0 ? '/rpc/f' : '/t'
        const one = parse(printQuery(query, values), 'GET', path)
        const other = parse(printQuery(query, others), 'GET', path)
        expect(other.shape).toBe(one.shape)
        expect(other.request).toEqual(one.request)
      }),
      { numRuns: 500 },
    )
  })

  test('has the shape of another one only if they differ in values alone', () => {
    const edit = fc.record({
      at: fc.nat(),
      removed: fc.nat({ max: 2 }),
      added: fc.constantFrom('', ...Array.from('a1.,()"*:!&=->'), 'not.', '%22', 'eq'),
    })
    fc.assert(
      fc.property(queries, edit, ({ query, values }, { at: place, removed, added }) => {
        const path = query.arguments.length > 0 ? '/rpc/f' : '/t'
        const search = printQuery(query, values)
        const start = place % (search.length + 1)
        const edited = attempt(() => parse(search.slice(0, start) + added + search.slice(start + removed), 'GET', path))
        const before = parse(search, 'GET', path)
        if (edited !== null && edited.shape === before.shape) expect(edited.request).toEqual(before.request)
      }),
      { numRuns: 2_000 },
    )
  })

  test.for([
    ['select=id,name&id=eq.5&order=id.desc&limit=10', null],
    ['select=*,clients!inner(name),...owner!fk_owner(count())&clients.name=like.a*', null],
    ['or=(a.eq.1,not.and(b.is.null,c.in.(1,2)))', null],
    ['select=a:data->b->>0::int.sum()::text', 'select=a:data-%3Eb-%3E%3E0::int.sum()::text'],
    ['a=in.("x,y", z )', 'a=in.(%22x,y%22,%22%20z%20%22)'],
    ['a=eq.1+2', 'a=eq.1%202'],
    ['"order"=eq.1', '%22order%22=eq.1'],
  ] as const)('%s', ([search, printed]) => {
    const { request, values } = parse(search)
    expect(printQuery(request.query, values)).toBe(printed ?? search)
  })
})
