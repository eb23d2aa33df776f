import { type Fragment, ident, join, keyword, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredType } from '../catalog/authored.ts'
import { type Command, command } from '../statement.ts'
import { argumentList, identityList } from './arguments.ts'
import { isStandardBody, standardBody, textBody } from './body.ts'
import { behaviors, parallelModes } from './function-row.ts'
import { settingClause } from './settings.ts'

/** Properties that can be set on creation and changed later. */
const properties = {
  strict: z.boolean().optional(),
  /** Only superusers may say so. */
  leakproof: z.boolean().optional(),
  parallel: z.enum(parallelModes).optional(),
  /** In units of cpu_operator_cost; 1 or 100 when left out, by language. */
  cost: z.number().positive().optional(),
  /** How many rows the planner expects of a function that returns a set. */
  rows: z.number().positive().optional(),
  owner: z.string().optional(),
  comment: z.string().nullish(),
}

export const CreateFunction = z.object({
  name: z.string(),
  /** The body. In SQL it may also be one of the standard: BEGIN ATOMIC … END or RETURN …. */
  definition: z.string(),
  /** As SQL writes them: "a integer", "inout b text default 'x'", "variadic rest text[]" */
  args: z.array(z.string()).readonly().optional(),
  /** VOLATILE by default (spec §9). */
  behavior: z.enum(behaviors).optional(),
  /** Values as SQL writes them or as rows hold them; "FROM CURRENT" is the session's. */
  config_params: z.record(z.string(), z.string()).nullish(),
  /** public by default. */
  schema: z.string().optional(),
  /** sql by default. */
  language: z.string().optional(),
  /** void by default: "integer", "setof users", "table (id integer)". */
  return_type: z.string().optional(),
  security_definer: z.boolean().optional(),
  type: z.enum(['function', 'procedure']).optional(),
  ...properties,
})
export type CreateFunction = z.infer<typeof CreateFunction>

/** What is left out stays as it is. */
export const UpdateFunction = CreateFunction.pick({ name: true, definition: true, schema: true, behavior: true, security_definer: true })
  .partial()
  .extend({
    /** Settings by name; null takes one away. */
    config_params: z.record(z.string(), z.string().nullable()).optional(),
    ...properties,
  })
export type UpdateFunction = z.infer<typeof UpdateFunction>

/** @throws Error when a procedure is to have what only functions have, or a text in it could leave its place */
export function create(input: CreateFunction): Command {
  const { schema = 'public', name, args = [], language = 'sql', definition, type = 'function', config_params: settings } = input
  const routine = sql`${ident(schema, name)}(${identityList(args)})`
  const clauses = [
    sql`create ${keyword(type, ['function', 'procedure'])} ${ident(schema, name)}(${argumentList(args)})`,
    ...(type === 'procedure' ? procedureClauses(input) : [sql`returns ${authoredType(input.return_type ?? 'void')}`]),
    sql`language ${ident(language)}`,
    ...(type === 'procedure' ? [] : propertyClauses({ ...input, behavior: input.behavior ?? 'VOLATILE' })),
    input.security_definer === true ? sql`security definer` : sql`security invoker`,
    ...Object.entries(settings ?? {}).map(([key, value]) => settingClause(key, value)),
    language === 'sql' && isStandardBody(definition) ? standardBody(definition) : textBody(definition),
  ]
  return command(
    sql`${join(clauses, sql`\n`)};`,
    ...(input.comment === undefined || input.comment === null ? [] : [sql`comment on routine ${routine} is ${literal(input.comment)};`]),
    ...(input.owner === undefined ? [] : [sql`alter routine ${routine} owner to ${ident(input.owner)};`]),
  )
}

/** The clauses that CREATE and ALTER share, each of them only when it is given. */
export function propertyClauses(input: Omit<UpdateFunction, 'config_params'>): Fragment[] {
  return [
    ...(input.behavior === undefined ? [] : [keyword(input.behavior, behaviors)]),
    ...(input.strict === undefined ? [] : [input.strict ? sql`strict` : sql`called on null input`]),
    ...(input.leakproof === undefined ? [] : [input.leakproof ? sql`leakproof` : sql`not leakproof`]),
    ...(input.parallel === undefined ? [] : [sql`parallel ${keyword(input.parallel, parallelModes)}`]),
    ...(input.cost === undefined ? [] : [sql`cost ${positive(input.cost)}`]),
    ...(input.rows === undefined ? [] : [sql`rows ${positive(input.rows)}`]),
  ]
}

function procedureClauses({
  return_type: returnType = 'void',
  behavior = 'VOLATILE',
  strict,
  leakproof,
  parallel,
  cost,
  rows,
}: CreateFunction): Fragment[] {
  const isPlain =
    ['', 'void'].includes(returnType) && behavior === 'VOLATILE' && [strict, leakproof, parallel, cost, rows].every((value) => value === undefined)
  if (!isPlain) throw new Error('A procedure can’t have a return type, behavior, strictness, parallel mode, cost or rows')
  return []
}

function positive(value: number): Fragment {
  if (!Number.isFinite(value) || value <= 0) throw new Error(`cost and rows must be greater than 0, not ${value}`)
  return literal(value)
}
