import { empty, type Fragment, ident, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { runtimeName } from '../catalog/block.ts'
import { type Hole, type Writer } from '../catalog/writers.ts'
import { TypeName, typeName } from '../columns/type-name.ts'
import { attributeClause, checkClause, collate, DomainCheck, enumLabel, TypeAttribute } from './create-type.ts'

/** Changes of an enum. New values can be used once the transaction has committed (Postgres documentation, ALTER TYPE). */
const ValueChange = z.union([
  z.object({
    add: z.string(),
    /** An existing value; without either, the new value comes last. */
    before: z.string().optional(),
    after: z.string().optional(),
    if_not_exists: z.boolean().optional(),
  }),
  z.object({ rename: z.string(), to: z.string() }),
])
type ValueChange = z.infer<typeof ValueChange>

/** Changes of a composite type; `cascade` includes tables created from the type. */
const AttributeChange = z.union([
  z.object({ add: TypeAttribute, cascade: z.boolean().optional() }),
  z.object({ alter: z.string(), type: TypeName, collation: TypeAttribute.shape.collation, cascade: z.boolean().optional() }),
  z.object({ rename: z.string(), to: z.string(), cascade: z.boolean().optional() }),
  z.object({ drop: z.string(), cascade: z.boolean().optional() }),
])
type AttributeChange = z.infer<typeof AttributeChange>

/** Changes of a domain. A check added as not valid applies to new rows only, until it is validated. */
const CheckChange = z.union([
  z.object({ add: DomainCheck, not_valid: z.boolean().optional() }),
  z.object({ validate: z.string() }),
  z.object({ rename: z.string(), to: z.string() }),
  z.object({ drop: z.string(), cascade: z.boolean().optional() }),
])
type CheckChange = z.infer<typeof CheckChange>

/** Fields that are left out don't change. Values, attributes and checks change in the given order. */
export const UpdateType = z.object({
  name: z.string().optional(),
  schema: z.string().optional(),
  owner: z.string().optional(),
  comment: z.string().nullish(),
  values: z.array(ValueChange).readonly().optional(),
  attributes: z.array(AttributeChange).readonly().optional(),
  checks: z.array(CheckChange).readonly().optional(),
  /** For a domain: an expression, or null for none. */
  default_value: z.string().nullish(),
  /** For a domain. */
  not_null: z.boolean().optional(),
})
export type UpdateType = z.infer<typeof UpdateType>

export const target = { name: runtimeName(sql`target.name`), schema: runtimeName(sql`target.schema`) }

/** Returns the statements of an update; the surrounding block provides `target.schema` and `target.name`. */
export function changes({ run, unless, move, moved }: Writer, of: Readonly<Record<'name' | 'schema', Hole>>, input: UpdateType): Fragment[] {
  const { name, schema, owner, comment, default_value: value, not_null: isRequired } = input
  return [
    ...(input.values ?? []).flatMap(valueChange).map((change) => run`alter type ${of.schema}.${of.name} ${change}`),
    ...(input.attributes ?? []).map((change) => run`alter type ${of.schema}.${of.name} ${attributeChange(change)}`),
    ...[
      ...(input.checks ?? []).map(checkChange),
      ...(value === undefined ? [] : [value === null ? sql`drop default` : sql`set default (${authoredExpression(value)})`]),
      ...(isRequired === undefined ? [] : [isRequired ? sql`set not null` : sql`drop not null`]),
    ].map((change) => run`alter domain ${of.schema}.${of.name} ${change}`),
    ...(comment === undefined ? [] : [run`comment on type ${of.schema}.${of.name} is ${literal(comment)}`]),
    ...(owner === undefined ? [] : [run`alter type ${of.schema}.${of.name} owner to ${ident(owner)}`]),
    ...(schema === undefined ? [] : [move(schema, run`alter type ${of.schema}.${of.name} set schema ${ident(schema)}`)]),
    ...(name === undefined ? [] : [unless(sql`target.name`, name, run`alter type ${moved(of.schema, schema)}.${of.name} rename to ${ident(name)}`)]),
  ]
}

function valueChange(change: ValueChange): Fragment[] {
  if ('rename' in change) return change.rename === change.to ? [] : [sql`rename value ${enumLabel(change.rename)} to ${enumLabel(change.to)}`]
  const { add, before, after, if_not_exists: isOptional = false } = change
  if (before !== undefined && after !== undefined) throw new Error('Add a value before or after another one, not both')
  const neighbour = before ?? after
  const place = neighbour === undefined ? empty : sql` ${before === undefined ? sql`after` : sql`before`} ${enumLabel(neighbour)}`
  return [sql`add value ${isOptional ? sql`if not exists ` : empty}${enumLabel(add)}${place}`]
}

function attributeChange(change: AttributeChange): Fragment {
  return sql`${attributeWords(change)} ${change.cascade === true ? sql`cascade` : sql`restrict`}`
}

function attributeWords(change: AttributeChange): Fragment {
  if ('add' in change) return sql`add attribute ${attributeClause(change.add)}`
  if ('alter' in change) return sql`alter attribute ${ident(change.alter)} type ${typeName(change.type)}${collate(change.collation)}`
  if ('rename' in change) return sql`rename attribute ${ident(change.rename)} to ${ident(change.to)}`
  return sql`drop attribute ${ident(change.drop)}`
}

function checkChange(change: CheckChange): Fragment {
  if ('add' in change) return sql`add ${checkClause(change.add)}${change.not_valid === true ? sql` not valid` : empty}`
  if ('validate' in change) return sql`validate constraint ${ident(change.validate)}`
  if ('rename' in change) return sql`rename constraint ${ident(change.rename)} to ${ident(change.to)}`
  return sql`drop constraint ${ident(change.drop)} ${change.cascade === true ? sql`cascade` : sql`restrict`}`
}
