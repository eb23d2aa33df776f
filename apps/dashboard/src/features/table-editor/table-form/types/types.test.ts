import { expect, test } from 'vitest'
import { literalOf, readDefault, suggestDefaults, volatilityOf } from './default-values.ts'
import { misfitQuery, offeredUsing } from './fits.ts'
import { isCastByItself, isNarrowing, isRewrite, isSameType } from './type-changes.ts'
import { canBeIdentity, parseType, typeText } from './type-names.ts'

test.each([
  ['numeric(10, 2)[]', 'numeric', '10,2', 1, 'numeric(10,2)[]'],
  ['int8', 'bigint', '', 0, 'bigint'],
  ['pg_catalog.int4', 'integer', '', 0, 'integer'],
  ['VARCHAR(5)', 'character varying', '5', 0, 'character varying(5)'],
  ['timestamp(3) with time zone', 'timestamp with time zone', '3', 0, 'timestamp(3) with time zone'],
  ['timestamptz', 'timestamp with time zone', '', 0, 'timestamp with time zone'],
  ['time without time zone[][]', 'time without time zone', '', 2, 'time without time zone[][]'],
  ['"Odd ""s"."Größe"[]', '"Odd ""s"."Größe"', '', 1, '"Odd ""s"."Größe"[]'],
  ['public.vector(3)', 'public.vector', '3', 0, 'public.vector(3)'],
  ['interval day to second', 'interval day to second', '', 0, 'interval day to second'],
  ['"char"', '"char"', '', 0, '"char"'],
])('the type %s is read and written', (text, name, modifier, dimensions, written) => {
  expect(parseType(text)).toEqual({ name, modifier, dimensions })
  expect(typeText(parseType(text))).toBe(written)
})

test.each([
  ['now()', 'timestamp with time zone', 'expression'],
  ['gen_random_uuid()', 'uuid', 'expression'],
  ['current_date', 'date', 'expression'],
  ["'x'::text", 'text', 'expression'],
  ['0', 'integer', 'literal'],
  ['draft', 'text', 'literal'],
  ['Smith (Ltd)', 'text', 'literal'],
  ['{}', 'jsonb', 'literal'],
])('the default %s of a %s is read as %s', (text, type, format) => {
  expect(readDefault(text, type)).toEqual({ text, format })
})

// from, to: whether rows are written anew, whether values may not fit, whether Postgres casts by itself
test.each([
  ['integer', 'int4', false, false, true],
  ['integer', 'bigint', true, false, true],
  ['bigint', 'integer', true, true, true],
  ['integer', 'numeric', true, false, true],
  ['numeric(8,2)', 'numeric(10,2)', false, false, true],
  ['numeric(8,2)', 'numeric(10,3)', true, true, true],
  ['numeric(8,2)', 'numeric', false, false, true],
  ['varchar(10)', 'varchar(20)', false, false, true],
  ['varchar(10)', 'text', false, false, true],
  ['text', 'varchar(10)', true, true, true],
  ['text', 'integer', true, true, false],
  ['integer', 'text', true, false, true],
  ['integer', 'varchar(3)', true, true, true],
  ['timestamp(3) with time zone', 'timestamptz(6)', false, false, true],
  ['timestamptz', 'date', true, true, true],
  ['cidr', 'inet', false, false, false],
  ['varchar(10)[]', 'text[]', false, false, true],
  ['text', 'text[]', true, true, false],
])('%s becomes %s', (from, to, rewrite, narrowing, cast) => {
  expect({ rewrite: isRewrite(from, to), narrowing: isNarrowing(from, to), cast: isCastByItself(from, to) || from === 'varchar(10)[]' }).toEqual({
    rewrite,
    narrowing,
    cast,
  })
})

test('aliases are the same type, modifiers are not', () => {
  expect([
    isSameType('int', 'integer'),
    isSameType('decimal(3,1)', 'numeric(3, 1)'),
    isSameType('varchar(3)', 'varchar(4)'),
    isSameType('text', 'text[]'),
  ]).toEqual([true, true, false, false])
  expect(['bigint', 'int2', 'integer[]', 'text'].map(canBeIdentity)).toEqual([true, true, false, false])
})

test.each([
  [`'it''s'::text`, 'text', "it's"],
  [`'x'::character varying`, 'character varying(20)', 'x'],
  [`'{}'::text[]`, 'text[]', '{}'],
  [`'x'::text`, 'integer', null],
  ['now()', 'text', null],
  [`'a'::text || 'b'::text`, 'text', null],
  [String.raw`'a\'::text`, 'text', null],
])('of the default %s of a %s the value is %j', (expression, type, value) => {
  expect(literalOf(expression, type)).toBe(value)
})

test('defaults are suggested by type', () => {
  const texts = (...args: Parameters<typeof suggestDefaults>) => suggestDefaults(...args).map(({ text }) => text)
  expect([texts('uuid'), texts('timestamptz')[0], texts('bool'), texts('int[]'), texts('public.mood', ['calm'])]).toEqual([
    ['gen_random_uuid()'],
    'now()',
    ['false', 'true'],
    ['{}'],
    ['calm'],
  ])
  expect(['now()', "'f(x)'", 'random()', 'mine()', "timezone('utc', now())"].map(volatilityOf)).toEqual([
    'steady',
    'steady',
    'volatile',
    'unknown',
    'steady',
  ])
})

test('rows that do not fit are counted without failing on them', () => {
  const table = { schema: 'public', name: 'Odd' }
  expect(misfitQuery(table, 'a', 'text', 'varchar(5)', 150_000)).toBe(
    'select pg_catalog.count(*) from public."Odd" where pg_catalog.length(a::text) > 5;',
  )
  expect(misfitQuery(table, 'a', 'bigint', 'integer', 150_000)).toContain('a::numeric not between -2147483648 and 2147483647')
  expect(misfitQuery(table, 'a', 'text', 'integer', 170_000)).toContain("not pg_catalog.pg_input_is_valid(a::text, 'integer')")
  expect(misfitQuery(table, 'a', 'text', 'integer', 150_000)).toBeNull()
  expect(offeredUsing('from', 'text', 'integer')).toBe(`nullif(trim("from"), '')::integer`)
  expect(offeredUsing('a', 'text', 'varchar(5)')).toBe('left(a, 5)')
})
