import { empty, type Fragment, ident, join, keyword, sql, userAuthored } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { isGiven } from '../columns/column-definition.ts'
import { QualifiedName } from '../columns/type-name.ts'
import { elementClause, IndexElement, Parameters, parameterList } from '../indexes/index-element.ts'

export const referentialActions = ['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT'] as const

const named = {
  /** Postgres chooses one if left out. */
  name: z.string().nullish(),
  comment: z.string().nullish(),
}
const deferrable = { is_deferrable: z.boolean().optional(), is_initially_deferred: z.boolean().optional() }
const key = {
  columns: z.array(z.string()),
  /** Columns that its index includes beyond the key. */
  include: z.array(z.string()).optional(),
  /** Whether the last column is a range during which keys hold (18 and later). */
  is_temporal: z.boolean().optional(),
  storage_parameters: Parameters.nullish(),
}
const checked = {
  /** false adds it as NOT VALID, without checking existing rows. */
  is_validated: z.boolean().optional(),
  /** false: never checked (18 and later). */
  is_enforced: z.boolean().optional(),
}

export const PrimaryKey = z.object({ type: z.literal('primary'), ...named, ...key, ...deferrable })
export const UniqueConstraint = z.object({
  type: z.literal('unique'),
  ...named,
  ...key,
  ...deferrable,
  /** 15 and later */
  nulls_not_distinct: z.boolean().optional(),
})
export const ForeignKey = z.object({
  type: z.literal('foreign'),
  ...named,
  columns: z.array(z.string()),
  /** Defaults to the table's primary key. */
  target: z.object({ schema: z.string().nullish(), table: z.string(), columns: z.array(z.string()).optional() }),
  is_temporal: z.boolean().optional(),
  match: z.enum(['SIMPLE', 'FULL']).optional(),
  on_update: z.enum(referentialActions).optional(),
  on_delete: z.enum(referentialActions).optional(),
  /** Columns that SET NULL and SET DEFAULT set; all key columns by default (15 and later). */
  on_delete_columns: z.array(z.string()).optional(),
  ...deferrable,
  ...checked,
})
export const CheckConstraint = z.object({
  type: z.literal('check'),
  ...named,
  expression: z.string(),
  /** Whether inheriting tables don't get it. */
  no_inherit: z.boolean().optional(),
  ...checked,
})
export const ExclusionConstraint = z.object({
  type: z.literal('exclude'),
  ...named,
  /** gist by default. */
  method: z.string().optional(),
  elements: z.array(IndexElement.extend({ operator: QualifiedName })),
  include: z.array(z.string()).optional(),
  /** An expression. */
  predicate: z.string().nullish(),
  storage_parameters: Parameters.nullish(),
  ...deferrable,
})

/** Definition of a new constraint. */
export const ConstraintDefinition = z.discriminatedUnion('type', [PrimaryKey, UniqueConstraint, ForeignKey, CheckConstraint, ExclusionConstraint])
export type ConstraintDefinition = z.infer<typeof ConstraintDefinition>

/**
 * Writes a constraint for CREATE TABLE and ADD.
 *
 * @throws Error if it has no columns or elements, or if the numbers of columns differ
 */
export function constraintClause(constraint: ConstraintDefinition): Fragment {
  return sql`${isGiven(constraint.name) ? sql`constraint ${ident(constraint.name)} ` : empty}${bodies[constraint.type](constraint as never)}`
}

type Definition<Type> = Extract<ConstraintDefinition, { type: Type }>
type Bodies = { readonly [Type in ConstraintDefinition['type']]: (constraint: Definition<Type>) => Fragment }

const bodies: Bodies = {
  primary: (constraint) => sql`primary key ${keyBody(constraint)}${timing(constraint)}`,
  unique: (constraint) =>
    sql`unique ${constraint.nulls_not_distinct === true ? sql`nulls not distinct ` : empty}${keyBody(constraint)}${timing(constraint)}`,
  check: ({ expression, no_inherit, ...rest }) =>
    sql`check (${authoredExpression(expression)})${no_inherit === true ? sql` no inherit` : empty}${validity(rest)}`,
  exclude: ({ method, elements, include, predicate, ...rest }) => {
    if (elements.length === 0) throw new Error('An exclusion constraint needs at least one element')
    const list = elements.map((element) => sql`${elementClause(element)} with ${operator(element.operator)}`)
    return sql`exclude using ${ident(method ?? 'gist')} (${join(list)})${included(include)}${withParameters(rest.storage_parameters)}${
      isGiven(predicate) ? sql` where (${authoredExpression(predicate)})` : empty
    }${timing(rest)}`
  },
  foreign: foreignBody,
}

function foreignBody(constraint: Definition<'foreign'>): Fragment {
  const { columns, target, match, on_update, on_delete, on_delete_columns = [], is_temporal } = constraint
  const targetColumns = target.columns ?? []
  if (targetColumns.length > 0 && targetColumns.length !== columns.length) throw new Error('A foreign key must have as many columns as it references')
  return sql`foreign key (${columnList(columns, is_temporal === true ? sql`period ` : empty)}) references ${ident(target.schema ?? null, target.table)}${
    targetColumns.length === 0 ? empty : sql` (${columnList(targetColumns, is_temporal === true ? sql`period ` : empty)})`
  }${match === undefined ? empty : sql` match ${keyword(match, ['simple', 'full'])}`}${
    on_update === undefined ? empty : sql` on update ${keyword(on_update, referentialActions)}`
  }${on_delete === undefined ? empty : sql` on delete ${keyword(on_delete, referentialActions)}`}${
    on_delete_columns.length === 0 ? empty : sql` (${columnList(on_delete_columns)})`
  }${timing(constraint)}${validity(constraint)}`
}

function keyBody({ columns, include, is_temporal, storage_parameters }: Definition<'primary'> | Definition<'unique'>): Fragment {
  return sql`(${columnList(columns)}${is_temporal === true ? sql` without overlaps` : empty})${included(include)}${withParameters(storage_parameters)}`
}

/** @throws Error if there are none */
export function columnList(names: readonly string[], beforeLast: Fragment = empty): Fragment {
  if (names.length === 0) throw new Error('A constraint needs at least one column')
  return join(names.map((name, index) => (index === names.length - 1 ? sql`${beforeLast}${ident(name)}` : ident(name))))
}

export function included(names: readonly string[] = []): Fragment {
  return names.length === 0 ? empty : sql` include (${columnList(names)})`
}

export function withParameters(parameters: Parameters | null | undefined): Fragment {
  const list = parameterList(parameters)
  return list === empty ? empty : sql` with${list}`
}

/** Writes DEFERRABLE and INITIALLY DEFERRED if they differ from the defaults. @throws Error for a deferred constraint that isn't deferrable */
export function timing({
  is_deferrable,
  is_initially_deferred,
}: {
  is_deferrable?: boolean | undefined
  is_initially_deferred?: boolean | undefined
}): Fragment {
  if (is_initially_deferred === true) {
    if (is_deferrable === false) throw new Error('An initially deferred constraint must be deferrable')
    return sql` deferrable initially deferred`
  }
  return is_deferrable === true ? sql` deferrable` : empty
}

function validity({ is_validated, is_enforced }: { is_validated?: boolean | undefined; is_enforced?: boolean | undefined }): Fragment {
  if (is_enforced === false) return sql` not enforced`
  return is_validated === false ? sql` not valid` : empty
}

/** The characters of operators (Postgres documentation, 4.1.3). */
const operatorForm = /^[-+*/<>=~!@#%^&|`?]+$/

/** @throws Error if the name has characters that operators can't have */
function operator({ schema, name }: QualifiedName): Fragment {
  if (!operatorForm.test(name) || name.includes('--') || name.includes('/*')) throw new Error(`Not an operator: ${name}`)
  const written = userAuthored('expression', name)
  return isGiven(schema) ? sql`operator(${ident(schema)}.${written})` : written
}
