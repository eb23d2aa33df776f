import { roles } from '@colonnade/pg-meta'
import { grantMembership, revokeMembership, type RoleSummary } from '@colonnade/pg-meta/roles'
import type { ChangeCommand } from '../../../scope/changes/database-change.ts'
import type { Draft } from '../../../scope/changes/draft.ts'
import { roleFlagText, roleFormText as text } from './messages.ts'

export type RoleFlag = 'canLogin' | 'inheritRole' | 'canCreateDb' | 'canCreateRole' | 'canBypassRls' | 'isReplicationRole' | 'isSuperuser'

/** Role attributes, in the order of forms and lists. */
export const roleFlags: readonly { readonly flag: RoleFlag; readonly label: string; readonly hint: string }[] = (
  ['canLogin', 'inheritRole', 'canCreateDb', 'canCreateRole', 'canBypassRls', 'isReplicationRole', 'isSuperuser'] as const
).map((flag) => ({ flag, ...roleFlagText[flag] }))

/** The fields of the form, as typed. */
export interface RoleFields extends Readonly<Record<RoleFlag, boolean>> {
  readonly name: string
  /** Empty for no limit. */
  readonly connectionLimit: string
  /** Empty for no password, or the current one. */
  readonly password: string
  /** ISO 8601 in UTC; null for never. */
  readonly validUntil: string | null
  readonly comment: string
  readonly memberOf: readonly string[]
  readonly members: readonly string[]
}

/** The defaults of a new role (spec §9). */
export const newRole: RoleFields = {
  name: '',
  canLogin: false,
  inheritRole: true,
  canCreateDb: false,
  canCreateRole: false,
  canBypassRls: false,
  isReplicationRole: false,
  isSuperuser: false,
  connectionLimit: '',
  password: '',
  validUntil: null,
  comment: '',
  memberOf: [],
  members: [],
}

export function fieldsOf(role: RoleSummary): RoleFields {
  return {
    ...newRole,
    ...Object.fromEntries(roleFlags.map(({ flag }) => [flag, role[flag]])),
    name: role.name,
    connectionLimit: role.ownConnectionLimit < 0 ? '' : String(role.ownConnectionLimit),
    validUntil: endOf(role),
    comment: role.comment ?? '',
    memberOf: role.memberOf,
    members: role.members,
  }
}

/** Returns when the password expires, as ISO 8601 in UTC; null for never. Postgres writes "2030-01-01 00:00:00+00". */
export function endOf({ validUntil }: Pick<RoleSummary, 'validUntil'>): string | null {
  if (validUntil === null) return null
  const time = new Date(validUntil.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(time.getTime()) ? null : time.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Replaces the password in a migration. Set another one after replaying it. */
const recordedPassword = '-- plus a password, which migrations never contain'

/** Returns the statements that create the role, or change it from `original`. */
export function roleDraft(fields: RoleFields, original: RoleSummary | null): Draft {
  const problems = problemsOf(fields)
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  return original === null ? creation(fields) : alteration(fields, original)
}

function problemsOf({ name, connectionLimit }: RoleFields): Record<string, string> {
  const problems: Record<string, string> = {}
  if (name === '') problems['name'] = text.noName
  else if (new TextEncoder().encode(name).length > 63) problems['name'] = text.longName
  else if (name.startsWith('pg_')) problems['name'] = text.reservedName
  if (!/^\d*$/.test(connectionLimit) || Number(connectionLimit) > 2_147_483_647) problems['connectionLimit'] = text.badLimit
  return problems
}

function creation(fields: RoleFields): Draft {
  const { name, connectionLimit, password, validUntil, comment, memberOf, members } = fields
  const role = {
    name,
    ...Object.fromEntries(roleFlags.flatMap(({ flag }) => (fields[flag] === newRole[flag] ? [] : [[flag, fields[flag]]]))),
    ...(connectionLimit !== '' && { connectionLimit: Number(connectionLimit) }),
    ...(validUntil !== null && { validUntil }),
    ...(comment !== '' && { comment }),
    memberOf: [...memberOf],
    members: [...members],
  }
  const plain = roles.create(role)
  const command: ChangeCommand = password === '' ? plain : { ...roles.create({ ...role, password }), recorded: `${plain.sql}\n${recordedPassword}` }
  return { kind: 'change', change: { name: text.createChange(name), commands: [command] } }
}

function alteration(fields: RoleFields, original: RoleSummary): Draft {
  const before = fieldsOf(original)
  const changes = {
    ...(fields.name !== before.name && { name: fields.name }),
    ...Object.fromEntries(roleFlags.flatMap(({ flag }) => (fields[flag] === before[flag] ? [] : [[flag, fields[flag]]]))),
    ...(fields.connectionLimit !== before.connectionLimit && {
      connectionLimit: fields.connectionLimit === '' ? -1 : Number(fields.connectionLimit),
    }),
    ...(fields.validUntil !== before.validUntil && { validUntil: fields.validUntil }),
    ...(fields.comment !== before.comment && { comment: fields.comment === '' ? null : fields.comment }),
  }
  const role = original.name
  const commands: ChangeCommand[] = [
    ...without(before.memberOf, fields.memberOf).map((group) => revokeMembership({ group, member: role })),
    ...without(fields.memberOf, before.memberOf).map((group) => grantMembership({ group, member: role })),
    ...without(before.members, fields.members).map((member) => revokeMembership({ group: role, member })),
    ...without(fields.members, before.members).map((member) => grantMembership({ group: role, member })),
    ...(fields.password === '' ? [] : [{ ...roles.update({ name: role }, { password: fields.password }), recorded: null }]),
    // last, because the others use the old name
    ...(Object.keys(changes).length === 0 ? [] : [roles.updateByName(role, changes)]),
  ]
  if (commands.length === 0) return { kind: 'unchanged' }
  return { kind: 'change', change: { name: text.editChange(role), commands } }
}

const without = (names: readonly string[], others: readonly string[]): string[] => names.filter((name) => !others.includes(name))

/** Returns the statement that creates the role, without its password. */
export function definitionOf(role: RoleSummary): string {
  const { connectionLimit: _, ...fields } = fieldsOf(role)
  return roles.create({
    ...fields,
    memberOf: role.memberOf,
    members: role.members,
    admins: role.admins,
    config: role.config,
    password: null,
    ...(role.ownConnectionLimit >= 0 && { connectionLimit: role.ownConnectionLimit }),
    comment: role.comment,
  }).sql
}
