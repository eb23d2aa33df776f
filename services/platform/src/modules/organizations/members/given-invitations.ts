import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Nobody has answered an invitation `i`, nor taken it back. */
export const isPending = sql`i.accepted_at is null and i.revoked_at is null`

/** Open invitations for which these people stand, taken back but for those to the roles that they may still give. */
export async function revokeOf(db: Queryable, organizationId: string, userIds: readonly string[], stillGiven: readonly string[]): Promise<void> {
  await db.run(sql`
    update invitations i set revoked_at = now()
    where i.organization_id = ${organizationId} and i.invited_by = any(${userIds}::uuid[]) and ${isPending} and not i.role = any(${stillGiven})`)
}
