import { type Fragment, ident, join, keyword, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type ByTableAndName, identifierCondition } from '../catalog/identifiers.ts'
import { type ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { mustProvide } from '../catalog/messages.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { type Hole, inBlock, plainly, type Writer } from '../catalog/writers.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import { activations, detailFields, events, orientations, Trigger, TriggerDetails, triggerFields, triggerSources } from './trigger-row.ts'

export { Trigger, TriggerDetails } from './trigger-row.ts'

export type TriggerIdentifier = ById | ByTableAndName

const eventInput = z.string().refine((word) => events.some((event) => event === word.toUpperCase()), 'INSERT, UPDATE, DELETE or TRUNCATE')

export const CreateTrigger = z.object({
  name: z.string(),
  /** public by default. */
  schema: z.string().optional(),
  table: z.string(),
  /** public by default. */
  function_schema: z.string().optional(),
  function_name: z.string(),
  /** What the function finds in TG_ARGV. */
  function_args: z.array(z.string()).readonly().optional(),
  activation: z.enum(activations),
  events: z.array(eventInput).readonly(),
  /** STATEMENT by default, as in Postgres; ROW where nothing else is possible: INSTEAD OF, and constraint triggers. */
  orientation: z.enum(orientations).optional(),
  /** An expression over OLD and NEW. */
  condition: z.string().nullish(),
  /** UPDATE OF these; any when left out. */
  columns: z.array(z.string()).readonly().optional(),
  /** CREATE CONSTRAINT TRIGGER, which can be deferred: AFTER … FOR EACH ROW only. */
  is_constraint: z.boolean().optional(),
  is_deferrable: z.boolean().optional(),
  is_initially_deferred: z.boolean().optional(),
  /** Names for the rows before and after, as tables that the function reads. */
  old_table: z.string().nullish(),
  new_table: z.string().nullish(),
  comment: z.string().nullish(),
})
export type CreateTrigger = z.infer<typeof CreateTrigger>

/** Words of ALTER TABLE by mode (spec §4); ORIGIN, as rows say it, is ENABLED. */
const switches = {
  DISABLED: sql`disable trigger`,
  ENABLED: sql`enable trigger`,
  ORIGIN: sql`enable trigger`,
  ALWAYS: sql`enable always trigger`,
  REPLICA: sql`enable replica trigger`,
} as const

/** What is left out stays as it is. */
export const UpdateTrigger = z.object({
  name: z.string().optional(),
  enabled_mode: z.enum(['DISABLED', 'ENABLED', 'ORIGIN', 'ALWAYS', 'REPLICA']).optional(),
  comment: z.string().nullish(),
})
export type UpdateTrigger = z.infer<typeof UpdateTrigger>

export const RemoveTrigger = z.object({ cascade: z.boolean().optional() })
export type RemoveTrigger = z.infer<typeof RemoveTrigger>

const columns = { id: sql`t.oid`, name: sql`t.tgname`, schema: sql`n.nspname`, table: sql`c.relname` }

/**
 * The triggers of the tables and views that the current user may access. What a partition has from its table's trigger is a part of
 * that, and not listed.
 */
export function list(options: ListOptions = {}): Statement<z.ZodArray<typeof Trigger>> {
  const text = sql`select ${triggerFields}\n${triggerSources}
  and t.tgparentid = '0' and ${isVisibleRelation('c')} and ${schemaCondition(columns.schema, options)}
order by n.nspname, c.relname, t.tgname${pageClause(options)};`
  return listing(text, Trigger)
}

/** @throws Error 'Must provide either id or name, schema and table' */
export function retrieve(identifier: TriggerIdentifier): Statement<z.ZodOptional<typeof Trigger>> {
  return retrieval(sql`select ${triggerFields}\n${triggerSources}\n  and ${condition(identifier)};`, Trigger)
}

/** Its comment, and what makes it beyond a row. @throws Error as `retrieve` */
export function retrieveDetails(identifier: TriggerIdentifier): Statement<z.ZodOptional<typeof TriggerDetails>> {
  return retrieval(sql`select ${detailFields}\n${triggerSources}\n  and ${condition(identifier)};`, TriggerDetails)
}

/** @throws Error when it has no event, or says what only another kind of trigger has */
export function create(input: CreateTrigger): Command {
  const { name, schema = 'public', function_schema: functionSchema = 'public', function_args: args = [], comment } = input
  const isConstraint = input.is_constraint === true
  const orientation = input.orientation ?? (isConstraint || input.activation === 'INSTEAD OF' ? 'ROW' : 'STATEMENT')
  const on = sql`${ident(name)} on ${ident(schema, input.table)}`
  const clauses = [
    sql`create ${isConstraint ? sql`constraint trigger` : sql`trigger`} ${ident(name)}`,
    sql`${keyword(input.activation, activations)} ${eventList(input)} on ${ident(schema, input.table)}`,
    ...deferral(input),
    ...transitionTables(input),
    sql`for each ${keyword(orientation, orientations)}`,
    ...(input.condition === undefined || input.condition === null ? [] : [sql`when (${authoredExpression(input.condition)})`]),
    sql`execute function ${ident(functionSchema, input.function_name)}(${join(args.map((arg) => literal(arg)))});`,
  ]
  return command(
    join(clauses, sql`\n`),
    ...(comment === undefined || comment === null ? [] : [sql`comment on trigger ${on} is ${literal(comment)};`]),
  )
}

/**
 * @throws Error 'Must provide either id or name, schema and table'; in the database 'Cannot find trigger'
 */
export function update(identifier: TriggerIdentifier, input: UpdateTrigger): Command {
  return command(onTrigger(identifier, ...changes(inBlock, target, input)))
}

/** The same in plain statements, for people to read and migrations to keep. What is not there is Postgres's own error (42704 or 42P01). */
export function updateByName({ schema, table, name }: ByTableAndName, input: UpdateTrigger): Command {
  return command(...changes(plainly, { name: ident(name), schema: ident(schema), table: ident(table) }, input))
}

function changes(
  { run, unless }: Writer,
  of: Readonly<Record<'name' | 'schema' | 'table', Hole>>,
  { name, enabled_mode: mode, comment }: UpdateTrigger,
): Fragment[] {
  return [
    ...(mode === undefined ? [] : [run`alter table ${of.schema}.${of.table} ${switchOf(mode)} ${of.name}`]),
    ...(comment === undefined ? [] : [run`comment on trigger ${of.name} on ${of.schema}.${of.table} is ${literal(comment)}`]),
    // last, since the others name it
    ...(name === undefined
      ? []
      : [unless(sql`target.name`, name, run`alter trigger ${of.name} on ${of.schema}.${of.table} rename to ${ident(name)}`)]),
  ]
}

/** Restrict unless asked to take along what depends on it. @throws Error as `update` */
export function remove(identifier: TriggerIdentifier, { cascade = false }: RemoveTrigger = {}): Command {
  const drop = executeDrop`drop trigger ${target.name} on ${target.schema}.${target.table} ${cascade ? sql`cascade` : sql`restrict`}`
  return command(onTrigger(identifier, drop))
}

const target = { name: runtimeName(sql`target.name`), schema: runtimeName(sql`target.schema`), table: runtimeName(sql`target.table`) }

function eventList({ events: given, columns: of = [] }: CreateTrigger): Fragment {
  const words = [...new Set(given.map((word) => word.toUpperCase()))]
  if (words.length === 0) throw new Error('A trigger needs at least one event')
  if (of.length > 0 && !words.includes('UPDATE')) throw new Error('Only a trigger on UPDATE can list columns')
  const list = words.map((word) =>
    word === 'UPDATE' && of.length > 0 ? sql`update of ${join(of.map((column) => ident(column)))}` : keyword(word, events),
  )
  return join(list, sql` or `)
}

function deferral(input: CreateTrigger): Fragment[] {
  const isDeferred = input.is_initially_deferred === true
  const isDeferrable = input.is_deferrable ?? isDeferred
  if (isDeferred && !isDeferrable) throw new Error('An initially deferred trigger must be deferrable')
  if (isDeferrable && input.is_constraint !== true) throw new Error('Only a constraint trigger can be deferrable')
  return isDeferrable ? [isDeferred ? sql`deferrable initially deferred` : sql`deferrable`] : []
}

function transitionTables({ old_table: before, new_table: after }: CreateTrigger): Fragment[] {
  const tables = [
    ...(before === undefined || before === null ? [] : [sql`old table as ${ident(before)}`]),
    ...(after === undefined || after === null ? [] : [sql`new table as ${ident(after)}`]),
  ]
  return tables.length === 0 ? [] : [sql`referencing ${join(tables, sql` `)}`]
}

/** @throws Error when a word is no mode */
export function switchOf(mode: keyof typeof switches): Fragment {
  if (!Object.hasOwn(switches, mode)) throw new Error(`Not a valid keyword: ${mode}`)
  return switches[mode]
}

function onTrigger(identifier: TriggerIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`t.tgname as name, n.nspname as schema, c.relname as table ${triggerSources} and ${condition(identifier)}`
  return withTarget(lookup, raise('missing', 'Cannot find trigger'), ...work)
}

function condition(identifier: TriggerIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrNameSchemaAndTable)
}
