import { empty, type Fragment, ident, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, type ByName, identifierCondition } from '../catalog/identifiers.ts'
import { type ListOptions, pageClause } from '../catalog/list-options.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import { changeOptions, OptionChanges, Options, optionsClause, optionsObject } from './options.ts'

export const ForeignServer = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: z.string(),
  foreign_data_wrapper_name: z.string(),
  type: z.string().nullable(),
  version: z.string().nullable(),
  options: Options,
  comment: z.string().nullable(),
})
export type ForeignServer = z.infer<typeof ForeignServer>

export type ForeignServerIdentifier = ById | ByName

export const CreateForeignServer = z.object({
  name: z.string(),
  foreign_data_wrapper_name: z.string(),
  type: z.string().nullish(),
  version: z.string().nullish(),
  options: Options.optional(),
  /** The role that creates it when left out. */
  owner: z.string().optional(),
  comment: z.string().nullish(),
})
export type CreateForeignServer = z.infer<typeof CreateForeignServer>

/** What is left out stays as it is; a server's wrapper and type can't be changed. */
export const UpdateForeignServer = z.object({
  name: z.string().optional(),
  owner: z.string().optional(),
  version: z.string().nullish(),
  options: OptionChanges.optional(),
  comment: z.string().nullish(),
})
export type UpdateForeignServer = z.infer<typeof UpdateForeignServer>

export const RemoveForeignServer = z.object({ cascade: z.boolean().optional() })
export type RemoveForeignServer = z.infer<typeof RemoveForeignServer>

const columns = { id: sql`s.oid`, name: sql`s.srvname` }
const select = sql`select s.oid::int8 as id, s.srvname::text as name, pg_catalog.pg_get_userbyid(s.srvowner)::text as owner, w.fdwname::text as foreign_data_wrapper_name,
  s.srvtype as type, s.srvversion as version, ${optionsObject(sql`s.srvoptions`)} as options,
  pg_catalog.obj_description(s.oid, 'pg_foreign_server') as comment
from pg_catalog.pg_foreign_server s
join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw`

/** The foreign servers by name. */
export function list(page: Pick<ListOptions, 'limit' | 'offset'> = {}): Statement<z.ZodArray<typeof ForeignServer>> {
  return listing(sql`${select}\norder by s.srvname${pageClause(page)};`, ForeignServer)
}

/** @throws Error 'Must provide either id or name' */
export function retrieve(identifier: ForeignServerIdentifier): Statement<z.ZodOptional<typeof ForeignServer>> {
  return retrieval(sql`${select}\nwhere ${condition(identifier)};`, ForeignServer)
}

export function create(input: CreateForeignServer): Command {
  const { type, version, owner, comment } = input
  const name = ident(input.name)
  return command(
    sql`create server ${name}${word(sql`type`, type)}${word(sql`version`, version)} foreign data wrapper ${ident(input.foreign_data_wrapper_name)}${optionsClause(input.options)};`,
    ...(owner === undefined ? [] : [sql`alter server ${name} owner to ${ident(owner)};`]),
    ...(comment === undefined || comment === null ? [] : [sql`comment on server ${name} is ${literal(comment)};`]),
  )
}

function word(keyword: Fragment, value: string | null | undefined): Fragment {
  return value === undefined || value === null ? empty : sql` ${keyword} ${literal(value)}`
}

/** @throws Error 'Must provide either id or name'; in the database 'Cannot find foreign server with: …' */
export function update(identifier: ForeignServerIdentifier, { name, owner, version, options = {}, comment }: UpdateForeignServer): Command {
  const target = runtimeName(sql`target.name`)
  return command(
    onServer(
      identifier,
      changeOptions(sql`target.options`, options, (changes) => execute`alter server ${target} options (${changes})`),
      ...(version === undefined ? [] : [execute`alter server ${target} version ${literal(version)}`]),
      ...(comment === undefined ? [] : [execute`comment on server ${target} is ${literal(comment)}`]),
      ...(owner === undefined ? [] : [execute`alter server ${target} owner to ${ident(owner)}`]),
      // last, since the others name it
      ...(name === undefined ? [] : [sql`if target.name <> ${name} then ${execute`alter server ${target} rename to ${ident(name)}`} end if;`]),
    ),
  )
}

/** Restrict unless asked to take along its foreign tables and user mappings. @throws Error as `update` */
export function remove(identifier: ForeignServerIdentifier, { cascade = false }: RemoveForeignServer = {}): Command {
  return command(onServer(identifier, executeDrop`drop server ${runtimeName(sql`target.name`)} ${cascade ? sql`cascade` : sql`restrict`}`))
}

function onServer(identifier: ForeignServerIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`s.srvname as name, s.srvoptions as options from pg_catalog.pg_foreign_server s where ${condition(identifier)}`
  return withTarget(lookup, raise('missing', cannotFindWith('foreign server', identifier, columns, mustProvide.idOrName)), ...work)
}

function condition(identifier: ForeignServerIdentifier): Fragment {
  return identifierCondition(identifier, columns, mustProvide.idOrName)
}
