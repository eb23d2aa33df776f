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

/** The Postgres that a project is on, whether it was upgraded to it or brought back by a restore. */
export interface Standing {
  readonly major: string | null
  /** When the cluster was closed for the last time in whose place one of this version was put. */
  readonly since: string | null
}
