import { empty, type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type ByName, identifierCondition } from '../catalog/identifiers.ts'
import { type ListOptions, pageClause } from '../catalog/list-options.ts'
import { mustProvide } from '../catalog/messages.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'

/** `login` exists since Postgres 17. */
export const eventTriggerEvents = ['ddl_command_start', 'ddl_command_end', 'table_rewrite', 'sql_drop', 'login'] as const

export const EventTrigger = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: z.string(),
  event: z.enum(eventTriggerEvents),
  /** The commands it is for, such as CREATE TABLE; null for all. */
  tags: z.array(z.string()).nullable(),
  enabled_mode: z.enum(['DISABLED', 'ORIGIN', 'REPLICA', 'ALWAYS']),
  function_schema: z.string(),
  function_name: z.string(),
  comment: z.string().nullable(),
})
export type EventTrigger = z.infer<typeof EventTrigger>

export type EventTriggerIdentifier = ById | ByName

/** ENABLED and ORIGIN are the same. */
const switches = {
  DISABLED: sql`disable`,
  ENABLED: sql`enable`,
  ORIGIN: sql`enable`,
  ALWAYS: sql`enable always`,
  REPLICA: sql`enable replica`,
} as const
const EnabledMode = z.enum(['DISABLED', 'ENABLED', 'ORIGIN', 'ALWAYS', 'REPLICA'])
type EnabledMode = z.infer<typeof EnabledMode>

export const CreateEventTrigger = z.object({
  name: z.string(),
  event: z.enum(eventTriggerEvents),
  tags: z.array(z.string()).nullish(),
  /** public when left out. */
  function_schema: z.string().optional(),
  /** A function without arguments that returns event_trigger. */
  function_name: z.string(),
  /** ENABLED when left out. */
  enabled_mode: EnabledMode.optional(),
  /** The role that creates it when left out; a superuser. */
  owner: z.string().optional(),
  comment: z.string().nullish(),
})
export type CreateEventTrigger = z.infer<typeof CreateEventTrigger>

/** What is left out stays as it is; an event trigger's event, commands and function can't be changed. */
export const UpdateEventTrigger = z.object({
  name: z.string().optional(),
  owner: z.string().optional(),
  enabled_mode: EnabledMode.optional(),
  comment: z.string().nullish(),
})
export type UpdateEventTrigger = z.infer<typeof UpdateEventTrigger>

export const RemoveEventTrigger = z.object({ cascade: z.boolean().optional() })
export type RemoveEventTrigger = z.infer<typeof RemoveEventTrigger>

const columns = { id: sql`e.oid`, name: sql`e.evtname` }
const select = sql`select e.oid::int8 as id, e.evtname::text as name, pg_catalog.pg_get_userbyid(e.evtowner)::text as owner, e.evtevent::text as event, e.evttags as tags,
  case e.evtenabled when 'D' then 'DISABLED' when 'R' then 'REPLICA' when 'A' then 'ALWAYS' else 'ORIGIN' end as enabled_mode,
  n.nspname::text as function_schema, p.proname::text as function_name, pg_catalog.obj_description(e.oid, 'pg_event_trigger') as comment
from pg_catalog.pg_event_trigger e
join pg_catalog.pg_proc p on p.oid = e.evtfoid
join pg_catalog.pg_namespace n on n.oid = p.pronamespace`

/** The event triggers by name, in which order Postgres fires them. */
export function list(page: Pick<ListOptions, 'limit' | 'offset'> = {}): Statement<z.ZodArray<typeof EventTrigger>> {
  return listing(sql`${select}\norder by e.evtname${pageClause(page)};`, EventTrigger)
}

/** @throws Error 'Must provide either id or name' */
export function retrieve(identifier: EventTriggerIdentifier): Statement<z.ZodOptional<typeof EventTrigger>> {
  return retrieval(sql`${select}\nwhere ${condition(identifier)};`, EventTrigger)
}

/** @throws Error when there is no such event */
export function create(input: CreateEventTrigger): Command {
  const { event, tags, function_schema: schema = 'public', function_name: called, enabled_mode: mode, owner, comment } = input
  if (!eventTriggerEvents.includes(event)) throw new Error(`Not a valid keyword: ${event}`)
  const name = ident(input.name)
  const filter = isGiven(tags) && tags.length > 0 ? sql` when tag in (${join(tags.map((tag) => literal(tag)))})` : empty
  return command(
    sql`create event trigger ${name} on ${ident(event)}${filter} execute function ${ident(schema, called)}();`,
    ...(mode === undefined ? [] : [sql`alter event trigger ${name} ${switchOf(mode)};`]),
    ...(owner === undefined ? [] : [sql`alter event trigger ${name} owner to ${ident(owner)};`]),
    ...(isGiven(comment) ? [sql`comment on event trigger ${name} is ${literal(comment)};`] : []),
  )
}

/** @throws Error 'Must provide either id or name'; in the database 'Cannot find event trigger' */
export function update(identifier: EventTriggerIdentifier, { name, owner, enabled_mode: mode, comment }: UpdateEventTrigger): Command {
  const target = runtimeName(sql`target.name`)
  return command(
    onEventTrigger(
      identifier,
      ...(mode === undefined ? [] : [execute`alter event trigger ${target} ${switchOf(mode)}`]),
      ...(owner === undefined ? [] : [execute`alter event trigger ${target} owner to ${ident(owner)}`]),
      ...(comment === undefined ? [] : [execute`comment on event trigger ${target} is ${literal(comment)}`]),
      // last, since the others name it
      ...(name === undefined ? [] : [sql`if target.name <> ${name} then ${execute`alter event trigger ${target} rename to ${ident(name)}`} end if;`]),
    ),
  )
}

/** Restrict unless asked to take along what depends on it. @throws Error as `update` */
export function remove(identifier: EventTriggerIdentifier, { cascade = false }: RemoveEventTrigger = {}): Command {
  return command(
    onEventTrigger(identifier, executeDrop`drop event trigger ${runtimeName(sql`target.name`)} ${cascade ? sql`cascade` : sql`restrict`}`),
  )
}

function switchOf(mode: EnabledMode): Fragment {
  if (!Object.hasOwn(switches, mode)) throw new Error(`Not a valid keyword: ${mode}`)
  return switches[mode]
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null
}

function onEventTrigger(identifier: EventTriggerIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`e.evtname as name from pg_catalog.pg_event_trigger e where ${condition(identifier)}`
  return withTarget(lookup, raise('missing', 'Cannot find event trigger'), ...work)
}

function condition(identifier: EventTriggerIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrName)
}
