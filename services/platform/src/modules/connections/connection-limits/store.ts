import type { ComputeSize } from '@colonnade/clusters'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ChosenLimits } from '../../../kernel/servers/pool-limits.ts'

export async function findChosen(db: Queryable, ref: string): Promise<ChosenLimits & { readonly compute: ComputeSize }> {
  const row = await db.first<ChosenLimits & { compute: ComputeSize }>(sql`
    select coalesce(compute_applied, compute) as compute, pool_size, max_clients from projects where ref = ${ref}`)
  return row!
}

export async function chooseLimits(db: Queryable, ref: string, { pool_size, max_clients }: ChosenLimits): Promise<void> {
  await db.run(sql`update projects set pool_size = ${pool_size}::integer, max_clients = ${max_clients}::integer where ref = ${ref}`)
}
