import { z } from 'zod'
import { get, patch, post, put, remove, resource } from '../foundation/endpoint.ts'
import { RoleKey } from './organization-roles.ts'
import { Nothing, Text, Timestamp } from '../foundation/values.ts'

/** Roles for a single project: all except owner, which always covers all projects. */
const ProjectRoleKey = RoleKey.refine((role) => role !== 'owner', 'Owners have access to all projects. Choose another role')

export const ProjectRoleEntry = z.object({ project_ref: Text(40), role: ProjectRoleKey })
export type ProjectRoleEntry = z.infer<typeof ProjectRoleEntry>

/** A member of an organization. */
export const Member = z.object({
  /** ID of the person. */
  id: z.uuid(),
  username: z.string(),
  primary_email: z.string(),
  profileImageUrl: z.string().nullable(),
  role: RoleKey,
  role_name: z.string(),
  /** True if limited to the projects in `project_roles`. */
  is_limited: z.boolean(),
  /** Projects with a different role. Visible to the member and to those who manage members; empty for others. */
  project_roles: z.array(ProjectRoleEntry),
  /** True with an authenticator app or a passkey. Null for callers who don't manage members. */
  has_two_factor: z.boolean().nullable(),
  joined_at: Timestamp,
  /** Time of the person's last request to this installation, to the minute; null before the first. */
  last_seen_at: Timestamp.nullable(),
  /** True for the caller. */
  is_self: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** Members of an organization with their roles. `mayDecideAbout` decides who can change whom. */
export const members = resource('/platform/organizations/{slug}/members', {
  list: get('/', { summary: 'List members', auth: 'user', permission: 'organization:read', reply: z.array(Member) }),
  update: patch('/{id}', {
    summary: 'Change the role of a member. Only owners can add or remove owners, and at least one owner must remain',
    auth: 'user',
    permission: 'members:manage',
    audit: 'member.role_changed',
    body: z.object({ role: RoleKey }),
    reply: Member,
    errors: ['member_not_found', 'role_not_found', 'last_owner'],
  }),
  updateProjects: put('/{id}/projects', {
    summary: 'Set the projects of a member and their roles in them. Owners always have all projects',
    auth: 'user',
    permission: 'members:manage',
    audit: 'member.projects_changed',
    body: z.object({ is_limited: z.boolean(), project_roles: z.array(ProjectRoleEntry).max(1_000) }),
    reply: Member,
    errors: ['member_not_found', 'role_not_found', 'project_not_found', 'owner_has_all_projects'],
  }),
  remove: remove('/{id}', {
    summary: 'Remove a member. Their access ends at once',
    auth: 'user',
    permission: 'members:manage',
    audit: 'member.removed',
    reply: Nothing,
    status: 204,
    errors: ['member_not_found', 'last_owner'],
  }),
  requireTwoFactor: put('/two-factor', {
    summary: 'Require two-step sign-in for members, or stop requiring it. Members without it have no access until they use it',
    auth: 'user',
    permission: 'members:manage',
    audit: 'organization.two_factor_changed',
    body: z.object({ is_required: z.boolean() }),
    reply: z.object({ is_required: z.boolean() }),
  }),
  leave: post('/leave', {
    summary: 'Leave an organization',
    isOpenWithoutFactor: true,
    auth: 'user',
    permission: 'organization:read',
    tokens: 'none',
    audit: 'member.left',
    reply: Nothing,
    status: 204,
    errors: ['last_owner'],
  }),
})
