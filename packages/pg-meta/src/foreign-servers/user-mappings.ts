import { type Fragment, ident, nameLiteral, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { execute, executeDrop, raise, runtimeName, withTarget } from '../catalog/block.ts'
import { type ById, isById, oid } from '../catalog/identifiers.ts'
import { type ListOptions, pageClause } from '../catalog/list-options.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import { changeOptions, OptionChanges, Options, optionsClause, optionsObject } from './options.ts'

/** Who a role is on a foreign server. */
export const UserMapping = z.object({
  id: z.number().int(),
  server_id: z.number().int(),
  server: z.string(),
  /** 'public' for everybody without a mapping of their own: no role can be called that. */
  user: z.string(),
  /** Passwords among them, as they are; null when there are none, or Postgres does not show them to the current user. */
  options: Options.nullable(),
})
export type UserMapping = z.infer<typeof UserMapping>

export type UserMappingIdentifier = ById | { readonly server: string; readonly user: string }

export const CreateUserMapping = z.object({ server: z.string(), user: z.string(), options: Options.nullish() })
export type CreateUserMapping = z.infer<typeof CreateUserMapping>

export const UpdateUserMapping = z.object({ options: OptionChanges })
export type UpdateUserMapping = z.infer<typeof UpdateUserMapping>

export interface ListUserMappingsOptions extends Pick<ListOptions, 'limit' | 'offset'> {
  /** Only those on this server. */
  readonly server?: string | undefined
}

const select = sql`select m.umid::int8 as id, m.srvid::int8 as server_id, m.srvname::text as server, m.usename::text as user,
  case when m.umoptions is not null then ${optionsObject(sql`m.umoptions`)} end as options
from pg_catalog.pg_user_mappings m`

/** The user mappings by server and user. */
export function list({ server, ...page }: ListUserMappingsOptions = {}): Statement<z.ZodArray<typeof UserMapping>> {
  const text = sql`${select}
where ${server === undefined ? sql`true` : sql`m.srvname = ${nameLiteral(server)}`}
order by m.srvname, m.usename${pageClause(page)};`
  return listing(text, UserMapping)
}

/** @throws Error 'Must provide either id or server and user' */
export function retrieve(identifier: UserMappingIdentifier): Statement<z.ZodOptional<typeof UserMapping>> {
  return retrieval(sql`${select}\nwhere ${ofMapping(identifier)};`, UserMapping)
}

/** The options are in the text once, and nowhere else. */
export function create({ server, user, options }: CreateUserMapping): Command {
  return command(sql`create user mapping for ${ident(user)} server ${ident(server)}${optionsClause(options ?? {})};`)
}

/**
 * Errors don't quote the options. Who may not see the options of a mapping can't change those that it has.
 *
 * @throws Error 'Must provide either id or server and user'; in the database 'Cannot find user mapping with: …'
 */
export function update(identifier: UserMappingIdentifier, { options }: UpdateUserMapping): Command {
  const [user, server] = [runtimeName(sql`target.user`), runtimeName(sql`target.server`)]
  return command(
    onMapping(
      identifier,
      changeOptions(sql`target.options`, options, (changes) => execute`alter user mapping for ${user} server ${server} options (${changes})`),
    ),
  )
}

/** @throws Error as `update` */
export function remove(identifier: UserMappingIdentifier): Command {
  return command(onMapping(identifier, executeDrop`drop user mapping for ${runtimeName(sql`target.user`)} server ${runtimeName(sql`target.server`)}`))
}

function onMapping(identifier: UserMappingIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`m.usename as user, m.srvname as server, m.umoptions as options from pg_catalog.pg_user_mappings m
where ${ofMapping(identifier)}`
  const words = isById(identifier) ? `id = ${identifier.id}` : toText(condition(identifier, sql`id`, sql`server`, sql`user`))
  return withTarget(lookup, raise('missing', `Cannot find user mapping with: ${words}`), ...work)
}

function ofMapping(identifier: UserMappingIdentifier): Fragment {
  return condition(identifier, sql`m.umid`, sql`m.srvname`, sql`m.usename`)
}

function condition(identifier: UserMappingIdentifier, id: Fragment, server: Fragment, user: Fragment): Fragment {
  if (isById(identifier)) return sql`${id} = ${oid(identifier.id)}`
  const given: Partial<typeof identifier> = identifier
  if (given.server === undefined || given.user === undefined) throw new Error('Must provide either id or server and user')
  return sql`${server} = ${nameLiteral(given.server)} and ${user} = ${nameLiteral(given.user)}`
}
