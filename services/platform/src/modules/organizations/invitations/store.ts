import type { Invitation } from '@colonnade/contracts/organizations/invitations'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { type HeldRole, joinRole, type RoleColumns, roleColumns, toRole } from '../../../kernel/roles/held-role.ts'
import { isPending } from '../members/given-invitations.ts'

const select: Fragment = sql`
  select i.id, i.email, ${roleColumns('i')}, case when u.id is not null then jsonb_build_object('username', u.username, 'primary_email', u.email) end as invited_by,
    ${isoTime('i', 'created_at')} as created_at, ${isoTime('i', 'sent_at')} as sent_at, ${isoTime('i', 'expires_at')} as expires_at,
    i.expires_at <= now() as is_expired
  from invitations i left join users u on u.id = i.invited_by ${joinRole('i')}`

type InvitationRow = Omit<Invitation, 'role_name'> & RoleColumns

function fromRow({ custom_name, custom_permissions, ...row }: InvitationRow): Invitation {
  return { ...row, role_name: toRole({ role: row.role, custom_name, custom_permissions }).name }
}

export async function listPending(db: Queryable, organizationId: string): Promise<Invitation[]> {
  const rows = await db.rows<InvitationRow>(
    sql`${select} where i.organization_id = ${organizationId} and ${isPending} order by i.sent_at desc, i.email`,
  )
  return rows.map(fromRow)
}

export async function findPending(db: Queryable, organizationId: string, id: string): Promise<Invitation | undefined> {
  const row = await db.first<InvitationRow>(sql`${select} where i.organization_id = ${organizationId} and i.id = ${id} and ${isPending}`)
  return row && fromRow(row)
}

/** What is open of an address, expired or not. */
export function findPendingTo(db: Queryable, organizationId: string, email: string): Promise<Pick<Invitation, 'id' | 'is_expired'> | undefined> {
  return db.first(sql`${select} where i.organization_id = ${organizationId} and lower(i.email) = lower(${email}) and ${isPending}`)
}

export async function countPending(db: Queryable, organizationId: string): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*)::int as count from invitations i where i.organization_id = ${organizationId} and ${isPending} and i.expires_at > now()`)
  return row!.count
}

export async function isMemberWith(db: Queryable, organizationId: string, email: string): Promise<boolean> {
  return (
    (await db.first(sql`
      select from members m join users u on u.id = m.user_id where m.organization_id = ${organizationId} and lower(u.email) = lower(${email})`)) !==
    undefined
  )
}

export interface NewInvitation {
  readonly organizationId: string
  readonly email: string
  readonly role: string
  readonly invitedBy: string
  readonly tokenHash: Buffer
  readonly days: number
}

export async function insertInvitation(db: Queryable, invitation: NewInvitation): Promise<string> {
  const row = await db.first<{ id: string }>(sql`
    insert into invitations (organization_id, email, role, invited_by, token_hash, expires_at)
    values (${invitation.organizationId}, ${invitation.email}, ${invitation.role}, ${invitation.invitedBy}, ${invitation.tokenHash},
      now() + ${invitation.days} * interval '1 day')
    returning id`)
  return row!.id
}

/** A new link, of somebody who stands for it now. */
export async function renewInvitation(
  db: Queryable,
  id: string,
  { invitedBy, tokenHash, days }: Pick<NewInvitation, 'invitedBy' | 'tokenHash' | 'days'>,
): Promise<void> {
  await db.run(sql`
    update invitations set token_hash = ${tokenHash}, invited_by = ${invitedBy}, sent_at = now(), expires_at = now() + ${days} * interval '1 day'
    where id = ${id}`)
}

export async function revokeInvitation(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update invitations set revoked_at = now() where id = ${id}`)
}

export interface LinkRow {
  readonly id: string
  readonly organization_id: string
  readonly organization_name: string
  readonly slug: string
  readonly email: string
  readonly held: HeldRole
  readonly description: string
  readonly invited_by: string | null
  readonly expires_at: string
  readonly state: 'open' | 'used' | 'expired' | 'revoked'
}

/** The invitation that a link belongs to, whatever became of it. */
export async function findByToken(db: Queryable, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const row = await db.first<Omit<LinkRow, 'held'> & RoleColumns>(sql`
    select i.id, i.organization_id, o.name as organization_name, o.slug, i.email, ${roleColumns('i')}, coalesce(c.description, '') as description, u.username as invited_by, ${isoTime('i', 'expires_at')} as expires_at,
      case when i.accepted_at is not null then 'used' when i.revoked_at is not null then 'revoked' when i.expires_at <= now() then 'expired' else 'open' end as state
    from invitations i join organizations o on o.id = i.organization_id left join users u on u.id = i.invited_by ${joinRole('i')}
    where i.token_hash = ${tokenHash}`)
  return row && { ...row, held: toRole(row) }
}

export async function markAccepted(db: Queryable, id: string, userId: string): Promise<void> {
  await db.run(sql`update invitations set accepted_at = now(), accepted_by = ${userId} where id = ${id}`)
}

export async function findReader(db: Queryable, organizationId: string, userId: string): Promise<{ email: string; is_member: boolean }> {
  const row = await db.first<{ email: string; is_member: boolean }>(sql`
    select u.email, exists (select from members where organization_id = ${organizationId} and user_id = u.id) as is_member
    from users u where u.id = ${userId}`)
  return row!
}

export async function deleteEnded(db: Queryable, keptDays: number): Promise<void> {
  await db.run(sql`
    delete from invitations where coalesce(accepted_at, revoked_at, expires_at) < now() - ${keptDays} * interval '1 day'`)
}
