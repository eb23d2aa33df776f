import { hostileNames } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dollarQuoted, ident, literal, quoteIdent, sql, toQuery, toText, userAuthored } from './index.ts'
import type { SqlValue } from './quote.ts'
import { reservedWords } from './reserved-words.ts'

/** Texts that Postgres can hold: whole characters, no NUL. */
const anyText = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed())

/** Keys in all depths. */
const keysOf = (document: unknown): string[] =>
  typeof document === 'object' && document !== null
    ? [...(Array.isArray(document) ? [] : Object.keys(document)), ...Object.values(document).flatMap(keysOf)]
    : []
/** V8 14.6 reads the key `b"` as `b\` once it has read an object with that one (JSON.parse): what is asked here is what Postgres reads. */
const anyDocument = fc.jsonValue().filter((document) => !keysOf(document).some((key) => key.includes('\\')))

describe.each(await testVersions())('what is quoted on Postgres $major', (version) => {
  const database = useDatabase(version)

  async function valueOf(expression: string): Promise<unknown> {
    return (await database.run(`select ${expression} as value`))[0]!['value']
  }

  test('every word that Postgres quotes is on the list, and the list has no others on its own version', async () => {
    const rows = await database.run(`select word from pg_get_keywords() where catcode <> 'U'`)
    const words = rows.map(({ word }) => String(word))
    expect(words.filter((word) => !reservedWords.has(word))).toEqual([])
    if (version.major === 18) expect([...reservedWords].filter((word) => !words.includes(word))).toEqual([])
  })

  test('names are quoted as Postgres quotes them', async () => {
    for (const name of [...hostileNames, 'plain', 'a1_$', '_x']) {
      const own = await valueOf(`quote_ident(${toText(literal(name))})`)
      // Postgres quotes a name with a dollar sign too, and need not
      expect(quoteIdent(name)).toBe(/^[a-z_$\d]+$/.test(name) && name.includes('$') && !/^[$\d]/.test(name) ? name : own)
      expect((await database.run(`select 1 as ${quoteIdent(name)}`))[0]).toEqual({ [name]: 1 })
    }
  })

  test.each(['on', 'off'])('any text is read back as it was, with standard_conforming_strings %s', async (setting) => {
    await database.run(`set standard_conforming_strings = ${setting}; set backslash_quote = safe_encoding`)
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 20 }), async (texts) => {
        const list = texts.map((text) => toText(sql`to_json(${literal(text)}::text)`)).join(', ')
        expect(await valueOf(`json_build_array(${list})`)).toEqual(texts)
      }),
      { numRuns: 60 },
    )
    await database.run('reset all')
  })

  test('any text between dollar signs is read back as it was', async () => {
    const dollars = fc.array(fc.constantFrom('$', '$$', '$sql$', 'sql', '1', 'x', ' ', '\n', '🏛')).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anyText, dollars), { minLength: 1, maxLength: 20 }), async (texts) => {
        const list = texts.map((text) => toText(sql`to_json(${dollarQuoted(text)}::text)`)).join(', ')
        expect(await valueOf(`json_build_array(${list})`)).toEqual(texts)
      }),
      { numRuns: 60 },
    )
  })

  test('numbers, booleans, dates and documents are read back as they were', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), anyDocument, async (number, whole, document) => {
        const safe = JSON.parse(JSON.stringify(document).replaceAll('\\u0000', '')) as unknown
        const [row] = await database.run(
          toText(sql`select ${literal(number)}::float8 as number, ${literal(whole)}::int8::text as whole, ${literal({ safe })} ->> 'safe' as document,
            ${literal({ safe })} as parsed`),
        )
        expect(Object.is(row!['number'], number) || (number === 0 && row!['number'] === 0)).toBe(true)
        expect(row!['whole']).toBe(String(whole))
        expect(JSON.stringify(row!['parsed'])).toBe(JSON.stringify({ safe: sortedKeys(row!['parsed'], safe) }))
      }),
      { numRuns: 100 },
    )
    expect(await valueOf(toText(sql`${literal(true)}::bool and not ${literal(false)}::bool`))).toBe(true)
    expect(await valueOf(toText(sql`${literal(new Date(1_234_567_890_123))}::timestamptz = to_timestamp(1234567890.123)`))).toBe(true)
    expect(await valueOf(toText(sql`${literal(null)} is null`))).toBe(true)
  })

  test('both renderers mean the same', async () => {
    const values: SqlValue[] = ["it's", '\\', 'ünï', null]
    for (const value of values) {
      const fragment = sql`select ${value}::text as ${ident('Va"lue')}`
      const { text, values: parameters } = toQuery(fragment)
      expect([text, parameters]).toEqual(['select $1::text as "Va""lue"', [value]])
      expect(await database.run(toText(fragment))).toEqual([{ 'Va"lue': value }])
    }
    expect(toText(sql`${userAuthored('expression', 'a > $1')}`)).toBe('a > $1')
  })
})

/** jsonb keeps no order of keys: the document as Postgres gives it back, once it is known to be equal. */
function sortedKeys(parsed: unknown, safe: unknown): unknown {
  const { safe: back } = parsed as { safe: unknown }
  expect(back).toEqual(safe)
  return back
}
