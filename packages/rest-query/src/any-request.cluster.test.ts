import { openRawRows, type RawRows } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Asking } from './example/asking.ts'
import { exampleCatalog } from './example/catalog.ts'
import { exampleSchema } from './example/schema.ts'

const catalog = exampleCatalog()
const tables = [...catalog.relations.values()].map(({ name }) => name)
const columnsOf = (name: string): string[] => [...catalog.relations.get(`api\0${name}`)!.columns.keys()]
const columns = [...new Set(tables.flatMap(columnsOf))]

/** What can be embedded in a relation, and what that is. */
const embeddable = (name: string): { target: string; to: string }[] =>
  (catalog.relationships.get(`api\0${name}`) ?? []).map((relationship) => {
    const to = relationship.to.slice('api\0'.length)
    return { target: relationship.kind === 'computed' ? relationship.function : to, to }
  })

const table = fc.constantFrom(...tables)
const oddColumn = fc.constantFrom('full_title', 'nope', '"odd name"', 'select', `"x${'y'.repeat(80)}"`)
const step = fc.constantFrom('->a', '->>name', '->studio->>name', '->0', "->>it's", '->"q\\"x"')
const alias = fc.constantFrom('', '', 'x:', '"y z":')
const cast = fc.constantFrom('', '', '', '::text', '::int', '::numeric', '::jsonb', '::varchar', '::double precision')
const aggregate = fc.constantFrom('', '', '', '', '', '.count()', '.max()', '.sum()::text')

const rarely = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd })
const pathOf = (name: string): fc.Arbitrary<string> => {
  const column = rarely(fc.constantFrom(...columnsOf(name)), oddColumn)
  const parts = name === 'films' ? fc.tuple(fc.constantFrom('metadata', 'info', 'tags', 'period'), step) : fc.tuple(column, step)
  return fc.oneof({ weight: 6, arbitrary: column }, { weight: 1, arbitrary: parts.map((both) => both.join('')) })
}

const value = fc.oneof(
  fc.constantFrom('1', 'x', '', "it's", '2020-01-01', '{1,2}', '[1,5)', '{"a":1}', 'true', 'é', '\\', '"'),
  fc.string({ maxLength: 6 }).filter((text) => !text.includes('\0')),
)
const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'isdistinct',
  'fts',
  'plfts(english)',
  'phfts',
  'wfts',
  'eq(any)',
  'like(all)',
]
const operator = fc.constantFrom(...operators)
const operation = fc.oneof(
  fc.tuple(operator, value).map(([name, text]) => `${name}.${text}`),
  fc.constantFrom('eq.1', 'neq.2', 'is.null', 'is.not_null', 'is.true', 'in.(1,2)', 'in.()', 'in.("a,b","c\\"d")'),
)
const negation = fc.constantFrom('', '', 'not.')
const safeOperation = fc.constantFrom('eq.1', 'not.in.(1,2)', 'is.null', 'not.is.null', 'gt.0')

interface Part {
  readonly select: string
  readonly parameters: readonly string[]
}

/** What is asked of a relation, and of those that it embeds. */
function partOf(name: string, at: string, depth: number): fc.Arbitrary<Part> {
  const possible = depth === 0 ? [] : embeddable(name)
  const embed = fc.tuple(
    possible.length === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...possible), { freq: 2 }),
    fc.constantFrom('', '', 'e:', '...'),
    fc.constantFrom('', '', '', '!inner', '!left', '!roles', '!billing', '!supervisor_id'),
  )
  return embed.chain(([found, before, hint]) => {
    const called = found === null ? null : before === 'e:' ? 'e' : found.target
    const inner = found === null ? fc.constant(null) : partOf(found.to, `${at}${called}.`, depth - 1)
    const path = pathOf(name)
    const parameter = (key: string, text: string): string => `${encodeURIComponent(at + key)}=${encodeURIComponent(text)}`
    const presence = called === null ? [] : [fc.constantFrom('is.null', 'not.is.null').map((text) => parameter(called, text))]
    const logic = fc
      .tuple(
        negation,
        fc.constantFrom('and', 'or'),
        fc.array(fc.tuple(called === null ? path : rarely(path, fc.constant(called)), safeOperation), { minLength: 1, maxLength: 2 }),
      )
      .map(([not, kind, list]) => parameter(not + kind, `(${list.map((pair) => pair.join('.')).join(',')},not.and(${columnsOf(name)[0]}.eq.1))`))
    const term =
      called === null || found === null
        ? path
        : rarely(
            path,
            pathOf(found.to).map((one) => `${called}(${one})`),
          )
    const order = fc
      .array(fc.tuple(term, fc.constantFrom('', '.asc', '.desc.nullslast')), { minLength: 1, maxLength: 2 })
      .map((terms) => parameter('order', terms.map((both) => both.join('')).join(',')))
    const filter = fc.tuple(path, negation, operation).map(([key, not, text]) => parameter(key, not + text))
    const window = fc.tuple(fc.constantFrom('limit', 'offset'), fc.nat(3)).map(([key, number]) => parameter(key, String(number)))
    return fc
      .record({
        items: fc.array(
          rarely(
            fc.oneof(
              fc.constant('*'),
              fc.tuple(alias, path, cast).map((parts) => parts.join('')),
            ),
            fc.oneof(
              fc.constantFrom('count()', 'n:count()::text'),
              fc.tuple(alias, path, cast, aggregate).map((parts) => parts.join('')),
            ),
          ),
          { maxLength: 3 },
        ),
        inner,
        parameters: fc.array(fc.oneof(filter, logic, order, window, ...presence), { maxLength: 2 }),
      })
      .map(({ items, inner: below, parameters }) => ({
        select: [...items, ...(below === null ? [] : [`${before}${found!.target}${hint}(${below.select})`])].join(','),
        parameters: [...parameters, ...(below?.parameters ?? [])],
      }))
  })
}

const queryOf = (name: string): fc.Arbitrary<string> =>
  partOf(name, '', 3).map(({ select, parameters }) => [...(select === '' ? [] : [`select=${encodeURIComponent(select)}`]), ...parameters].join('&'))
const asked = table.chain((name) => fc.tuple(fc.constant(name), queryOf(name)))
const accept = fc.constantFrom(
  ...Array.from<string>({ length: 8 }).fill('*/*'),
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'text/csv',
  'application/x-titles',
  'application/vnd.pgrst.plan+json',
)
const prefer = fc
  .tuple(
    fc.constantFrom('', 'return=representation', 'return=representation', 'return=headers-only'),
    fc.constantFrom('', 'count=exact', 'count=planned', 'count=estimated'),
    fc.constantFrom('', 'resolution=merge-duplicates', 'resolution=ignore-duplicates'),
    fc.constantFrom('', 'missing=default'),
    fc.constantFrom('', '', '', 'handling=strict, max-affected=1'),
  )
  .map((parts) => ['tx=rollback', ...parts].filter((part) => part !== '').join(', '))
const row = fc.dictionary(fc.constantFrom(...columns, 'nope'), fc.oneof(fc.constant(null), fc.nat(200), value, fc.constant({ a: [1] })), {
  maxKeys: 4,
})
const body = fc.oneof(
  row,
  row.map((one) => [one, one]),
  fc.constant([]),
  fc.constant(1),
)

/** A mistake in SQL of ours, and not in what was asked. */
const ours = /^(?:42601|42P01|42P02|42P18|42702|42712|XX)/

/** What text search says of values, with the code of a syntax error. */
const ofValues = /ts(?:query|vector)|no escaped character/

describe.each(await testVersions())('any request on Postgres $major', (version) => {
  const database = useDatabase(version, exampleSchema)
  let rows: RawRows
  let example: Asking
  beforeAll(async () => {
    rows = await openRawRows(database.target)
    example = new Asking(catalog, rows.run)
  })
  afterAll(() => rows[Symbol.asyncDispose]())

  /** Rows one by one make the same reply as rows in one value. */
  const checkPortions = async (address: string, asked: Parameters<Asking['ask']>[1]): Promise<void> => {
    const { status, headers: all, body } = await example.ask(address, asked)
    const { 'Server-Timing': _time, ...headers } = all
    if (status < 300) expect(await example.ask(address, { ...asked, arePortionsWanted: true })).toMatchObject({ status, headers, body })
  }
  const check = async (address: string, asked: Parameters<Asking['ask']>[1]): Promise<void> => {
    const { status, content, cause } = await example.ask(address, asked)
    if (status >= 400 && content !== null) {
      const { code, message } = content as { code: string; message: string }
      if (ours.test(code) && !ofValues.test(message)) expect.fail(`${code} ${message}\n${address}\n${String(cause)}`)
    }
  }

  test('a read has a statement that Postgres understands', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.constantFrom('GET', 'GET', 'HEAD'), accept, prefer, async ([name, search], method, type, preferred) => {
        await check(`/${name}?${search}`, { method, headers: { accept: type, prefer: preferred } })
        await checkPortions(`/${name}?${search}`, { method, headers: { accept: type, prefer: preferred } })
      }),
      { numRuns: 300 },
    )
  })

  test('a write has a statement that Postgres understands', async () => {
    await fc.assert(
      fc.asyncProperty(
        asked,
        fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'),
        accept,
        prefer,
        body,
        async ([name, search], method, type, preferred, sent) => {
          const key =
            method === 'PUT'
              ? catalog.relations
                  .get(`api\0${name}`)!
                  .primaryKey.map((one) => `${one}=eq.1`)
                  .join('&')
              : search
          await check(`/${name}?${key}`, { method, headers: { accept: type, prefer: preferred }, ...(method === 'DELETE' ? {} : { body: sent }) })
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a call has a statement that Postgres understands', async () => {
    const call = fc.constantFrom('films_of?director=1', 'film?id=1', 'pairs?n=2', 'titles?', 'add_them?a=1', 'rename?id=1&title=x', 'page?', 'touch?')
    await fc.assert(
      fc.asyncProperty(call, queryOf('films'), fc.constantFrom('GET', 'HEAD'), accept, prefer, async (name, search, method, type, preferred) => {
        await check(`/rpc/${name}&${search}`, { method, headers: { accept: type, prefer: preferred } })
        await checkPortions(`/rpc/${name}&${search}`, { method, headers: { accept: type, prefer: preferred } })
      }),
      { numRuns: 150 },
    )
  })
})
