import { type Fragment, sql } from '@colonnade/sql'

/**
 * Times that databases of projects `p` can be restored to, as ranges from `first` to `last`: each backup, even an unfinished one; the recovery
 * window, from its first backup; and restores in progress.
 */
export const restorableMoments = (isWanted: Fragment, now: Date): Fragment => sql`
  select p.ref, coalesce(b.taken_at, b.inserted_at) as first, coalesce(b.taken_at, 'infinity') as last
  from backups b join projects p on p.ref = b.project_ref where ${isWanted} and b.status not in ('FAILED', 'REMOVING')
  union all
  select p.ref, least(${now}::timestamptz - make_interval(days => w.days), (select min(b.taken_at) from backups b where b.id = any (w.bases))), 'infinity'
  from recovery_windows w join projects p on p.ref = w.project_ref where ${isWanted}
  union all
  select p.ref, r.restored_to, r.restored_to from restores r join projects p on p.ref in (r.project_ref, r.target_ref)
  where ${isWanted} and r.status in ('PREPARING', 'PLACING')`
