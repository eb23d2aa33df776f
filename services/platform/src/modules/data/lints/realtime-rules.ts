import { ident, type Fragment, join, sql } from '@colonnade/sql'
import { isOpenTo, isOwnSchema, type Named, type Rule, rule, shown } from './rule.ts'

/** Tables whose changes Realtime tells: `c` and its schema `n`. */
const published = sql`pg_publication p cross join lateral pg_get_publication_tables(p.pubname) g
  join pg_class c on c.oid = g.relid join pg_namespace n on n.oid = c.relnamespace`
const isPublished = sql`p.pubname = 'supabase_realtime' and ${isOwnSchema}`

/** A policy lets requests from outside select some rows. */
const isReadableBySome = sql`exists (
  select from pg_policy y, unnest(y.polroles) m where y.polrelid = c.oid and y.polpermissive and y.polcmd in ('r', '*')
    and (m = 0 or exists (select from pg_roles r where r.rolname in ('anon', 'authenticated') and pg_has_role(r.oid, m, 'usage'))))`

interface Unheard extends Named {
  /** Refers to the users of the project. */
  readonly owner: string | null
  /** Published on its own, rather than with its schema or with everything. */
  readonly is_listed: boolean
}

interface Unkeyed extends Named {
  /** Could become the primary key: they are unique and never null. */
  readonly columns: readonly string[] | null
  /** A free name for a column that could; null where a table can't have one of its own. */
  readonly column: string | null
  readonly is_writable: boolean
}

const ofTable = ({ schema, name }: Named) => ({ metadata: { schema, name, type: 'table' }, key: shown(schema, name) })

export const realtimeRules: readonly Rule[] = [
  rule<Named>({
    name: 'realtime_rls_disabled',
    title: 'Realtime sends every row to everyone',
    level: 'WARN',
    categories: ['SECURITY'],
    description:
      'Realtime checks policies before it sends a change. Without row-level security, anyone with the public key can subscribe to every row.',
    page: 'policies',
    query: sql`select n.nspname as schema, c.relname as name from ${published}
      where ${isPublished} and not c.relrowsecurity and ${isOpenTo('select', 'select')}`,
    find: (row) => ({
      detail: `Table ${shown(row.schema, row.name)} is published to Realtime, can be read from outside, and has no row-level security.`,
      remediation: sql`alter table ${ident(row.schema, row.name)} enable row level security;`,
      ...ofTable(row),
    }),
  }),
  rule<Unkeyed>({
    name: 'realtime_no_primary_key',
    title: 'Realtime can’t tell rows apart',
    level: 'WARN',
    categories: ['PERFORMANCE'],
    description:
      'Realtime sends no rows of a table without a primary key. Postgres also refuses to update or delete rows of such a table while it’s published, unless it has a replica identity.',
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
      detail: `Table ${shown(row.schema, row.name)} is published to Realtime and has no primary key${row.is_writable ? '.' : ', so its rows can’t be updated or deleted.'}`,
      remediation: keyOf(row),
      ...ofTable(row),
    }),
  }),
  rule<Unheard>({
    name: 'realtime_no_select_policy',
    title: 'Realtime sends no rows to anyone',
    level: 'INFO',
    categories: ['SECURITY'],
    description:
      'With row-level security, Realtime sends a new or changed row only to those who can select it. Without a policy for that, only secret keys receive it.',
    page: 'policies',
    query: sql`select n.nspname as schema, c.relname as name, exists (
          select from pg_publication_rel l where l.prpubid = p.oid and l.prrelid = c.oid) as is_listed, (
          select a.attname from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
          where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 1 and k.confrelid = to_regclass('auth.users') and a.atttypid = 'uuid'::regtype
          order by a.attnum limit 1
        ) as owner
      from ${published} where ${isPublished} and c.relrowsecurity and not ${isReadableBySome}`,
    find: (row) => ({
      detail: `Table ${shown(row.schema, row.name)} is published to Realtime, but no policy lets anon or authenticated select its rows. Add one, or stop publishing the table.`,
      remediation: hearingOf(row),
      ...ofTable(row),
    }),
  }),
]

function keyOf({ schema, name, columns, column }: Unkeyed): Fragment | null {
  if (columns !== null) return sql`alter table ${ident(schema, name)} add primary key (${join(columns.map((each) => ident(each)))});`
  return column === null ? null : sql`alter table ${ident(schema, name)} add column ${ident(column)} bigint generated always as identity primary key;`
}

/** Which rows are whose is only known where they say so. */
function hearingOf({ schema, name, owner, is_listed: isListed }: Unheard): Fragment | null {
  if (owner !== null)
    return sql`create policy "Users can read their own rows" on ${ident(schema, name)} for select to authenticated using ((select auth.uid()) = ${ident(owner)});`
  return isListed ? sql`alter publication supabase_realtime drop table ${ident(schema, name)};` : null
}
