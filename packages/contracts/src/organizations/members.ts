import { z } from 'zod'
import { get, patch, post, put, remove, resource } from '../foundation/endpoint.ts'
import { RoleKey } from './organization-roles.ts'
import { Nothing, Text, Timestamp } from '../foundation/values.ts'

/** Roles that can be given for one project: all but an owner's, who has all projects. */
const ProjectRoleKey = RoleKey.refine((role) => role !== 'owner', 'Owners have all projects: choose another role')

export const ProjectRoleEntry = z.object({ project_ref: Text(40), role: ProjectRoleKey })
export type ProjectRoleEntry = z.infer<typeof ProjectRoleEntry>

/** Somebody who belongs to an organization. */
export const Member = z.object({
  /** The person's. */
  id: z.uuid(),
  username: z.string(),
  primary_email: z.string(),
  profileImageUrl: z.string().nullable(),
  role: RoleKey,
  role_name: z.string(),
  /** Has only the projects in `project_roles`. */
  is_limited: z.boolean(),
  /** Where they have another role than in the organization. For those who manage members, and for oneself; empty for others. */
  project_roles: z.array(ProjectRoleEntry),
  /** Whether they have an authenticator app or a passkey, and so a way in that shows two factors. Null for who does not manage members. */
  has_two_factor: z.boolean().nullable(),
  joined_at: Timestamp,
  /** When the person last asked this installation for anything, to the minute; null before the first time. */
  last_seen_at: Timestamp.nullable(),
  /** The caller. */
  is_self: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** Who belongs to an organization, and as what. `mayDecideAbout` says who may change whom. */
export const members = resource('/platform/organizations/{slug}/members', {
  list: get('/', { summary: 'Who belongs to an organization', auth: 'user', permission: 'organization:read', reply: z.array(Member) }),
  update: patch('/{id}', {
    summary: 'Give a member another role; only owners make and unmake owners, and one of them stays',
    auth: 'user',
    permission: 'members:manage',
    audit: 'member.role_changed',
    body: z.object({ role: RoleKey }),
    reply: Member,
    errors: ['member_not_found', 'role_not_found', 'last_owner'],
  }),
  updateProjects: put('/{id}/projects', {
    summary: 'Say which projects a member has, and as what where that differs; owners have all of them',
    auth: 'user',
    permission: 'members:manage',
    audit: 'member.projects_changed',
    body: z.object({ is_limited: z.boolean(), project_roles: z.array(ProjectRoleEntry).max(1_000) }),
    reply: Member,
    errors: ['member_not_found', 'role_not_found', 'project_not_found', 'owner_has_all_projects'],
  }),
  remove: remove('/{id}', {
    summary: 'Remove a member; what they have open ends at once',
    auth: 'user',
    permission: 'members:manage',
    audit: 'member.removed',
    reply: Nothing,
    status: 204,
    errors: ['member_not_found', 'last_owner'],
  }),
  requireTwoFactor: put('/two-factor', {
    summary: 'Say whether members need two-step sign-in; who does not have it, or came without it, has nothing of the organization until they do',
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
