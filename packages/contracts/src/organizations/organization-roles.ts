import { z } from 'zod'
import { get, post, put, remove, resource } from '../foundation/endpoint.ts'
import { basePermissions, isBuiltInRole, type Permission, permissions } from '../foundation/permissions.ts'
import { Name, Nothing, Text, Timestamp } from '../foundation/values.ts'
import { roleWords } from './role-words.ts'

/** Most custom roles of an organization. */
export const maxOrganizationRoles = 50
export const roleNameMaxLength = 40
export const roleDescriptionMaxLength = 200

/** Permissions reserved for owners. Custom roles can't have them. */
export const ownersPermissions: readonly Permission[] = ['organization:delete', 'roles:manage', 'billing:manage']

/** Permissions that require others: changing data requires reading it, and all project permissions require seeing projects. */
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

/** Adds required and base permissions to a set, in list order. */
export function withNeeded(chosen: readonly Permission[]): Permission[] {
  const all = new Set([...basePermissions, ...chosen])
  for (const permission of all) if (needed[permission] !== undefined) all.add(needed[permission])
  return permissions.filter((permission) => all.has(permission))
}

/** Removes a permission and those that require it from a set. */
export function withoutDependent(chosen: readonly Permission[], permission: Permission): Permission[] {
  return chosen.filter((each) => each !== permission && !withNeeded([each]).includes(permission))
}

/** A built-in role, or the ID of a custom role. */
export const RoleKey = z.string().refine((key) => isBuiltInRole(key) || z.uuid().safeParse(key).success, 'This role doesn’t exist')

/** Number of people with a role. */
export const RoleHolders = z.object({
  /** Members with the role in the organization. */
  members: z.number().int(),
  /** Members with the role in single projects. */
  in_projects: z.number().int(),
  /** Pending invitations. */
  invitations: z.number().int(),
})
export type RoleHolders = z.infer<typeof RoleHolders>

/** A role of an organization. */
export const OrganizationRole = z.object({
  id: RoleKey,
  name: z.string(),
  description: z.string(),
  is_built_in: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  held_by: RoleHolders,
  /** Increases with each change, to detect conflicts. 0 for built-in roles. */
  version: z.number().int(),
  /** Null for built-in roles, or if the account was deleted. */
  created_by: z.object({ username: z.string() }).nullable(),
  updated_at: Timestamp.nullable(),
})
export type OrganizationRole = z.infer<typeof OrganizationRole>

/** A name that can't be confused with another: no invisible characters, in Unicode normalization form. */
const RoleName = Name.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Remove invisible characters')
  .transform((name) => name.normalize('NFKC').replace(/\s+/g, ' ').trim())
  .refine((name) => name.length <= roleNameMaxLength, `Use at most ${roleNameMaxLength} characters`)
  .refine(
    (name) => Object.values(roleWords).every((role) => role.name.toLowerCase() !== name.toLowerCase()),
    'This name is used by a built-in role. Choose another one',
  )

const chosen = permissions.filter((permission) => !ownersPermissions.includes(permission))

/** A custom role. Base and required permissions are added automatically. */
export const OrganizationRoleInput = z.object({
  name: RoleName,
  description: Text(roleDescriptionMaxLength).trim().default(''),
  permissions: z
    .array(
      z.enum(permissions).refine((permission) => chosen.includes(permission), {
        error: ({ input }) => `Only owners can ${ownersWords[input as Permission] ?? String(input)}. Remove this permission from the role`,
      }),
    )
    .max(permissions.length)
    .refine((all) => all.some((permission) => !basePermissions.includes(permission)), 'Choose at least one permission')
    .transform(withNeeded),
})
export type OrganizationRoleInput = z.infer<typeof OrganizationRoleInput>

const ownersWords: Partial<Record<Permission, string>> = {
  'organization:delete': 'delete the organization',
  'roles:manage': 'manage roles',
  'billing:manage': 'manage billing',
}

/** Built-in and custom roles of an organization. Owners manage custom roles. */
export const organizationRoles = resource('/platform/organizations/{slug}/roles', {
  list: get('/', {
    summary: 'List roles, built-in roles first',
    auth: 'user',
    permission: 'organization:read',
    reply: z.array(OrganizationRole),
  }),
  create: post('/', {
    summary: 'Create a role. It can only include permissions that you have yourself',
    auth: 'user',
    permission: 'roles:manage',
    audit: 'role.created',
    body: OrganizationRoleInput,
    reply: OrganizationRole,
    status: 201,
    errors: ['role_name_taken', 'too_many_roles'],
  }),
  update: put('/{id}', {
    summary: 'Update a custom role. Applies to all its members at once',
    auth: 'user',
    permission: 'roles:manage',
    audit: 'role.updated',
    body: OrganizationRoleInput.extend({ version: z.number().int() }),
    reply: OrganizationRole,
    errors: ['role_not_found', 'role_changed', 'role_name_taken'],
  }),
  remove: remove('/{id}', {
    summary: 'Delete a custom role. Its members get the replacement role',
    auth: 'user',
    permission: 'roles:manage',
    audit: 'role.removed',
    query: z.object({
      replacement: RoleKey.refine((role) => role !== 'owner', 'Choose a replacement role other than owner').optional(),
    }),
    reply: Nothing,
    status: 204,
    errors: ['role_not_found', 'role_held'],
  }),
})
