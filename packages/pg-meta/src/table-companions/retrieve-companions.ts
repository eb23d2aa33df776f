import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { printedWithSchemas } from '../catalog/without-path.ts'
import { Policy, policyFields, policySources } from '../policies/policies.ts'
import type { Statement } from '../statement.ts'
import { isTable } from '../tables/table-row.ts'
import { tableCondition, type TableIdentifier } from '../tables/table-identifiers.ts'
import { detailFields, Trigger, TriggerDetails, triggerFields, triggerSources } from '../triggers/trigger-row.ts'

const granted = {
  /** 'PUBLIC' for everybody. */
  grantee: z.string(),
  privilege: z.string(),
  is_grantable: z.boolean(),
}

/** One privilege that somebody besides the owner holds on a table, on one of its columns, or on the sequence that a column owns. */
export const HeldGrant = z.object({ on: z.enum(['table', 'column', 'sequence']), column: z.string().nullable(), ...granted })
export type HeldGrant = z.infer<typeof HeldGrant>

/** A default privilege on objects the current user creates, in one schema or, without one, in all schemas. */
export const DefaultGrant = z.object({ on: z.enum(['table', 'sequence']), schema: z.string().nullable(), ...granted })
export type DefaultGrant = z.infer<typeof DefaultGrant>

/** What belongs to a table and is of a kind of its own: its definition says nothing of it. */
export const TableCompanions = z.object({
  policies: z.array(Policy.extend({ comment: z.string().nullable() })),
  triggers: z.array(Trigger.extend(TriggerDetails.shape)),
  grants: z.array(HeldGrant),
  defaults: z.array(DefaultGrant),
})
export type TableCompanions = z.infer<typeof TableCompanions>

/** The policies, triggers and privileges of a table, and the privileges that another one would begin with. @throws Error 'Must provide either id or name and schema' */
export function retrieveCompanions(identifier: TableIdentifier): Statement<z.ZodOptional<typeof TableCompanions>> {
  const select = sql`select
  ${rows(sql`select ${policyFields}, pg_catalog.obj_description(p.oid, 'pg_policy') as comment ${policySources} where p.polrelid = outside.oid order by p.polname`)} as policies,
  ${rows(sql`select * from (select ${triggerFields} ${triggerSources} and t.tgrelid = outside.oid) basics
    join (select ${detailFields} ${triggerSources} and t.tgrelid = outside.oid) details using (id) order by basics.name`)} as triggers,
  ${rows(grants)} as grants,
  ${rows(defaults)} as defaults
from (
  select c.oid, c.relowner, c.relacl from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${isTable}
    and ${isVisibleRelation('c')}
    and ${tableCondition(identifier)}
) outside;`
  return { sql: printedWithSchemas(select), zod: TableCompanions.optional() }
}

function rows(query: Fragment): Fragment {
  return sql`coalesce((select pg_catalog.json_agg(pg_catalog.to_json(line)) from (${query}) line), '[]'::json)`
}

const me = sql`(select r.oid from pg_catalog.pg_roles r where r.rolname = current_user)`
const grantee = sql`case p.grantee when '0' then 'PUBLIC' else pg_catalog.pg_get_userbyid(p.grantee)::text end as grantee, p.privilege_type as privilege, pg_catalog.bool_or(p.is_grantable) as is_grantable`
/** Owners need no privileges: the table's, and the current user, who owns the copy. */
const isOther = sql`p.grantee <> outside.relowner and p.grantee <> ${me}`

const grants = sql`select 'table' as on, null::text as column, ${grantee}
    from pg_catalog.aclexplode(outside.relacl) p where ${isOther} group by p.grantee, p.privilege_type
  union all
  select 'column', a.attname::text, ${grantee}
    from pg_catalog.pg_attribute a cross join pg_catalog.aclexplode(a.attacl) p
    where a.attrelid = outside.oid and a.attnum > 0 and not a.attisdropped and ${isOther} group by a.attname, p.grantee, p.privilege_type
  union all
  select 'sequence', a.attname::text, ${grantee}
    from pg_catalog.pg_depend d
    join pg_catalog.pg_class sc on sc.oid = d.objid and sc.relkind = 'S'
    join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    cross join pg_catalog.aclexplode(sc.relacl) p
    where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid
      and d.refobjid = outside.oid and d.deptype = 'a' and ${isOther} group by a.attname, p.grantee, p.privilege_type
  order by 1, 3, 2, 4`

const defaults = sql`select case d.defaclobjtype when 'r' then 'table' else 'sequence' end as on,
    (select sn.nspname::text from pg_catalog.pg_namespace sn where sn.oid = d.defaclnamespace) as schema, ${grantee}
  from pg_catalog.pg_default_acl d cross join pg_catalog.aclexplode(d.defaclacl) p
  where d.defaclrole = ${me} and d.defaclobjtype in ('r', 'S') and p.grantee <> ${me}
  group by d.defaclobjtype, d.defaclnamespace, p.grantee, p.privilege_type
  order by 1, 2, 3, 4`
