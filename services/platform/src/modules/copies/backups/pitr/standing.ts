import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export async function findStanding(db: Queryable, ref: string): Promise<Standing> {
  const row = await db.first<Standing>(sql`
    select s.major, ${isoTime('s', 'closed_at')} as since from (
      select split_part(p.db_version, '.', 1) as major, (
        select max(u.closed_at) from upgrades u
        where u.project_ref = p.ref and u.kind = 'upgrade' and u.status in ('PROTECTING', 'UPGRADED')
          and split_part(u.to_version, '.', 1) = split_part(p.db_version, '.', 1)) as closed_at
      from projects p where p.ref = ${ref}) s`)
  return row!
}

/** Current Postgres version of a project, whether an upgrade or a restore led to it. */
export interface Standing {
  readonly major: string | null
  /** When the last cluster closed that a cluster of this version replaced. */
  readonly since: string | null
}
