import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { PoolMode } from '@colonnade/contracts/projects/project-settings'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { fullName } from '../../projects/projects/full-name.ts'

export interface PoolerRow {
  readonly project_name: string
  readonly organization_id: string
  readonly is_wanted: boolean
  readonly pool_mode: PoolMode
  readonly session_port: number | null
  readonly transaction_port: number | null
  readonly state: 'TURNING_ON' | 'ON' | 'FAILED'
  readonly problem: string | null
}

/** False for a project that is being deleted. */
export function findPooler(db: Queryable, ref: string): Promise<PoolerRow | undefined> {
  return db.first<PoolerRow>(sql`
    select ${fullName} as project_name, p.organization_id, d.is_wanted and p.desired <> 'removed' as is_wanted, d.pool_mode, d.session_port, d.transaction_port, d.state, d.problem
    from dedicated_poolers d join projects p on p.ref = d.project_ref where d.project_ref = ${ref}`)
}

export async function findPlan(db: Queryable, ref: string): Promise<PlanId> {
  const row = await db.first<{ plan: PlanId }>(sql`
    select o.plan from projects p join organizations o on o.id = p.organization_id where p.ref = ${ref}`)
  return row!.plan
}

/** Requests a pooler; an existing one stays as it is. */
export async function requestPooler(db: Queryable, ref: string): Promise<void> {
  await db.run(sql`
    insert into dedicated_poolers as d (project_ref) values (${ref})
    on conflict (project_ref) do update set is_wanted = true, state = case when d.is_wanted then d.state else 'TURNING_ON' end`)
}

export async function requestPoolerOff(db: Queryable, ref: string): Promise<void> {
  await db.run(sql`update dedicated_poolers set is_wanted = false where project_ref = ${ref}`)
}

/** Returns false if there is none. */
export async function choosePoolMode(db: Queryable, ref: string, mode: PoolMode): Promise<boolean> {
  return (await db.run(sql`update dedicated_poolers set pool_mode = ${mode} where project_ref = ${ref} and is_wanted`)) === 1
}

/** Returns the ports of other poolers, which are reserved for them. */
export async function listPortsOfOthers(db: Queryable, ref: string): Promise<Set<number>> {
  const rows = await db.rows<{ port: number }>(sql`
    select unnest(array[session_port, transaction_port]) as port from dedicated_poolers where project_ref <> ${ref}`)
  return new Set(rows.map(({ port }) => port).filter((port) => port !== null))
}

/** Keeps the transaction port while the mode has none, for a later switch back. */
export async function recordPorts(
  db: Queryable,
  ref: string,
  ports: { readonly session: number; readonly transaction: number | null },
): Promise<void> {
  await db.run(sql`
    update dedicated_poolers set state = 'ON', problem = null, session_port = ${ports.session},
      transaction_port = coalesce(${ports.transaction}::integer, transaction_port) where project_ref = ${ref}`)
}

export async function recordProblem(db: Queryable, ref: string, problem: string): Promise<void> {
  await db.run(sql`update dedicated_poolers set state = 'FAILED', problem = ${problem} where project_ref = ${ref}`)
}

/** Deletes the pooler, unless it was requested again and the project still exists. */
export async function deletePooler(db: Queryable, ref: string): Promise<void> {
  await db.run(sql`
    delete from dedicated_poolers d using projects p
    where d.project_ref = ${ref} and p.ref = d.project_ref and (not d.is_wanted or p.desired = 'removed')`)
}

/** Returns all poolers, or those with another state than requested. */
export async function listPoolers(db: Queryable, which: 'all' | 'unsettled'): Promise<string[]> {
  const unsettled = which === 'all' ? sql`` : sql`where d.state <> 'ON' or not d.is_wanted or p.desired = 'removed'`
  const rows = await db.rows<{ ref: string }>(sql`
    select d.project_ref as ref from dedicated_poolers d join projects p on p.ref = d.project_ref ${unsettled} order by d.project_ref`)
  return rows.map(({ ref }) => ref)
}
