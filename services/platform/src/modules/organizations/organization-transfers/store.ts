import type { OrganizationTransfer } from '@colonnade/contracts/organizations/organization-transfers'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { toRole } from '../../../kernel/roles/held-role.ts'

/** What is open: not over, and by somebody who owns the organization still. */
export async function findOpen(db: Queryable, organizationId: string, readerId: string): Promise<OrganizationTransfer | undefined> {
  const row = await db.first<Omit<OrganizationTransfer, 'after_name'> & { readonly custom_name: string | null }>(sql`
    select jsonb_build_object('id', f.id, 'username', f.username, 'primary_email', f.email) as "from",
      jsonb_build_object('id', u.id, 'username', u.username, 'primary_email', u.email) as "to",
      t.after_role as "after", c.name as custom_name, ${isoTime('t', 'created_at')} as created_at, ${isoTime('t', 'expires_at')} as expires_at,
      case when t.to_user = ${readerId} then 'recipient'
        when exists (select from members m where m.organization_id = t.organization_id and m.user_id = ${readerId} and m.role = 'owner') then 'owner'
        else 'other' end as reader
    from organization_transfers t join users f on f.id = t.from_user join users u on u.id = t.to_user
      join members m on m.organization_id = t.organization_id and m.user_id = t.from_user and m.role = 'owner'
      left join organization_roles c on c.id = t.custom_role
    where t.organization_id = ${organizationId} and t.expires_at > now()`)
  if (row === undefined) return undefined
  const { custom_name: name, ...transfer } = row
  const { after } = transfer
  return { ...transfer, after_name: after === 'leave' ? null : toRole({ role: after, custom_name: name, custom_permissions: null }).name }
}

export interface NewTransfer {
  readonly organizationId: string
  readonly from: string
  readonly to: string
  /** The key of a role, or `leave`. */
  readonly after: string
  readonly days: number
}

/** Replaces an offer that is no longer open. */
export async function replaceTransfer(db: Queryable, { organizationId, from, to, after, days }: NewTransfer): Promise<void> {
  await deleteTransfer(db, organizationId)
  await db.run(sql`
    insert into organization_transfers (organization_id, from_user, to_user, after_role, expires_at)
    values (${organizationId}, ${from}, ${to}, ${after}, now() + ${days} * interval '1 day')`)
}

export async function deleteTransfer(db: Queryable, organizationId: string): Promise<void> {
  await db.run(sql`delete from organization_transfers where organization_id = ${organizationId}`)
}
