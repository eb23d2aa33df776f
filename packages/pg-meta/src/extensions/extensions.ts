import { empty, type Fragment, ident, literal, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { block, execute, raise } from '../catalog/block.ts'
import type { ByName } from '../catalog/identifiers.ts'
import { type ListOptions, pageClause } from '../catalog/list-options.ts'
import { inBlock, plainly, type Writer } from '../catalog/writers.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'

/** An extension that the server offers (spec §3). */
export const Extension = z.object({
  name: z.string(),
  /** Where it is installed; null when it is not. */
  schema: z.string().nullable(),
  default_version: z.string().nullable(),
  installed_version: z.string().nullable(),
  comment: z.string().nullable(),
})
export type Extension = z.infer<typeof Extension>

export const CreateExtension = z.object({
  name: z.string(),
  /** Where its control file says when left out, else the first schema of the search path. */
  schema: z.string().optional(),
  /** The default one when left out. */
  version: z.string().optional(),
  /** Whether to install what it needs too. */
  cascade: z.boolean().optional(),
})
export type CreateExtension = z.infer<typeof CreateExtension>

/** What is left out stays as it is. */
export const UpdateExtension = z.object({
  /** To `version`, else to the default one. */
  update: z.boolean().optional(),
  version: z.string().optional(),
  schema: z.string().optional(),
})
export type UpdateExtension = z.infer<typeof UpdateExtension>

export const RemoveExtension = z.object({ cascade: z.boolean().optional() })
export type RemoveExtension = z.infer<typeof RemoveExtension>

const select = sql`select e.name::text, n.nspname::text as schema, e.default_version, x.extversion as installed_version, e.comment
from pg_catalog.pg_available_extensions() e
left join pg_catalog.pg_extension x on x.extname = e.name
left join pg_catalog.pg_namespace n on n.oid = x.extnamespace`

/** Every extension that the server offers, installed or not, by name. */
export function list(options: Pick<ListOptions, 'limit' | 'offset'> = {}): Statement<z.ZodArray<typeof Extension>> {
  return listing(sql`${select}\norder by e.name${pageClause(options)};`, Extension)
}

export function retrieve({ name }: ByName): Statement<z.ZodOptional<typeof Extension>> {
  return retrieval(sql`${select}\nwhere e.name = ${nameLiteral(name)};`, Extension)
}

/** @throws Error in the database 'Extension already exists' */
export function create({ name, schema, version, cascade = false }: CreateExtension): Command {
  const options = sql`${schema === undefined ? empty : sql` schema ${ident(schema)}`}${version === undefined ? empty : sql` version ${literal(version)}`}`
  return command(
    block(
      empty,
      sql`if ${isInstalled(name)} then ${raise('exists', 'Extension already exists')} end if;`,
      execute`create extension ${ident(name)}${options}${cascade ? sql` cascade` : empty}`,
    ),
  )
}

/** @throws Error when `update` is false and there is a `version`; in the database 'Extension does not exist' */
export function update(name: string, input: UpdateExtension): Command {
  return command(onInstalled(name, ...changes(inBlock, name, input)))
}

/** The same in plain statements, for people to read and migrations to keep. What is not there is Postgres's own error (42704). */
export function updateByName(name: string, input: UpdateExtension): Command {
  return command(...changes(plainly, name, input))
}

function changes({ run }: Writer, name: string, { update: isUpdated, version, schema }: UpdateExtension): Fragment[] {
  if (isUpdated === false && version !== undefined) throw new Error('A version is only allowed with update')
  return [
    ...(isUpdated === true || version !== undefined
      ? [run`alter extension ${ident(name)} update${version === undefined ? empty : sql` to ${literal(version)}`}`]
      : []),
    ...(schema === undefined ? [] : [run`alter extension ${ident(name)} set schema ${ident(schema)}`]),
  ]
}

/** Restrict unless asked to take along what depends on it (spec §4). @throws Error as `update` */
export function remove(name: string, { cascade = false }: RemoveExtension = {}): Command {
  return command(onInstalled(name, execute`drop extension ${ident(name)} ${cascade ? sql`cascade` : sql`restrict`}`))
}

function onInstalled(name: string, ...work: readonly Fragment[]): Fragment {
  return block(empty, sql`if not ${isInstalled(name)} then ${raise('missing', 'Extension does not exist')} end if;`, ...work)
}

function isInstalled(name: string): Fragment {
  return sql`exists (select 1 from pg_catalog.pg_extension where extname = ${nameLiteral(name)})`
}
