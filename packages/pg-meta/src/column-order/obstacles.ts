import { type Fragment, sql } from '@colonnade/sql'

const catalog = (name: Fragment): Fragment => sql`'pg_catalog.${name}'::pg_catalog.regclass::oid`

/** What depends on relation `c` or on its row type, one row an object with `classid`, `objid` and `objsubid`. */
const dependents = sql`(
      select d.classid, d.objid, d.objsubid, false as is_of_type from pg_catalog.pg_depend d
      where d.refclassid = ${catalog(sql`pg_class`)} and d.refobjid = c.oid
      union
      select d.classid, d.objid, d.objsubid, true from pg_catalog.pg_depend d
      where d.refclassid = ${catalog(sql`pg_type`)} and d.deptype <> 'i'
        and d.refobjid in (select t.oid from pg_catalog.pg_type t where t.oid = c.reltype union all select t.typarray from pg_catalog.pg_type t where t.oid = c.reltype)
    ) d`

/** Dependents that are re-created on the new table. */
const isCarried = sql`not d.is_of_type and case d.classid
      when ${catalog(sql`pg_class`)} then (select x.relkind in ('i', 'S', 't') from pg_catalog.pg_class x where x.oid = d.objid)
      when ${catalog(sql`pg_rewrite`)} then (
        select r.ev_class = c.oid or (x.relkind = 'v' and r.rulename = '_RETURN')
        from pg_catalog.pg_rewrite r join pg_catalog.pg_class x on x.oid = r.ev_class where r.oid = d.objid
      )
      when ${catalog(sql`pg_trigger`)} then (select t.tgisinternal or t.tgrelid = c.oid from pg_catalog.pg_trigger t where t.oid = d.objid)
      when ${catalog(sql`pg_type`)} then (select t.oid = c.reltype from pg_catalog.pg_type t where t.oid = d.objid)
      else d.classid in (${catalog(sql`pg_attrdef`)}, ${catalog(sql`pg_constraint`)}, ${catalog(sql`pg_policy`)}, ${catalog(sql`pg_statistic_ext`)}, ${catalog(sql`pg_publication_rel`)})
    end`

function reason(condition: Fragment, words: string): Fragment {
  return sql`select ${words}::text as reason where ${condition}`
}

/** Returns why the columns of table `c` can't be reordered by a copy, as an array of reasons. Empty if they can. */
export const obstacles: Fragment = sql`array(
    ${reason(sql`c.relkind <> 'r'`, 'it’s partitioned')}
    union all ${reason(sql`c.relispartition`, 'it’s a partition')}
    union all ${reason(
      sql`not c.relispartition and exists (select from pg_catalog.pg_inherits h where c.oid in (h.inhrelid, h.inhparent))`,
      'it’s part of an inheritance hierarchy',
    )}
    union all ${reason(sql`c.reloftype <> '0'`, 'it’s a typed table')}
    union all ${reason(sql`c.relpersistence = 't'`, 'it’s temporary')}
    union all ${reason(
      sql`exists (select from pg_catalog.pg_depend e where e.classid = ${catalog(sql`pg_class`)} and e.objid = c.oid and e.deptype = 'e')`,
      'it belongs to an extension',
    )}
    union all ${reason(sql`exists (select from pg_catalog.pg_seclabel l where l.objoid = c.oid and l.classoid = ${catalog(sql`pg_class`)})`, 'it has security labels')}
    union all ${reason(sql`exists (select from pg_catalog.pg_subscription_rel u where u.srrelid = c.oid)`, 'it’s filled by a subscription')}
    union all ${reason(
      sql`exists (
        select from pg_catalog.aclexplode(c.relacl) p where p.grantor <> c.relowner
        union all
        select from pg_catalog.pg_attribute a cross join pg_catalog.aclexplode(a.attacl) p where a.attrelid = c.oid and p.grantor <> c.relowner
      )`,
      'roles other than its owner granted privileges on it',
    )}
    union all
    select pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid) || ' depends on it'
    from ${dependents}
    where (${isCarried}) is not true
  )`
