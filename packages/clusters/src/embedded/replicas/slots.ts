import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ClusterEndpoint } from '../../clusters.ts'
import { targetOf } from '../../logins.ts'

const prefix = 'colonnade_replica_'

/** Name of the replication slot that a primary keeps for one of its replicas. */
export function slotName(ref: string): string {
  return `${prefix}${ref}`
}

/** Makes the slot, which keeps WAL from this moment on; a slot of that name that is there already may have lost some, and is replaced. */
export async function makeSlot(endpoint: ClusterEndpoint, ref: string): Promise<void> {
  await dropSlots(endpoint, [ref])
  await withClient(targetOf(endpoint, 'administrator'), (client) =>
    client.run(sql`select pg_create_physical_replication_slot(${slotName(ref)}, immediately_reserve => true)`),
  )
}

/** Makes the slots that are not there yet; a standby, too, can keep WAL. */
export async function addSlots(endpoint: ClusterEndpoint, refs: readonly string[]): Promise<void> {
  const names = refs.map(slotName)
  await withClient(targetOf(endpoint, 'administrator'), (client) =>
    client.run(sql`
      select pg_create_physical_replication_slot(name, immediately_reserve => true) from unnest(${names}::text[]) as name
      where not exists (select from pg_replication_slots where slot_name = name)`),
  )
}

/** Drops the slots of replicas that are no more, with what still streams from them. */
export async function dropSlots(endpoint: ClusterEndpoint, refs: readonly string[]): Promise<void> {
  const names = refs.map(slotName)
  await withClient(targetOf(endpoint, 'administrator'), async (client) => {
    // resolves when the process is gone, or after that many milliseconds
    await client.run(sql`select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where slot_name = any(${names}) and active`)
    await client.run(sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = any(${names})`)
  })
}

/** Refs of the replicas that a server keeps slots for, by its files: one folder for each slot. */
export async function slotRefs(data: string): Promise<string[]> {
  const names = await readdir(join(data, 'pg_replslot'))
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
}
