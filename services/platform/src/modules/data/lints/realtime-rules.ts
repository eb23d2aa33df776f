import { ident, type Fragment, join, sql } from '@colonnade/sql'
import { isOpenTo, isOwnSchema, type Named, type Rule, rule, shown } from './rule.ts'
import { lintText } from './messages.ts'

/** Tables published to Realtime: `c` and its schema `n`. */
const published = sql`pg_publication p cross join lateral pg_get_publication_tables(p.pubname) g
  join pg_class c on c.oid = g.relid join pg_namespace n on n.oid = c.relnamespace`
const isPublished = sql`p.pubname = 'supabase_realtime' and ${isOwnSchema}`

/** Matches if a policy lets API requests select some rows. */
const isReadableBySome = sql`exists (
  select from pg_policy y, unnest(y.polroles) m where y.polrelid = c.oid and y.polpermissive and y.polcmd in ('r', '*')
    and (m = 0 or exists (select from pg_roles r where r.rolname in ('anon', 'authenticated') and pg_has_role(r.oid, m, 'usage'))))`

interface Unheard extends Named {
  /** Matches references to the project's users. */
  readonly owner: string | null
  /** Matches tables published individually, rather than with their schema or all tables. */
  readonly is_listed: boolean
}

interface Unkeyed extends Named {
  /** Columns that could become the primary key: unique and never null. */
  readonly columns: readonly string[] | null
  /** An unused column name for a new primary key; null where the table can't have one. */
  readonly column: string | null
  readonly is_writable: boolean
}

const ofTable = ({ schema, name }: Named) => ({ metadata: { schema, name, type: 'table' }, key: shown(schema, name) })

export const realtimeRules: readonly Rule[] = [
  rule<Named>({
    name: 'realtime_rls_disabled',
    title: lintText.realtimeToEveryone.title,
    level: 'WARN',
    categories: ['SECURITY'],
    description: lintText.realtimeToEveryone.description,
    page: 'policies',
    query: sql`select n.nspname as schema, c.relname as name from ${published}
      where ${isPublished} and not c.relrowsecurity and ${isOpenTo('select', 'select')}`,
    find: (row) => ({
      detail: lintText.realtimeToEveryone.detail(shown(row.schema, row.name)),
      remediation: sql`alter table ${ident(row.schema, row.name)} enable row level security;`,
      ...ofTable(row),
    }),
  }),
  rule<Unkeyed>({
    name: 'realtime_no_primary_key',
    title: lintText.realtimeNoKey.title,
    level: 'WARN',
    categories: ['PERFORMANCE'],
    description: lintText.realtimeNoKey.description,
    page: 'realtime',
    query: sql`select n.nspname as schema, c.relname as name, (
          select array_agg(a.attname::text order by k.place) from pg_index i
            cross join unnest(i.indkey::int2[]) with ordinality k (number, place) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where i.indrelid = c.oid and c.relkind = 'r' and not c.relispartition and i.indisunique and i.indisvalid and i.indimmediate
            and i.indpred is null and i.indexprs is null and i.indnatts = i.indnkeyatts
          group by i.indexrelid having bool_and(a.attnotnull) order by count(*), i.indexrelid limit 1
        ) as columns, (
          select free from unnest(array['id', 'row_id', 'key_id']) with ordinality f (free, place)
          where c.relkind = 'r' and not c.relispartition and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = free)
          order by place limit 1
        ) as column, c.relreplident in ('f', 'i') or not (p.pubupdate or p.pubdelete) as is_writable
      from ${published} where ${isPublished} and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    find: (row) => ({
      detail: lintText.realtimeNoKey.detail(shown(row.schema, row.name), row.is_writable),
      remediation: keyOf(row),
      ...ofTable(row),
    }),
  }),
  rule<Unheard>({
    name: 'realtime_no_select_policy',
    title: lintText.realtimeToNobody.title,
    level: 'INFO',
    categories: ['SECURITY'],
    description: lintText.realtimeToNobody.description,
    page: 'policies',
    query: sql`select n.nspname as schema, c.relname as name, exists (
          select from pg_publication_rel l where l.prpubid = p.oid and l.prrelid = c.oid) as is_listed, (
          select a.attname from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
          where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 1 and k.confrelid = to_regclass('auth.users') and a.atttypid = 'uuid'::regtype
          order by a.attnum limit 1
        ) as owner
      from ${published} where ${isPublished} and c.relrowsecurity and not ${isReadableBySome}`,
    find: (row) => ({
      detail: lintText.realtimeToNobody.detail(shown(row.schema, row.name)),
      remediation: hearingOf(row),
      ...ofTable(row),
    }),
  }),
]

function keyOf({ schema, name, columns, column }: Unkeyed): Fragment | null {
  if (columns !== null) return sql`alter table ${ident(schema, name)} add primary key (${join(columns.map((each) => ident(each)))});`
  return column === null ? null : sql`alter table ${ident(schema, name)} add column ${ident(column)} bigint generated always as identity primary key;`
}

/** Only a person knows who owns which rows. */
function hearingOf({ schema, name, owner, is_listed: isListed }: Unheard): Fragment | null {
  if (owner !== null)
    return sql`create policy "Users can read their own rows" on ${ident(schema, name)} for select to authenticated using ((select auth.uid()) = ${ident(owner)});`
  return isListed ? sql`alter publication supabase_realtime drop table ${ident(schema, name)};` : null
}
