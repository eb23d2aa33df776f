import type { OrganizationRemoval } from '@colonnade/contracts/organizations/organization-removals'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Sizes are measured every hour; one that is older than this is of what is gone. */
const measuredHours = 3

/** What an organization has, as it is now. */
export async function retrieveHoldings(db: Queryable, organizationId: string): Promise<Omit<OrganizationRemoval, 'last_bill'>> {
  const projects = await db.rows<OrganizationRemoval['projects'][number]>(sql`
    select p.ref, p.name,
      (select sum(latest.quantity)::float8 from (
        select distinct on (e.source_ref) e.quantity from usage_events e
        where e.metric = 'disk_size' and e.project_ref = p.ref and e.ends_at > now() - ${measuredHours} * interval '1 hour'
        order by e.source_ref, e.starts_at desc) as latest) as size_bytes,
      (select count(*)::int from backups b where b.project_ref = p.ref and b.status in ('PROVING', 'COMPLETED', 'DAMAGED')) as backup_count,
      (select count(*)::int from projects b where b.parent_ref = p.ref and b.status <> 'REMOVED') as branch_count,
      (select count(*)::int from replicas r where r.project_ref = p.ref) as replica_count
    from projects p where p.organization_id = ${organizationId} and p.status <> 'REMOVED' and p.parent_ref is null order by lower(p.name), p.ref`)
  const counts = await db.first<Omit<OrganizationRemoval, 'projects' | 'last_bill'>>(sql`
    select (select count(*)::int from members where organization_id = o.id) as member_count,
      (select count(*)::int from invitations
        where organization_id = o.id and accepted_at is null and revoked_at is null and expires_at > now()) as invitation_count,
      (select count(*)::int from organization_roles where organization_id = o.id) as role_count,
      (select count(*)::int from access_tokens where organization_id = o.id and grant_id is null) as access_token_count,
      (select count(*)::int from apps where organization_id = o.id) as app_count,
      (select count(*)::int from webhooks where organization_id = o.id) as webhook_count,
      (select count(distinct document_id)::int from document_acceptances where organization_id = o.id) as accepted_document_count,
      (select count(*)::int from invoices where organization_id = o.id) as invoice_count,
      (select count(*)::int from invoices where organization_id = o.id and status = 'open') as open_invoice_count
    from organizations o where o.id = ${organizationId}`)
  return { projects, ...counts! }
}
