import { type AuditEntry, type AuditFilter, auditSystem } from '@colonnade/contracts/organizations/audit-log'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, join, sql } from '@colonnade/sql'

export interface EntriesWanted extends AuditFilter {
  /** Only what came before this entry. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Whose log is looked at: an organization's, or what a person did wherever that was. */
export type AuditOf = { readonly organizationId: string } | { readonly userId: string }

/** Newest first. Entries of the same instant come in the order in which they were written. */
export function listEntries(db: Queryable, of: AuditOf, { limit, ...wanted }: EntriesWanted): Promise<AuditEntry[]> {
  return db.rows<AuditEntry>(sql`
    select a.id::float8 as id, ${isoTime('a', 'at')} as at, a.event,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username, 'primary_email', u.email) end as actor,
      case when a.project_ref is not null then jsonb_build_object('ref', a.project_ref, 'name', p.name) end as project,
      a.address, a.user_agent, a.request_id, a.details
    from (
      select * from audit_log a where ${join(conditions(of, wanted), sql` and `)} order by a.at desc, a.id desc limit ${limit}
    ) a left join users u on u.id = a.user_id left join projects p on p.ref = a.project_ref and p.organization_id = a.organization_id and p.status <> 'REMOVED'
    order by a.at desc, a.id desc`)
}

function conditions(of: AuditOf, { kind, actor, project_ref: ref, since, until, before }: Omit<EntriesWanted, 'limit'>): Fragment[] {
  const owned = 'userId' in of ? sql`user_id = ${of.userId}` : sql`organization_id = ${of.organizationId}`
  const wanted = [owned]
  if (kind !== undefined) wanted.push(sql`split_part(a.event, '.', 1) = ${kind}`)
  if (actor !== undefined) wanted.push(actor === auditSystem ? sql`a.user_id is null` : sql`a.user_id = ${actor}`)
  if (ref !== undefined) wanted.push(sql`a.project_ref = ${ref}`)
  if (since !== undefined) wanted.push(sql`a.at >= ${since}`)
  if (until !== undefined) wanted.push(sql`a.at < ${until}`)
  if (before !== undefined) {
    wanted.push(sql`(a.at, a.id) < (select at, id from audit_log where id = ${before} and ${owned})`)
  }
  return wanted
}
