import { empty, type Fragment, ident, join, keyword, literal, sql, type SqlValue } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { qualified, QualifiedName, TypeName, typeName } from './type-name.ts'

export const identityGenerations = ['ALWAYS', 'BY DEFAULT'] as const

/** A whole number of any size: bigints are text in JSON. */
const Whole = z.union([z.number().int(), z.bigint(), z.string().regex(/^-?\d+$/)])
type Whole = z.infer<typeof Whole>

/** How a sequence counts; what is left out is Postgres's default for the type. */
export const SequenceOptions = z.object({
  start: Whole.nullish(),
  increment: Whole.nullish(),
  min_value: Whole.nullish(),
  max_value: Whole.nullish(),
  cache: Whole.nullish(),
  cycle: z.boolean().nullish(),
})
export type SequenceOptions = z.infer<typeof SequenceOptions>

/** Definition of a new column. */
export const ColumnDefinition = z.object({
  name: z.string(),
  type: TypeName,
  is_identity: z.boolean().optional(),
  /** BY DEFAULT when left out (spec §9). */
  identity_generation: z.enum(identityGenerations).nullish(),
  identity_options: SequenceOptions.extend({ sequence: QualifiedName.nullish() }).nullish(),
  /** true when left out, except in a primary key. */
  is_nullable: z.boolean().optional(),
  /** Name of the constraint that keeps NULL out; Postgres keeps it from 18 on. */
  not_null_name: z.string().nullish(),
  is_primary_key: z.boolean().optional(),
  is_unique: z.boolean().optional(),
  comment: z.string().nullish(),
  /** An expression. */
  check: z.string().nullish(),
  /** A value, or with the format `expression` an expression. */
  default_value: z.unknown().optional(),
  default_value_format: z.enum(['literal', 'expression']).optional(),
  /** Of a generated column, which is stored unless it is VIRTUAL (18 and later). */
  generation_expression: z.string().nullish(),
  generation_kind: z.enum(['STORED', 'VIRTUAL']).nullish(),
  collation: QualifiedName.nullish(),
  storage: z.enum(['PLAIN', 'EXTERNAL', 'EXTENDED', 'MAIN']).nullish(),
  compression: z.enum(['pglz', 'lz4']).nullish(),
  /** Entries that ANALYZE keeps of it. */
  statistics_target: z.number().int().nullish(),
})
export type ColumnDefinition = z.infer<typeof ColumnDefinition>

/**
 * A column as `create table` and `add column` take it, with the constraints that it carries itself.
 *
 * @throws Error 'Columns cannot both be identity and have a default value', or when it is generated and something else besides
 */
export function columnClause(column: ColumnDefinition): Fragment {
  const hasDefault = column.default_value !== undefined && column.default_value !== null
  checkSources(column.is_identity === true, hasDefault, isGiven(column.generation_expression))
  return join(
    [
      sql`${ident(column.name)} ${typeName(column.type)}`,
      ...(isGiven(column.collation) ? [sql`collate ${qualified(column.collation)}`] : []),
      ...(hasDefault ? [sql`default ${defaultValue(column.default_value, column.default_value_format, column.type)}`] : []),
      ...(column.is_identity === true ? [identityClause(column)] : []),
      ...(isGiven(column.generation_expression) ? [generationClause(column.generation_expression, column.generation_kind)] : []),
      ...(column.is_nullable === false
        ? [sql`${isGiven(column.not_null_name) ? sql`constraint ${ident(column.not_null_name)} ` : empty}not null`]
        : []),
      ...(column.is_primary_key === true ? [sql`primary key`] : []),
      ...(column.is_unique === true ? [sql`unique`] : []),
      ...(isGiven(column.check) ? [sql`check (${authoredExpression(column.check)})`] : []),
    ],
    sql` `,
  )
}

/** Properties set after the column is created: comment, storage and statistics. */
export function columnSettings(table: Fragment, { name, comment, storage, compression, statistics_target }: ColumnDefinition): Fragment[] {
  const alter = sql`alter table ${table} alter column ${ident(name)} set`
  return [
    ...(isGiven(storage) ? [sql`${alter} storage ${keyword(storage, ['PLAIN', 'EXTERNAL', 'EXTENDED', 'MAIN'])};`] : []),
    ...(isGiven(compression) ? [sql`${alter} compression ${ident(compression)};`] : []),
    ...(isGiven(statistics_target) ? [sql`${alter} statistics ${literal(statistics_target)};`] : []),
    ...(isGiven(comment) ? [sql`comment on column ${table}.${ident(name)} is ${literal(comment)};`] : []),
  ]
}

/** @throws Error when a column would take its values from two places */
export function checkSources(isIdentity: boolean, hasDefault: boolean, isGenerated: boolean): void {
  if (isIdentity && hasDefault) throw new Error('Columns cannot both be identity and have a default value')
  if (isGenerated && (isIdentity || hasDefault)) throw new Error('Generated columns cannot be identity or have a default value')
}

/** A value as a default: an array as Postgres writes arrays, or for the types json and jsonb as JSON; an object as jsonb. */
export function defaultValue(value: unknown, format: 'literal' | 'expression' = 'literal', type: TypeName = ''): Fragment {
  if (format === 'expression') return sql`(${authoredExpression(String(value))})`
  const name = typeof type === 'string' ? type : type.isArray === true ? '' : type.name
  const arrayAs = /^(pg_catalog\.)?jsonb?$/i.test(name) ? JSON.stringify : arrayText
  return literal(Array.isArray(value) ? arrayAs(value) : (value as SqlValue))
}

export function identityClause({
  identity_generation,
  identity_options,
}: Pick<ColumnDefinition, 'identity_generation' | 'identity_options'>): Fragment {
  const sequence = identity_options?.sequence
  const options = [...(isGiven(sequence) ? [sql`sequence name ${qualified(sequence)}`] : []), ...sequenceClauses(identity_options ?? {})]
  return sql`generated ${generation(identity_generation ?? 'BY DEFAULT')} as identity${options.length === 0 ? empty : sql` (${join(options, sql` `)})`}`
}

/** GENERATED ALWAYS AS is the standard's word for both kinds of generated columns. */
function generationClause(expression: string, kind: 'STORED' | 'VIRTUAL' | null | undefined): Fragment {
  return sql`generated always as (${authoredExpression(expression)}) ${keyword(kind ?? 'STORED', ['stored', 'virtual'])}`
}

export function generation(word: string): Fragment {
  return keyword(word, ['always', 'by default'])
}

/** `start with 1`, `increment by 1`, …: what is given. */
export function sequenceClauses({ start, increment, min_value, max_value, cache, cycle }: SequenceOptions): Fragment[] {
  const counts: readonly [Fragment, Whole | null | undefined][] = [
    [sql`increment by`, increment],
    [sql`minvalue`, min_value],
    [sql`maxvalue`, max_value],
    [sql`start with`, start],
    [sql`cache`, cache],
  ]
  const given = counts.flatMap(([words, value]) => (isGiven(value) ? [sql`${words} ${whole(value)}`] : []))
  return isGiven(cycle) ? [...given, cycle ? sql`cycle` : sql`no cycle`] : given
}

/** @throws Error when it is no whole number */
export function whole(value: Whole): Fragment {
  if (typeof value === 'string' && !/^-?\d+$/.test(value)) throw new Error(`Enter an integer instead of ${value}`)
  return literal(BigInt(value))
}

export function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null
}

function arrayText(values: readonly unknown[]): string {
  const entries = values.map((value) => {
    if (Array.isArray(value)) return arrayText(value)
    if (value === null || value === undefined) return 'NULL'
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${entries.join(',')}}`
}
