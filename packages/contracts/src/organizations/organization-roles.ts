import { z } from 'zod'
import { get, post, put, remove, resource } from '../foundation/endpoint.ts'
import { basePermissions, isBuiltInRole, type Permission, permissions } from '../foundation/permissions.ts'
import { Name, Nothing, Text, Timestamp } from '../foundation/values.ts'
import { roleWords } from './role-words.ts'

/** Roles of its own that an organization may have at a time, beside those that every organization has. */
export const maxOrganizationRoles = 50
export const roleNameMaxLength = 40
export const roleDescriptionMaxLength = 200

/** What stays with owners: no role that an organization makes itself may do it. */
export const ownersPermissions: readonly Permission[] = ['organization:delete', 'roles:manage', 'billing:manage']

/** What is of no use without another permission: who changes data also sees it, and who does something in projects sees that they are there. */
const needed: Partial<Record<Permission, Permission>> = {
  'projects:create': 'projects:read',
  'projects:update': 'projects:read',
  'projects:operate': 'projects:read',
  'projects:delete': 'projects:read',
  'database:read': 'projects:read',
  'database:write': 'database:read',
  'service_keys:read': 'projects:read',
  'preview_branches:create': 'projects:read',
  'project_auth:all': 'projects:read',
  'project_edge_function:all': 'projects:read',
  'project_storage:all': 'projects:read',
  'realtime:all': 'projects:read',
}

/** A set of permissions with what each of them needs, and with what every role has, in the order of the list. */
export function withNeeded(chosen: readonly Permission[]): Permission[] {
  const all = new Set([...basePermissions, ...chosen])
  for (const permission of all) if (needed[permission] !== undefined) all.add(needed[permission])
  return permissions.filter((permission) => all.has(permission))
}

/** The same set without a permission, and without what needs it. */
export function withoutDependent(chosen: readonly Permission[], permission: Permission): Permission[] {
  return chosen.filter((each) => each !== permission && !withNeeded([each]).includes(permission))
}

/** What names a role: one of those that every organization has, or the id of one of its own. */
export const RoleKey = z.string().refine((key) => isBuiltInRole(key) || z.uuid().safeParse(key).success, 'There is no such role')

/** Who has a role, or will. */
export const RoleHolders = z.object({
  /** In the organization. */
  members: z.number().int(),
  /** People who have it in single projects. */
  in_projects: z.number().int(),
  /** Invited, and not here yet. */
  invitations: z.number().int(),
})
export type RoleHolders = z.infer<typeof RoleHolders>

/** A role that people of an organization can have. */
export const OrganizationRole = z.object({
  id: RoleKey,
  name: z.string(),
  description: z.string(),
  is_built_in: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  held_by: RoleHolders,
  /** Counts its changes: who changes it says which one they saw. 0 for those that every organization has. */
  version: z.number().int(),
  /** Null for those that every organization has, and when that person is gone. */
  created_by: z.object({ username: z.string() }).nullable(),
  updated_at: Timestamp.nullable(),
})
export type OrganizationRole = z.infer<typeof OrganizationRole>

/** A name that no eye takes for another: without what is not seen, in one of the ways that Unicode has to write it. */
const RoleName = Name.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Leave out invisible characters')
  .transform((name) => name.normalize('NFKC').replace(/\s+/g, ' ').trim())
  .refine((name) => name.length <= roleNameMaxLength, `Use at most ${roleNameMaxLength} characters`)
  .refine(
    (name) => Object.values(roleWords).every((role) => role.name.toLowerCase() !== name.toLowerCase()),
    'Every organization has a role of that name',
  )

const chosen = permissions.filter((permission) => !ownersPermissions.includes(permission))

/** What an organization says of a role of its own. What every role may do, and what is of no use without another permission, is added. */
export const OrganizationRoleInput = z.object({
  name: RoleName,
  description: Text(roleDescriptionMaxLength).trim().default(''),
  permissions: z
    .array(
      z.enum(permissions).refine((permission) => chosen.includes(permission), {
        error: ({ input }) => `Only owners may ${ownersWords[input as Permission] ?? String(input)}: it can not be part of another role`,
      }),
    )
    .max(permissions.length)
    .refine((all) => all.some((permission) => !basePermissions.includes(permission)), 'Choose at least one thing that the role may do')
    .transform(withNeeded),
})
export type OrganizationRoleInput = z.infer<typeof OrganizationRoleInput>

const ownersWords: Partial<Record<Permission, string>> = {
  'organization:delete': 'delete the organization',
  'roles:manage': 'make roles',
  'billing:manage': 'change the plan and what is paid for',
}

/** Roles of an organization, its own among them. Owners make those. */
export const organizationRoles = resource('/platform/organizations/{slug}/roles', {
  list: get('/', {
    summary: 'Roles that members of an organization can have: those that every organization has first, then its own',
    auth: 'user',
    permission: 'organization:read',
    reply: z.array(OrganizationRole),
  }),
  create: post('/', {
    summary: 'Make a role out of permissions; nobody puts more into it than they have themselves',
    auth: 'user',
    permission: 'roles:manage',
    audit: 'role.created',
    body: OrganizationRoleInput,
    reply: OrganizationRole,
    status: 201,
    errors: ['role_name_taken', 'too_many_roles'],
  }),
  update: put('/{id}', {
    summary: 'Change a role of the organization’s own; it holds at once for all who have it',
    auth: 'user',
    permission: 'roles:manage',
    audit: 'role.updated',
    body: OrganizationRoleInput.extend({ version: z.number().int() }),
    reply: OrganizationRole,
    errors: ['role_not_found', 'role_changed', 'role_name_taken'],
  }),
  remove: remove('/{id}', {
    summary: 'Delete a role of the organization’s own; who has it gets the replacement',
    auth: 'user',
    permission: 'roles:manage',
    audit: 'role.removed',
    query: z.object({
      replacement: RoleKey.refine((role) => role !== 'owner', 'Nobody becomes an owner by losing a role: choose another one').optional(),
    }),
    reply: Nothing,
    status: 204,
    errors: ['role_not_found', 'role_held'],
  }),
})
