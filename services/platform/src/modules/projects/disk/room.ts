import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { roomToTryBytes } from '../../../kernel/limits.ts'
import type { Context } from './context.ts'

/** Retries what failed because the disk was full, once more space is free than then. */
export async function retryWithRoom({ clusters, database, parts: { reconciler, replicas, backups } }: Context): Promise<void> {
  const { free } = await clusters.machine.volume()
  const room = free - roomToTryBytes
  for (const { ref } of await reviveProjects(database, room)) reconciler.kick(ref)
  for (const { identifier } of await reviveReplicas(database, room)) replicas.kick(identifier)
  for (const { ref } of await reviveArchives(database, room)) backups.kickWindow(ref)
}

function reviveProjects(db: Queryable, room: number): Promise<{ readonly ref: string }[]> {
  return db.rows<{ ref: string }>(sql`
    update projects set gave_up_with_free = null,
      status = case when desired <> 'active' then status when ready_at is null then 'COMING_UP' else 'RESTORING' end
    where gave_up_with_free <= ${room} and status in ('UNHEALTHY', 'INIT_FAILED') returning ref`)
}

function reviveReplicas(db: Queryable, room: number): Promise<{ readonly identifier: string }[]> {
  return db.rows<{ identifier: string }>(sql`
    update replicas set gave_up_with_free = null, status = case when desired = 'active' then 'COMING_UP' else status end
    where gave_up_with_free <= ${room} and status in ('UNHEALTHY', 'INIT_READ_REPLICA_FAILED') returning identifier`)
}

function reviveArchives(db: Queryable, room: number): Promise<{ readonly ref: string }[]> {
  return db.rows<{ ref: string }>(sql`
    update recovery_windows set gave_up_with_free = null where gave_up_with_free <= ${room} returning project_ref as ref`)
}
