import { type Fragment, ident, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type ByName, identifierCondition, isById } from '../catalog/identifiers.ts'
import { type ListOptions, pageClause, schemaCondition } from '../catalog/list-options.ts'
import { mustProvide } from '../catalog/messages.ts'
import { type Hole, inBlock, plainly, type Writer } from '../catalog/writers.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'

export const Schema = z.object({ id: z.number().int(), name: z.string(), owner: z.string(), comment: z.string().nullable() })
export type Schema = z.infer<typeof Schema>

export type SchemaIdentifier = ById | ByName

export const CreateSchema = z.object({
  name: z.string(),
  /** The role that creates it when left out. */
  owner: z.string().optional(),
  comment: z.string().nullish(),
})
export type CreateSchema = z.infer<typeof CreateSchema>

/** What is left out stays as it is. */
export const UpdateSchema = CreateSchema.partial()
export type UpdateSchema = z.infer<typeof UpdateSchema>

export const RemoveSchema = z.object({ cascade: z.boolean().optional() })
export type RemoveSchema = z.infer<typeof RemoveSchema>

const columns = { id: sql`n.oid`, name: sql`n.nspname` }
const select = sql`select n.oid::int8 as id, n.nspname::text as name, pg_catalog.pg_get_userbyid(n.nspowner)::text as owner,
  pg_catalog.obj_description(n.oid, 'pg_namespace') as comment
from pg_catalog.pg_namespace n`

/** The schemas that the current user may look into, `public` first. */
export function list(options: ListOptions = {}): Statement<z.ZodArray<typeof Schema>> {
  const text = sql`${select}
where (pg_catalog.pg_has_role(n.nspowner, 'USAGE') or pg_catalog.has_schema_privilege(n.oid, 'CREATE, USAGE'))
  and n.nspname !~ '^pg_(temp|toast_temp)_'
  and ${schemaCondition(columns.name, options)}
order by n.nspname <> 'public', n.nspname${pageClause(options)};`
  return listing(text, Schema)
}

/** @throws Error 'Must provide either id or name' */
export function retrieve(identifier: SchemaIdentifier): Statement<z.ZodOptional<typeof Schema>> {
  return retrieval(sql`${select}\nwhere ${condition(identifier)};`, Schema)
}

export function create({ name, owner, comment }: CreateSchema): Command {
  return command(
    owner === undefined ? sql`create schema ${ident(name)};` : sql`create schema ${ident(name)} authorization ${ident(owner)};`,
    ...(comment === undefined || comment === null ? [] : [sql`comment on schema ${ident(name)} is ${literal(comment)};`]),
  )
}

/**
 * @throws Error 'Must provide either id or name'; in the database 'Cannot find schema with id …'
 */
export function update(identifier: SchemaIdentifier, input: UpdateSchema): Command {
  return command(onSchema(identifier, ...changes(inBlock, runtimeName(sql`target.name`), input)))
}

/** The same in plain statements, for people to read and migrations to keep. What is not there is Postgres's own error (3F000). */
export function updateByName(schema: string, input: UpdateSchema): Command {
  return command(...changes(plainly, ident(schema), input))
}

function changes({ run, unless }: Writer, target: Hole, { name, owner, comment }: UpdateSchema): Fragment[] {
  return [
    ...(owner === undefined ? [] : [run`alter schema ${target} owner to ${ident(owner)}`]),
    ...(comment === undefined ? [] : [run`comment on schema ${target} is ${literal(comment)}`]),
    // last, since the others name it
    ...(name === undefined ? [] : [unless(sql`target.name`, name, run`alter schema ${target} rename to ${ident(name)}`)]),
  ]
}

/** Restrict unless asked to take along what is in it (spec §5). @throws Error as `update` */
export function remove(identifier: SchemaIdentifier, { cascade = false }: RemoveSchema = {}): Command {
  const target = runtimeName(sql`target.name`)
  return command(onSchema(identifier, executeDrop`drop schema ${target} ${cascade ? sql`cascade` : sql`restrict`}`))
}

function onSchema(identifier: SchemaIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`n.nspname as name from pg_catalog.pg_namespace n where ${condition(identifier)}`
  return withTarget(lookup, raise('missing', `Cannot find schema with ${isById(identifier) ? 'id' : 'name'} ${nameOrId(identifier)}`), ...work)
}

function nameOrId(identifier: SchemaIdentifier): string {
  return isById(identifier) ? String(identifier.id) : identifier.name
}

function condition(identifier: SchemaIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrName)
}
