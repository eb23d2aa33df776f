import { empty, type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, runtimeName, withoutContext, withTarget } from '../catalog/block.ts'
import { type Command, command } from '../statement.ts'
import { SettingValue, settingAssignment, settingName } from './role-settings.ts'
import { missingRole, type RoleIdentifier, roleLookup } from './role-row.ts'

const attributes = {
  isSuperuser: z.boolean().optional(),
  canCreateDb: z.boolean().optional(),
  canCreateRole: z.boolean().optional(),
  /** true by default. */
  inheritRole: z.boolean().optional(),
  canLogin: z.boolean().optional(),
  isReplicationRole: z.boolean().optional(),
  canBypassRls: z.boolean().optional(),
  /** -1 by default: none (spec §9). */
  connectionLimit: z.number().int().min(-1).optional(),
  /** null for none, and none by default. */
  password: z.string().nullish(),
  /** When the password expires, in Postgres's format; null for never. */
  validUntil: z.string().nullish(),
  comment: z.string().nullish(),
}

export const CreateRole = z.object({
  name: z.string(),
  ...attributes,
  /** Roles it becomes a member of. */
  memberOf: z.array(z.string()).optional(),
  /** Roles that become members of it. */
  members: z.array(z.string()).optional(),
  /** Members that can add other members. */
  admins: z.array(z.string()).optional(),
  config: z.record(z.string(), SettingValue).optional(),
})
export type CreateRole = z.infer<typeof CreateRole>

/** Fields that are left out don't change. */
export const UpdateRole = z.object({
  name: z.string().optional(),
  ...attributes,
  /** Changes only the named settings; null resets one. */
  config: z.record(z.string(), SettingValue.nullable()).optional(),
})
export type UpdateRole = z.infer<typeof UpdateRole>

type Flag = { readonly [Name in keyof UpdateRole]-?: boolean extends UpdateRole[Name] ? Name : never }[keyof UpdateRole]

const flags: Readonly<Record<Flag, { readonly on: Fragment; readonly off: Fragment; readonly current: Fragment }>> = {
  isSuperuser: { on: sql`superuser`, off: sql`nosuperuser`, current: sql`target.rolsuper` },
  canCreateDb: { on: sql`createdb`, off: sql`nocreatedb`, current: sql`target.rolcreatedb` },
  canCreateRole: { on: sql`createrole`, off: sql`nocreaterole`, current: sql`target.rolcreaterole` },
  inheritRole: { on: sql`inherit`, off: sql`noinherit`, current: sql`target.rolinherit` },
  canLogin: { on: sql`login`, off: sql`nologin`, current: sql`target.rolcanlogin` },
  isReplicationRole: { on: sql`replication`, off: sql`noreplication`, current: sql`target.rolreplication` },
  canBypassRls: { on: sql`bypassrls`, off: sql`nobypassrls`, current: sql`target.rolbypassrls` },
}

/** Contains the password exactly once. */
export function create(role: CreateRole): Command {
  const { name, password, memberOf = [], members = [], admins = [], config = {}, comment } = role
  return command(
    sql`create role ${ident(name)}${join(
      [
        ...attributesOf(role).map(({ option }) => option),
        ...(password === undefined || password === null ? [] : [passwordOption(password)]),
        ...roleList(sql`in role`, memberOf),
        ...roleList(sql`role`, members),
        ...roleList(sql`admin`, admins),
      ].map((option) => sql` ${option}`),
      empty,
    )};`,
    ...Object.entries(config).map(([setting, value]) => sql`alter role ${ident(name)} set ${settingAssignment(setting, value)};`),
    ...(comment === undefined || comment === null ? [] : [sql`comment on role ${ident(name)} is ${literal(comment)};`]),
  )
}

/**
 * Skips attributes that already have the value, so that people who can't change one can still send it.
 *
 * @throws Error 'Must provide either id or name'; in the database 'Cannot find role with id …'
 */
export function update(identifier: RoleIdentifier, changes: UpdateRole): Command {
  const { name, password, config = {}, comment } = changes
  const target = runtimeName(sql`target.name`)
  return command(
    withTarget(
      roleLookup(identifier),
      missingRole(identifier),
      ...attributesOf(changes).map(
        ({ option, current, value }) => sql`if ${current} is distinct from ${value} then ${execute`alter role ${target} ${option}`} end if;`,
      ),
      ...(password === undefined ? [] : [withoutContext(execute`alter role ${target} ${passwordOption(password)}`)]),
      ...Object.entries(config).map(([setting, value]) =>
        value === null
          ? execute`alter role ${target} reset ${settingName(setting)}`
          : execute`alter role ${target} set ${settingAssignment(setting, value)}`,
      ),
      ...(comment === undefined ? [] : [execute`comment on role ${target} is ${literal(comment)}`]),
      // last, because the others use the old name
      ...(name === undefined ? [] : [sql`if target.name <> ${name} then ${execute`alter role ${target} rename to ${ident(name)}`} end if;`]),
    ),
  )
}

/**
 * Writes the update as plain statements, for people and migrations. Attributes that the current role can't change must be left out. Postgres
 * reports a missing role itself (42704). Passwords need `update`.
 */
export function updateByName(role: string, changes: Omit<UpdateRole, 'password'>): Command {
  const { name, config = {}, comment } = changes
  const options = attributesOf(changes).map(({ option }) => option)
  return command(
    ...(options.length === 0 ? [] : [sql`alter role ${ident(role)} ${join(options, sql` `)};`]),
    ...Object.entries(config).map(([setting, value]) =>
      value === null
        ? sql`alter role ${ident(role)} reset ${settingName(setting)};`
        : sql`alter role ${ident(role)} set ${settingAssignment(setting, value)};`,
    ),
    ...(comment === undefined ? [] : [sql`comment on role ${ident(role)} is ${literal(comment)};`]),
    // last, because the others use the old name
    ...(name === undefined ? [] : [sql`alter role ${ident(role)} rename to ${ident(name)};`]),
  )
}

interface Attribute {
  readonly option: Fragment
  /** What the role has now. */
  readonly current: Fragment
  readonly value: Fragment
}

/** Writes the given attributes as options of CREATE and ALTER ROLE. */
function attributesOf(role: UpdateRole): Attribute[] {
  const { connectionLimit, validUntil } = role
  const given = (Object.keys(flags) as Flag[]).flatMap((flag): Attribute[] => {
    const value = role[flag]
    if (value === undefined) return []
    const { on, off, current } = flags[flag]
    return [{ option: value ? on : off, current, value: value ? sql`true` : sql`false` }]
  })
  if (connectionLimit !== undefined) {
    const limit = literal(checkLimit(connectionLimit))
    given.push({ option: sql`connection limit ${limit}`, current: sql`target.rolconnlimit`, value: limit })
  }
  if (validUntil !== undefined) {
    const until = literal(validUntil ?? 'infinity')
    given.push({ option: sql`valid until ${until}`, current: sql`coalesce(target.rolvaliduntil, 'infinity')`, value: sql`${until}::timestamptz` })
  }
  return given
}

function checkLimit(limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < -1) throw new Error(`The connection limit must be an integer of at least -1 (no limit), not ${limit}`)
  return limit
}

function passwordOption(password: string | null): Fragment {
  return sql`password ${literal(password)}`
}

function roleList(option: Fragment, roles: readonly string[]): Fragment[] {
  return roles.length === 0 ? [] : [sql`${option} ${join(roles.map((role) => ident(role)))}`]
}
