import { type Fragment, ident, join, sql } from '@colonnade/sql'
import { coversKey, isNoExtensions, isOwnSchema, type Named, type Rule, rule, shown } from './rule.ts'
import { lintText } from './messages.ts'

interface ForeignKey extends Named {
  readonly constraint: string
  readonly columns: readonly string[]
}

interface Index extends Named {
  readonly table: string
}

interface Policies extends Named {
  /** "public" for everyone. */
  readonly role: string
  readonly action: string
  readonly count: number
  /** The first of them. */
  readonly policies: readonly string[]
}

/** Most policies in a finding: a table can have thousands, for each of hundreds of roles. */
const policiesNamed = 10

const indexes = sql`pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace`

/**
 * Matches indexes older than two days: the log of schema changes dates transactions, and an entry of that age isn't newer than the index `i` of `x`.
 */
const isSettled = sql`greatest(age(i.xmin), age(x.xmin)) >= (
  select min(age(s.transaction_id::xid)) from _colonnade.schema_changes s where s.asked_at < now() - interval '1 day')`

/** Indexes without a scan that only speed up queries. */
const unusedIndexes = (isOld: Fragment) => sql`
  with candidates as materialized (
    select n.nspname as schema, x.relname as name, x.oid, c.relname as table from ${indexes}
    where x.relkind = 'i' and i.indisvalid and not i.indisunique and ${isDroppable} and ${isOwnSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}
      and ${isOld}
      -- the checks of foreign keys need theirs, however seldom
      and not exists (select from pg_constraint k where k.contype = 'f' and ${coversKey})
  )
  select * from candidates where pg_stat_get_numscans(oid) = 0`

/** Matches if the index `i` of `x` only speeds up queries. */
const isDroppable = sql`not i.indisprimary and not i.indisexclusion and not i.indisreplident and not i.indisclustered and not x.relispartition
  and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`

const drop = ({ schema, name }: Named) => sql`drop index ${ident(schema, name)};`
const ofIndex = ({ schema, name }: Named) => ({ metadata: { schema, name, type: 'index' }, key: shown(schema, name) })

export const performanceRules: readonly Rule[] = [
  rule<Index & { readonly other: string }>({
    name: 'duplicate_index',
    title: lintText.duplicateIndex.title,
    level: 'WARN',
    categories: ['PERFORMANCE'],
    description: lintText.duplicateIndex.description,
    query: sql`
      with candidates as (
        select i.*, x.relname, x.relam, n.nspname, c.relname as tablename, ${isDroppable} as is_droppable,
          concat_ws('|', i.indkey, i.indnkeyatts, i.indclass, i.indcollation, i.indoption, x.relam, x.reloptions::text) as form,
          coalesce(pg_get_expr(i.indexprs, i.indrelid), '') as expressions, coalesce(pg_get_expr(i.indpred, i.indrelid), '') as predicate
        from ${indexes}
        where i.indisvalid and ${isOwnSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}
      )
      select distinct on (d.nspname, d.relname, d.indexrelid) d.nspname as schema, d.relname as name, d.indexrelid, d.tablename as table, k.relname as other
      from candidates d join candidates k on k.indrelid = d.indrelid and k.form = d.form and k.expressions = d.expressions and k.predicate = d.predicate
        and k.indexrelid <> d.indexrelid
      where d.is_droppable
        -- what a unique one promises, the one that stays must promise too
        and (not d.indisunique or (k.indisunique and k.indimmediate and k.indnullsnotdistinct = d.indnullsnotdistinct))
        -- of two equals the older one stays
        and ((not k.is_droppable, k.indisunique) > (false, d.indisunique) or ((not k.is_droppable, k.indisunique) = (false, d.indisunique) and k.indexrelid < d.indexrelid))
      order by d.nspname, d.relname, d.indexrelid, k.is_droppable, k.indisunique desc, k.indexrelid`,
    find: (row) => ({
      detail: lintText.duplicateIndex.detail(shown(row.schema, row.name), shown(row.schema, row.table), shown(row.other)),
      remediation: drop(row),
      ...ofIndex(row),
    }),
  }),
  rule<Policies>({
    name: 'multiple_permissive_policies',
    title: lintText.permissivePolicies.title,
    level: 'WARN',
    categories: ['PERFORMANCE'],
    description: lintText.permissivePolicies.description,
    query: sql`
      with policies as (
        select p.polrelid, p.polname, p.polroles, action
        from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace,
          unnest(case p.polcmd when 'r' then array['SELECT'] when 'a' then array['INSERT'] when 'w' then array['UPDATE'] when 'd' then array['DELETE']
            else array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] end) action
        where p.polpermissive and c.relrowsecurity and ${isOwnSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}
      ), own as (select polrelid, action, role, polname from policies, unnest(polroles) role
      ), applied as (
        select * from own
        union all
        -- policies for everyone also apply to each role
        select o.polrelid, o.action, o.role, e.polname
        from (select distinct polrelid, action, role from own where role <> 0) o join own e on e.polrelid = o.polrelid and e.action = o.action and e.role = 0
      ), numbered as (
        select *, row_number() over (partition by polrelid, action, role order by polname) as place from applied
      )
      select n.nspname as schema, c.relname as name, coalesce(r.rolname, 'public') || ' ' || p.action as place, coalesce(r.rolname, 'public') as role,
        p.action, p.count, p.policies
      from (
        select polrelid, action, role, count(*)::int as count, json_agg(polname order by polname) filter (where place <= ${policiesNamed}) as policies
        from numbered group by polrelid, action, role having count(*) > 1
      ) p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace left join pg_roles r on r.oid = p.role`,
    find: ({ schema, name, role, action, count, policies }) => ({
      detail: lintText.permissivePolicies.detail(
        shown(schema, name),
        shown(role),
        action,
        policies.map((each) => shown(each)),
        count,
      ),
      remediation: null,
      metadata: { schema, name, type: 'table' },
      key: `${shown(schema, name)} ${shown(role)} ${action}`,
    }),
  }),
  rule<ForeignKey>({
    name: 'unindexed_foreign_keys',
    title: lintText.foreignKey.title,
    level: 'INFO',
    categories: ['PERFORMANCE'],
    description: lintText.foreignKey.description,
    query: sql`
      select n.nspname as schema, c.relname as name, k.conname as constraint, (
          select json_agg(a.attname order by at.place) from unnest(k.conkey) with ordinality at (number, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = at.number
        ) as columns
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and ${isOwnSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}
        and not exists (select from pg_index i where ${coversKey})`,
    find: ({ schema, name, constraint, columns }) => ({
      detail: lintText.foreignKey.detail(
        shown(constraint),
        shown(schema, name),
        columns.map((each) => shown(each)),
      ),
      remediation: sql`create index on ${ident(schema, name)} (${join(columns.map((each) => ident(each)))});`,
      metadata: { schema, name, type: 'table' },
      key: `${shown(schema, name)} ${shown(constraint)}`,
    }),
  }),
  rule<Index>({
    name: 'unused_index',
    title: lintText.unusedIndex.title,
    level: 'INFO',
    categories: ['PERFORMANCE'],
    description: lintText.unusedIndex.description,
    needsStatistics: true,
    query: unusedIndexes(isSettled),
    // without a log, only the age of the statistics is known
    foreignQuery: unusedIndexes(sql`true`),
    find: (row) => ({
      detail: lintText.unusedIndex.detail(shown(row.schema, row.name), shown(row.schema, row.table)),
      remediation: drop(row),
      ...ofIndex(row),
    }),
  }),
  rule<Named>({
    name: 'no_primary_key',
    title: lintText.noPrimaryKey.title,
    level: 'INFO',
    categories: ['PERFORMANCE'],
    description: lintText.noPrimaryKey.description,
    query: sql`
      select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${isOwnSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    find: ({ schema, name }) => ({
      detail: lintText.noPrimaryKey.detail(shown(schema, name)),
      remediation: null,
      metadata: { schema, name, type: 'table' },
      key: shown(schema, name),
    }),
  }),
]
