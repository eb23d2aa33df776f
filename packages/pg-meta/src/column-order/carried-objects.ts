import { type Fragment, sql } from '@colonnade/sql'

/**
 * Queries of one column each: the statements that move what belongs to table `target`, put together by Postgres while the old table still
 * has its name, to run when the new one has it. Every name in them is quoted by format() or printed by Postgres itself.
 */

const inTable = sql`target.schema, target.relname`

/** What depends on the table, by the catalog that it is in; there is no index from a table to its dependents but this one. */
const dependent = (catalog: Fragment) => sql`(
    select d.objid from pg_catalog.pg_depend d
    where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.refobjid = target.oid and d.classid = 'pg_catalog.${catalog}'::pg_catalog.regclass::oid
  )`

const ownedSequences = (dependency: 'i' | 'a') => sql`pg_catalog.pg_depend d
  join pg_catalog.pg_sequence q on q.seqrelid = d.objid
  join pg_catalog.pg_class s on s.oid = q.seqrelid
  join pg_catalog.pg_namespace sn on sn.oid = s.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = target.oid and a.attnum = d.refobjsubid
  where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.refobjid = target.oid and d.refobjsubid > 0
    and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.deptype = ${dependency}`

/** Those that Postgres made for partitions come with the constraint of the partitioned table. */
const incomingKeys = sql`pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where k.oid in ${dependent(sql`pg_constraint`)} and k.contype = 'f' and k.confrelid = target.oid and k.conrelid <> target.oid and k.conparentid = '0'`

/** Of the table itself, and those of other tables that look into it. */
const policies = sql`pg_catalog.pg_policy p
  join pg_catalog.pg_class c on c.oid = p.polrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where p.oid in ${dependent(sql`pg_policy`)}`

const statistics = sql`pg_catalog.pg_statistic_ext e
  join pg_catalog.pg_namespace en on en.oid = e.stxnamespace
  where e.stxrelid = target.oid`

const indexes = sql`pg_catalog.pg_index i
  join pg_catalog.pg_class x on x.oid = i.indexrelid
  where i.indrelid = target.oid`

const ofConstraint = sql`exists (select from pg_catalog.pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid and k.contype in ('p', 'u', 'x'))`

const parameters = (options: Fragment) => sql`(
    select pg_catalog.string_agg(pg_catalog.format('%I=%L', pg_catalog.split_part(o, '=', 1), pg_catalog.substr(o, pg_catalog.strpos(o, '=') + 1)), ', ') from pg_catalog.unnest(${options}) o
  )`

/** Frees the table's names, and what points at it. */
export const dropsAndRenames: readonly Fragment[] = [
  sql`select pg_catalog.format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) from ${incomingKeys}`,
  sql`select pg_catalog.format('drop policy %I on %I.%I', p.polname, n.nspname, c.relname) from ${policies} and p.polrelid <> target.oid`,
  sql`select pg_catalog.format('alter sequence %I.%I owned by none', sn.nspname, s.relname) from ${ownedSequences('a')}`,
  // or the copy would leave out rows
  sql`select pg_catalog.format('alter table %I.%I disable row level security, no force row level security', ${inTable})`,
  sql`select pg_catalog.format('alter index %I.%I rename to %I', target.schema, x.relname, 'reorder_' || x.oid::text) from ${indexes}`,
  sql`select pg_catalog.format('alter sequence %I.%I rename to %I', sn.nspname, s.relname, 'reorder_' || s.oid::text) from ${ownedSequences('i')}`,
  sql`select pg_catalog.format('alter statistics %I.%I rename to %I', en.nspname, e.stxname, 'reorder_' || e.oid::text) from ${statistics}`,
  sql`select pg_catalog.format('alter table %I.%I rename to %I', ${inTable}, 'reorder_' || target.oid::text)`,
]

function constraintsOf(kinds: Fragment): Fragment {
  return sql`select pg_catalog.format('alter table %I.%I add constraint %I %s', ${inTable}, k.conname, pg_catalog.pg_get_constraintdef(k.oid))
    from pg_catalog.pg_constraint k where k.conrelid = target.oid and k.contype in (${kinds}) and k.conparentid = '0' order by k.oid`
}

const states = sql`case state when 'D' then 'disable' when 'R' then 'enable replica' when 'A' then 'enable always' end`

/** The comment on each object of a query that gives `object`, its oid, and `printed`, what it is called. */
function commentsOn(catalog: Fragment, objects: Fragment): Fragment {
  return sql`select pg_catalog.format('comment on %s is %L', o.printed, m.description)
    from (${objects}) o
    join pg_catalog.pg_description m on m.objoid = o.object and m.classoid = 'pg_catalog.${catalog}'::pg_catalog.regclass::oid and m.objsubid = 0`
}

/** Makes on the new table what the old one has. */
export const made: readonly Fragment[] = [
  sql`select pg_catalog.format('alter table %I.%I alter column %I add generated %s as identity (sequence name %I.%I increment by %s minvalue %s maxvalue %s start with %s cache %s%s)',
      ${inTable}, a.attname, case a.attidentity when 'a' then 'always' else 'by default' end, sn.nspname, s.relname, q.seqincrement, q.seqmin, q.seqmax, q.seqstart, q.seqcache, case when q.seqcycle then ' cycle' end)
    from ${ownedSequences('i')}`,
  constraintsOf(sql`'p', 'u', 'x'`),
  sql`select pg_catalog.format('alter index %I.%I set (%s)', target.schema, x.relname, ${parameters(sql`x.reloptions`)}) from ${indexes} and ${ofConstraint} and x.reloptions is not null`,
  sql`select pg_catalog.format('alter index %I.%I set tablespace %I', target.schema, x.relname, t.spcname) from pg_catalog.pg_tablespace t cross join ${indexes} and t.oid = x.reltablespace and ${ofConstraint}`,
  sql`select pg_catalog.pg_get_indexdef(i.indexrelid) from ${indexes} and not ${ofConstraint} order by i.indexrelid`,
  constraintsOf(sql`'c', 'f'`),
  sql`select pg_catalog.format('alter table %I.%I cluster on %I', ${inTable}, x.relname) from ${indexes} and i.indisclustered`,
  sql`select pg_catalog.format('alter table %I.%I replica identity %s', ${inTable}, case target.relreplident when 'f' then 'full' when 'n' then 'nothing' end) where target.relreplident in ('f', 'n')`,
  sql`select pg_catalog.format('alter table %I.%I replica identity using index %I', ${inTable}, x.relname) from ${indexes} and i.indisreplident and target.relreplident = 'i'`,
  sql`select pg_catalog.format('alter index %I.%I alter column %s set statistics %s', target.schema, x.relname, a.attnum, a.attstattarget)
    from pg_catalog.pg_attribute a cross join ${indexes} and a.attrelid = x.oid and a.attstattarget >= 0`,
  sql`select pg_catalog.pg_get_statisticsobjdef(e.oid) from ${statistics}`,
  sql`select pg_catalog.format('alter statistics %I.%I set statistics %s', en.nspname, e.stxname, e.stxstattarget) from ${statistics} and e.stxstattarget >= 0`,
  sql`select pg_catalog.pg_get_triggerdef(t.oid) from pg_catalog.pg_trigger t where t.tgrelid = target.oid and not t.tgisinternal order by t.oid`,
  sql`select pg_catalog.format('alter table %I.%I %s trigger %I', ${inTable}, ${states}, name) from (
      select t.tgenabled as state, t.tgname as name from pg_catalog.pg_trigger t where t.tgrelid = target.oid and not t.tgisinternal and t.tgenabled <> 'O'
    ) t`,
  sql`select pg_catalog.pg_get_ruledef(r.oid) from pg_catalog.pg_rewrite r where r.ev_class = target.oid order by r.oid`,
  sql`select pg_catalog.format('alter table %I.%I %s rule %I', ${inTable}, ${states}, name) from (
      select r.ev_enabled as state, r.rulename as name from pg_catalog.pg_rewrite r where r.ev_class = target.oid and r.ev_enabled <> 'O'
    ) r`,
  sql`select pg_catalog.format('create policy %I on %I.%I as %s for %s to %s%s%s', p.polname, n.nspname, c.relname, case when p.polpermissive then 'permissive' else 'restrictive' end,
      case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select pg_catalog.string_agg(case r when '0' then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(r)) end, ', ') from pg_catalog.unnest(p.polroles) r),
      ' using (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid) || ')', ' with check (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) || ')')
    from ${policies} order by p.oid`,
  sql`select pg_catalog.format('alter table %I.%I enable row level security', ${inTable}) where target.relrowsecurity`,
  sql`select pg_catalog.format('alter table %I.%I force row level security', ${inTable}) where target.relforcerowsecurity`,
  commentsOn(sql`pg_class`, sql`select target.oid as object, pg_catalog.format('table %I.%I', ${inTable}) as printed`),
  sql`select pg_catalog.format('comment on column %I.%I.%I is %L', ${inTable}, a.attname, m.description)
    from pg_catalog.pg_description m join pg_catalog.pg_attribute a on a.attrelid = m.objoid and a.attnum = m.objsubid
    where m.objoid = target.oid and m.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and m.objsubid > 0`,
  commentsOn(
    sql`pg_constraint`,
    sql`select k.oid as object, pg_catalog.format('constraint %I on %I.%I', k.conname, ${inTable}) as printed from pg_catalog.pg_constraint k where k.conrelid = target.oid`,
  ),
  commentsOn(sql`pg_class`, sql`select x.oid as object, pg_catalog.format('index %I.%I', target.schema, x.relname) as printed from ${indexes}`),
  commentsOn(
    sql`pg_class`,
    sql`select s.oid as object, pg_catalog.format('sequence %I.%I', sn.nspname, s.relname) as printed from ${ownedSequences('i')}`,
  ),
  commentsOn(
    sql`pg_statistic_ext`,
    sql`select e.oid as object, pg_catalog.format('statistics %I.%I', en.nspname, e.stxname) as printed from ${statistics}`,
  ),
  commentsOn(
    sql`pg_trigger`,
    sql`select t.oid as object, pg_catalog.format('trigger %I on %I.%I', t.tgname, ${inTable}) as printed from pg_catalog.pg_trigger t where t.tgrelid = target.oid`,
  ),
  commentsOn(
    sql`pg_rewrite`,
    sql`select r.oid as object, pg_catalog.format('rule %I on %I.%I', r.rulename, ${inTable}) as printed from pg_catalog.pg_rewrite r where r.ev_class = target.oid`,
  ),
  commentsOn(
    sql`pg_policy`,
    sql`select p.oid as object, pg_catalog.format('policy %I on %I.%I', p.polname, n.nspname, c.relname) as printed from ${policies}`,
  ),
]

/** Points views and foreign keys at the new table, and drops the old one: what still depends on it keeps it from being dropped, and all is undone. */
export const madeLast: readonly Fragment[] = [
  // in place, so that their privileges, comments, triggers and views over them stay
  sql`select pg_catalog.format('create or replace view %I.%I%s as %s', n.nspname, c.relname, ' with (' || ${parameters(sql`c.reloptions`)} || ')', pg_catalog.pg_get_viewdef(c.oid))
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and c.oid in (select r.ev_class from pg_catalog.pg_rewrite r where r.oid in ${dependent(sql`pg_rewrite`)}) order by c.oid`,
  sql`select pg_catalog.format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_catalog.pg_get_constraintdef(k.oid)) from ${incomingKeys} order by k.oid`,
  commentsOn(
    sql`pg_constraint`,
    sql`select k.oid as object, pg_catalog.format('constraint %I on %I.%I', k.conname, n.nspname, c.relname) as printed from ${incomingKeys}`,
  ),
  sql`select pg_catalog.format('drop table %I.%I restrict', target.schema, 'reorder_' || target.oid::text)`,
  sql`select pg_catalog.format('alter table %I.%I owner to %I', ${inTable}, target.owner)`,
  sql`select pg_catalog.format('alter sequence %I.%I owned by %I.%I.%I', sn.nspname, s.relname, ${inTable}, a.attname) from ${ownedSequences('a')}`,
  // what default privileges gave on the sequences of the new identities
  sql`select distinct pg_catalog.format('revoke all on sequence %I.%I from %s', sn.nspname, s.relname, case p.grantee when '0' then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(p.grantee)) end)
    from pg_catalog.pg_default_acl f cross join pg_catalog.aclexplode(f.defaclacl) p cross join ${ownedSequences('i')}
      and f.defaclobjtype = 'S' and pg_catalog.pg_get_userbyid(f.defaclrole) = current_user and p.grantee not in (f.defaclrole, target.relowner)`,
  sql`select pg_catalog.format('grant %s on sequence %I.%I to %s%s', p.privilege_type, g.schema, g.name,
      case p.grantee when '0' then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(p.grantee)) end, case when p.is_grantable then ' with grant option' end)
    from (select sn.nspname, s.relname, s.relacl from ${ownedSequences('i')}) g (schema, name, acl)
    cross join pg_catalog.aclexplode(g.acl) p`,
  // the planner's figures went with the old table
  sql`select pg_catalog.format('analyze %I.%I', ${inTable})`,
]
