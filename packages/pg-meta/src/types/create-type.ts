import { empty, type Fragment, ident, join, literal, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { qualified, QualifiedName, TypeName, typeName } from '../columns/type-name.ts'
import { type Command, command } from '../statement.ts'

const named = {
  name: z.string(),
  /** public by default. */
  schema: z.string().optional(),
  owner: z.string().optional(),
  comment: z.string().nullish(),
}

/** An attribute of a composite type. */
export const TypeAttribute = z.object({ name: z.string(), type: TypeName, collation: QualifiedName.nullish() })
export type TypeAttribute = z.infer<typeof TypeAttribute>

/** A check of a domain: an expression over VALUE. Postgres names it by default. */
export const DomainCheck = z.object({ name: z.string().nullish(), expression: z.string() })
export type DomainCheck = z.infer<typeof DomainCheck>

export const CreateType = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('enum'),
    ...named,
    /** Labels of up to 63 bytes. */
    values: z.array(z.string()).readonly(),
  }),
  z.object({ kind: z.literal('composite'), ...named, attributes: z.array(TypeAttribute).readonly() }),
  z.object({
    kind: z.literal('domain'),
    ...named,
    base_type: TypeName,
    collation: QualifiedName.nullish(),
    /** An expression. */
    default_value: z.string().nullish(),
    not_null: z.boolean().optional(),
    checks: z.array(DomainCheck).readonly().optional(),
  }),
  z.object({
    kind: z.literal('range'),
    ...named,
    subtype: TypeName,
    /** A B-tree operator class; the type's default if left out. */
    subtype_opclass: QualifiedName.nullish(),
    collation: QualifiedName.nullish(),
    /** A function that returns the distance of two values as double precision, for indexes. */
    subtype_diff: QualifiedName.nullish(),
    /** The multirange type; Postgres names it if left out. */
    multirange: QualifiedName.nullish(),
  }),
])
export type CreateType = z.infer<typeof CreateType>

/** @throws Error for an enum value that is duplicate or too long, or for an expression that doesn't stay in its place */
export function create(input: CreateType): Command {
  const { name, schema = 'public', owner, comment } = input
  const type = ident(schema, name)
  return command(
    sql`create ${input.kind === 'domain' ? sql`domain` : sql`type`} ${type} as ${body(input)};`,
    ...(comment === undefined || comment === null ? [] : [sql`comment on type ${type} is ${literal(comment)};`]),
    ...(owner === undefined ? [] : [sql`alter type ${type} owner to ${ident(owner)};`]),
  )
}

/** Writes the labels of an enum. @throws Error for a duplicate label, or one that Postgres can't store */
export function enumLabels(values: readonly string[]): Fragment {
  const twice = values.find((value, index) => values.indexOf(value) < index)
  if (twice !== undefined) throw new Error(`Duplicate value: ${twice}`)
  return join(values.map(enumLabel))
}

/** @throws Error for a label that Postgres can't store: with NUL, or over 63 bytes */
export function enumLabel(value: string): Fragment {
  return value === '' ? literal('') : nameLiteral(value)
}

export function attributeClause({ name, type, collation }: TypeAttribute): Fragment {
  return sql`${ident(name)} ${typeName(type)}${collate(collation)}`
}

export function checkClause({ name, expression }: DomainCheck): Fragment {
  return sql`${name === undefined || name === null ? empty : sql`constraint ${ident(name)} `}check (${authoredExpression(expression)})`
}

export function collate(collation: QualifiedName | null | undefined): Fragment {
  return collation === undefined || collation === null ? empty : sql` collate ${qualified(collation)}`
}

function body(input: CreateType): Fragment {
  if (input.kind === 'enum') return sql`enum (${enumLabels(input.values)})`
  if (input.kind === 'composite') return sql`(${join(input.attributes.map(attributeClause))})`
  if (input.kind === 'range') return sql`range (${join(rangeClauses(input))})`
  const { base_type: base, collation, default_value: value, not_null: isRequired = false, checks = [] } = input
  const clauses = [
    sql`${typeName(base)}${collate(collation)}`,
    ...(value === undefined || value === null ? [] : [sql`default (${authoredExpression(value)})`]),
    ...(isRequired ? [sql`not null`] : []),
    ...checks.map(checkClause),
  ]
  return join(clauses, sql` `)
}

function rangeClauses(input: Extract<CreateType, { kind: 'range' }>): Fragment[] {
  const names = {
    subtype_opclass: input.subtype_opclass,
    collation: input.collation,
    subtype_diff: input.subtype_diff,
    multirange_type_name: input.multirange,
  }
  return [
    sql`subtype = ${typeName(input.subtype)}`,
    ...Object.entries(names).flatMap(([key, value]) => (value === undefined || value === null ? [] : [sql`${ident(key)} = ${qualified(value)}`])),
  ]
}
