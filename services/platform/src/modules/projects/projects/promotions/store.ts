import type { ReplicaStatus } from '@colonnade/contracts/projects/projects'
import type { Promotion } from '@colonnade/contracts/copies/replicas'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

/** Most promotions to list. */
const shownMost = 5

/** A promotion in progress, for the reconciler. */
export interface PendingPromotion {
  readonly id: string
  readonly state: 'REQUESTED' | 'FENCED' | 'PROMOTED'
  readonly cluster_ref: string
  readonly is_forced: boolean
}

/** Changes of a promotion by a step. */
export type PromotionProgress =
  | (PendingPromotion & { readonly state: 'FENCED' })
  | (PendingPromotion & { readonly state: 'PROMOTED'; readonly isComplete: boolean; readonly timeline: number })
  | { readonly id: string; readonly state: 'DONE'; readonly copiedAnew: number }
  | { readonly id: string; readonly state: 'FAILED'; readonly problem: string }

/** Returns true while a promotion of the project is in progress. */
export const isPending = (projectRef: Fragment): Fragment =>
  sql`exists (select from promotions where project_ref = ${projectRef} and state in ('REQUESTED', 'FENCED', 'PROMOTED'))`

/** The promotion in progress, as a column of a query on projects `p`. */
export const pendingPromotion: Fragment = sql`(
  select jsonb_build_object('id', m.id, 'state', m.state, 'cluster_ref', m.cluster_ref, 'is_forced', m.is_forced)
  from promotions m where m.project_ref = p.ref and m.state in ('REQUESTED', 'FENCED', 'PROMOTED')) as promotion`

export function listPromotions(db: Queryable, projectRef: string): Promise<Promotion[]> {
  return db.rows<Promotion>(sql`
    select m.id, m.identifier, m.region, m.is_forced, m.state, ${isoTime('m', 'inserted_at')} as inserted_at, ${isoTime('m', 'fenced_at')} as fenced_at,
      ${isoTime('m', 'promoted_at')} as promoted_at, ${isoTime('m', 'finished_at')} as finished_at, m.is_complete, m.timeline, m.copied_anew, m.problem
    from promotions m where m.project_ref = ${projectRef} order by m.inserted_at desc limit ${shownMost}`)
}

/** Timelines that continue the previous one without loss. */
export async function listContinued(db: Queryable, projectRef: string): Promise<number[]> {
  const rows = await db.rows<{ timeline: number }>(sql`select timeline from promotions where project_ref = ${projectRef} and is_complete`)
  return rows.map(({ timeline }) => timeline)
}

/** Returns undefined if one is already in progress. */
export async function insertPromotion(
  db: Queryable,
  { projectRef, identifier, isForced, userId }: { projectRef: string; identifier: string; isForced: boolean; userId: string },
): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    insert into promotions (project_ref, identifier, region, cluster_ref, is_forced, created_by)
    select r.project_ref, r.identifier, r.region, r.cluster_ref, ${isForced}, ${userId}
    from replicas r where r.project_ref = ${projectRef} and r.identifier = ${identifier}
    on conflict do nothing returning id`)
  return row?.id
}

/** Returns the project's replicas before a promotion, and holds back changes of them until the transaction ends. */
export async function lockReplicas(
  tx: Queryable,
  projectRef: string,
): Promise<{ readonly identifier: string; readonly status: ReplicaStatus; readonly desired: string }[]> {
  await tx.first(sql`select from projects where ref = ${projectRef} for update`)
  return tx.rows(sql`select identifier, status, desired from replicas where project_ref = ${projectRef} for update`)
}

/** Returns the changes of a promotion and the regions, as parts of the statement that stores the step. */
export function promotionChanges(projectRef: string, progress: PromotionProgress): readonly { readonly name: string; readonly query: Fragment }[] {
  const { id } = progress
  switch (progress.state) {
    case 'FENCED':
      return [{ name: 'fenced', query: sql`update promotions set state = 'FENCED', fenced_at = clock_timestamp() where id = ${id}` }]
    case 'PROMOTED':
      return [
        {
          name: 'promoted',
          query: sql`
            update promotions set state = 'PROMOTED', promoted_at = clock_timestamp(), is_complete = ${progress.isComplete},
              timeline = ${progress.timeline}::int where id = ${id}`,
        },
        {
          // the replica's row now describes the former primary, at the project's former place
          name: 'moved',
          query: sql`
            update replicas r set region = p.region,
              identifier = case when r.region = p.region then r.identifier else p.ref || '-rr-' || p.region || '-' || left(r.cluster_ref, 5) end
            from projects p where p.ref = ${projectRef} and r.cluster_ref = ${progress.cluster_ref}
              and exists (select from promotions where id = ${id} and state <> 'PROMOTED')`,
        },
      ]
    case 'DONE':
      return [
        {
          name: 'done',
          query: sql`update promotions set state = 'DONE', finished_at = clock_timestamp(), copied_anew = ${progress.copiedAnew} where id = ${id}`,
        },
        { name: 'followed', query: followAgain(projectRef) },
      ]
    case 'FAILED':
      return [
        {
          name: 'failed',
          query: sql`update promotions set state = 'FAILED', finished_at = clock_timestamp(), problem = ${progress.problem} where id = ${id}`,
        },
        { name: 'followed', query: followAgain(projectRef) },
      ]
  }
}

/** Replicas that were ready must show again that they stream. */
export function followAgain(projectRef: string): Fragment {
  return sql`
    update replicas set status = 'COMING_UP', problem = null
    where project_ref = ${projectRef} and desired = 'active' and ready_at is not null and status in ('ACTIVE_HEALTHY', 'UNHEALTHY', 'COMING_UP')`
}
