import type { ClusterEndpoint } from '@colonnade/clusters'
import { sql } from '@colonnade/sql'
import type { SchemaObject } from '../../merges/schema-objects.ts'
import { asAdministrator } from './sides.ts'

/** Returns objects outside of single databases as text, equal on two servers if the object is equal; roles are compared with each database. */
export function listSharedObjects(server: ClusterEndpoint): Promise<SchemaObject[]> {
  return asAdministrator(server, 'template1', (client) =>
    client.rows<SchemaObject>(sql`
      select 'setting' as kind, concat_ws(' in ', 'role ' || r.rolname, 'database ' || d.datname) || ': ' || split_part(s.entry, '=', 1) as name,
        substr(s.entry, strpos(s.entry, '=') + 1) as definition
      from pg_db_role_setting c cross join unnest(c.setconfig) s (entry) left join pg_authid r on r.oid = c.setrole left join pg_database d on d.oid = c.setdatabase
      union all
      select 'membership', format('%s of %s', m.member::regrole, m.roleid::regrole),
        string_agg(concat_ws(' ', 'by', m.grantor::regrole, case when m.admin_option then 'admin' end, case when m.inherit_option then 'inherit' end,
          case when m.set_option then 'set' end), ', ' order by m.grantor::regrole::text)
      from pg_auth_members m group by m.member, m.roleid
      union all
      select 'login', r.rolname, concat_ws(' ', case when r.rolpassword is not null then 'password' end, r.rolvaliduntil, shobj_description(r.oid, 'pg_authid')) from pg_authid r where r.oid >= 16384
      union all
      select 'database', d.datname, concat_ws(e'\n', 'owner ' || d.datdba::regrole, pg_encoding_to_char(d.encoding), d.datlocprovider, d.datlocale, d.datcollate, d.datctype,
        d.daticurules, 'connection limit ' || d.datconnlimit, shobj_description(d.oid, 'pg_database'),
        (select string_agg(a::text, e'\n' order by a::text) from unnest(d.datacl) a))
      from pg_database d where d.datname not in ('template0', 'template1')
      union all
      select 'parameter', p.parname, (select string_agg(a::text, e'\n' order by a::text) from unnest(p.paracl) a) from pg_parameter_acl p`),
  )
}
