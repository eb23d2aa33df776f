import { copyIn, copyOut, databaseError } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { run } from './roles.ts'
import type { TransferClient } from './sides.ts'

/** Copies large objects with their OIDs, owners, privileges and comments. Returns how many there are. */
export async function copyLargeObjects(source: TransferClient, target: TransferClient, signal: AbortSignal): Promise<number> {
  const objects = await source.rows<{ id: string; statements: string[] }>(sql`
    select o.oid::text as id, array[format('alter large object %s owner to %I', o.oid, r.rolname)]
      || case when o.lomacl is not null then array[format('revoke all on large object %s from %I', o.oid, r.rolname)] else '{}' end
      || coalesce((select array_agg(format('grant %s on large object %s to %s %s', lower(a.privilege_type), o.oid,
          case when a.grantee = 0 then 'public' else format('%I', g.rolname) end, case when a.is_grantable and a.grantee <> o.lomowner then 'with grant option' else '' end))
        from aclexplode(o.lomacl) a left join pg_authid g on g.oid = a.grantee where a.grantee = 0 or g.oid is not null), '{}')
      || coalesce((select array_agg(format('comment on large object %s is %L', o.oid, d.description)) from pg_description d
        where d.classoid = 'pg_largeobject'::regclass and d.objoid = o.oid), '{}') as statements
    from pg_largeobject_metadata o join pg_authid r on r.oid = o.lomowner order by o.oid`)
  if (objects.length === 0) return 0
  for (const { id } of objects) await target.run(sql`select lo_create(${id}::oid)`)
  // their pages are in a system table that is equal in all versions
  await target.run(sql`set allow_system_table_mods = on`)
  const into = await copyIn(target.client, 'copy pg_catalog.pg_largeobject from stdin')
  try {
    await copyOut(source.client, 'copy pg_catalog.pg_largeobject to stdout', {
      async write(chunk) {
        signal.throwIfAborted()
        await into.write(chunk)
      },
    })
    await into.end()
  } catch (error) {
    await into.fail('given up').catch(() => {})
    throw databaseError(error)
  }
  await target.run(sql`set allow_system_table_mods = off`)
  for (const { statements } of objects) for (const statement of statements) await run(target, statement)
  return objects.length
}

/** Returns one checksum of all their contents. */
export async function sumLargeObjects(client: TransferClient): Promise<string | null> {
  const row = await client.first<{ sum: string | null }>(sql`
    select md5(string_agg(loid || ' ' || pageno || ' ' || md5(data), ',' order by loid, pageno)) as sum from pg_largeobject`)
  return row!.sum
}
