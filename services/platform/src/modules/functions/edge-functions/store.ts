import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { Queryable } from '@colonnade/pg'
import type { DeployedFunction } from '@colonnade/projects'
import { sql } from '@colonnade/sql'

/** Functions that have a live version, in the order of their slugs. */
export function listFunctions(db: Queryable, ref: string, slug: string | null = null): Promise<EdgeFunction[]> {
  return db.rows<EdgeFunction>(sql`
    select f.id, f.slug, f.name, 'ACTIVE' as status, v.version, floor(extract(epoch from f.created_at) * 1000)::float8 as created_at,
      floor(extract(epoch from f.updated_at) * 1000)::float8 as updated_at, f.is_jwt_verified as verify_jwt, v.import_map is not null as import_map,
      v.entrypoint as entrypoint_path, v.import_map as import_map_path, v.sha256 as ezbr_sha256
    from functions f join function_versions v on v.function_id = f.id and v.version = f.live_version
    where f.ref = ${ref} and (${slug}::text is null or f.slug = ${slug}) order by f.slug`)
}

/** The versions that workers run. */
export function listDeployed(db: Queryable, ref: string): Promise<DeployedFunction[]> {
  return db.rows<DeployedFunction>(sql`
    select f.id, f.slug, v.version, f.is_jwt_verified as "isJwtVerified", v.bundle, v.bundle_entrypoint as entrypoint
    from functions f join function_versions v on v.function_id = f.id and v.version = f.live_version where f.ref = ${ref} order by f.slug`)
}

/** Undefined for a ref that no project has. */
export async function findPlan(db: Queryable, ref: string): Promise<PlanId | undefined> {
  const row = await db.first<{ plan: PlanId }>(sql`
    select o.plan from projects p join organizations o on o.id = p.organization_id where p.ref = ${ref}`)
  return row?.plan
}

/** Forgets the functions of projects that were removed. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from functions where ref in (select ref from projects where status = 'REMOVED')`)
}
