import type { Member, MemberRole } from '@colonnade/contracts'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

function select(actorId: string): Fragment {
  return sql`
    select u.id, u.username, u.email as primary_email, u.profile_image_url as "profileImageUrl", m.role, ${isoTime('m', 'created_at')} as joined_at,
      ${isoTime('u', 'last_seen_at')} as last_seen_at, u.id = ${actorId} as is_self
    from members m join users u on u.id = m.user_id`
}

export function listMembers(db: Queryable, organizationId: string, actorId: string): Promise<Member[]> {
  return db.rows<Member>(sql`${select(actorId)} where m.organization_id = ${organizationId} order by lower(u.username), lower(u.email)`)
}

export function findMember(db: Queryable, organizationId: string, actorId: string, userId: string): Promise<Member | undefined> {
  return db.first<Member>(sql`${select(actorId)} where m.organization_id = ${organizationId} and m.user_id = ${userId}`)
}

/** Who belongs to an organization, and as what, stays as it is until the transaction ends, but for what it changes itself. */
export async function lockMembers(tx: Queryable, organizationId: string): Promise<void> {
  await tx.first(sql`select from organizations where id = ${organizationId} for update`)
}

export async function hasOtherOwner(db: Queryable, organizationId: string, userId: string): Promise<boolean> {
  return (
    (await db.first(sql`
      select from members where organization_id = ${organizationId} and role = 'owner' and user_id <> ${userId} limit 1`)) !== undefined
  )
}

export async function changeRole(db: Queryable, organizationId: string, userId: string, role: MemberRole): Promise<void> {
  await db.run(sql`update members set role = ${role} where organization_id = ${organizationId} and user_id = ${userId}`)
}

/** Takes what a person was told of the organization with it. */
export async function deleteMember(db: Queryable, organizationId: string, userId: string): Promise<void> {
  await db.run(sql`delete from notifications where organization_id = ${organizationId} and user_id = ${userId}`)
  await db.run(sql`delete from members where organization_id = ${organizationId} and user_id = ${userId}`)
}
