import { versionsKept } from '@colonnade/contracts/functions/edge-functions'
import type { FunctionOverview, FunctionVersion } from '@colonnade/contracts/functions/function-versions'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Returns versions of a function with a live version, newest first, or a single one. Leaves out older ones that only backups need. */
export function listVersions(db: Queryable, ref: string, slug: string, version: number | 'live' | null = null): Promise<FunctionVersion[]> {
  const isLive = version === 'live'
  const wanted = typeof version === 'number' ? version : null
  return db.rows<FunctionVersion>(sql`
    select v.version, v.version = f.live_version as is_live, ${isoTime('v', 'created_at')} as created_at, u.username as created_by,
      v.entrypoint as entrypoint_path, v.import_map as import_map_path, v.static_patterns, v.notices, v.files
    from functions f join function_versions v on v.function_id = f.id left join users u on u.id = v.created_by
    where f.ref = ${ref} and f.slug = ${slug} and f.live_version is not null
      and (v.version = ${wanted} or (${wanted}::int4 is null and (v.version > f.last_version - ${versionsKept} or v.version = f.live_version)))
      and (not ${isLive}::boolean or v.version = f.live_version)
    order by v.version desc`)
}

/** Returns when the live version of each function was deployed, and by whom. */
export function listDeploys(db: Queryable, ref: string): Promise<Pick<FunctionOverview, 'id' | 'deployed_at' | 'deployed_by'>[]> {
  return db.rows(sql`
    select f.id, ${isoTime('v', 'created_at')} as deployed_at, u.username as deployed_by
    from functions f join function_versions v on v.function_id = f.id and v.version = f.live_version left join users u on u.id = v.created_by
    where f.ref = ${ref}`)
}
