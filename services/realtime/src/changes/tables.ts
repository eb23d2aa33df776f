import type { BatchRows } from '@colonnade/pg'
import type { ProjectDatabases } from '../project/project-databases.ts'
import { SharedQuestions } from '../project/shared-questions.ts'
import { tableKnownMs } from '../limits.ts'
import type { JsonType } from './json.ts'
import { type PolicyFacts, type Visibility, visibilityOf } from './policy-classes.ts'

export interface TableColumn extends JsonType {
  readonly name: string
  /** `pg_type.typname`. */
  readonly type: string
  /** Type name in SQL. */
  readonly sqlType: string
  /** Only Postgres can write its values as JSON: composite types, those with a cast to JSON, and arrays of them. */
  readonly isForeign: boolean
  readonly isKey: boolean
  /** The role may select it. */
  readonly isReadable: boolean
}

/** A table, as one role sees it. */
export interface TableView {
  readonly oid: number
  readonly schema: string
  readonly name: string
  /** With quotes where it needs them. */
  readonly sqlName: string
  /** Callers to check rows for: `all` if the table has no row-level security, or the role bypasses it. */
  readonly visibility: Visibility
  readonly isFull: boolean
  readonly columns: readonly TableColumn[]
}

/** Columns of tables, and the privileges of roles on them: cached for a while. */
export interface Tables {
  find(ref: string, oid: number, role: string): Promise<TableView | null>
  /** Published tables by a schema's name and their own; `*` for all. */
  findPublished(ref: string, schema: string, table: string, role: string): Promise<readonly TableView[]>
  /** A table was altered. */
  forget(ref: string, oid: number): void
}

/** A domain here is one of another, or in an array. */
const isForeign = (type: string): string =>
  `${type}.typtype in ('c', 'd') or exists (select from pg_catalog.pg_cast where castsource = ${type}.oid and casttarget = 'json'::regtype and castmethod = 'f')`
const text = (condition: string): string => `
  select c.oid::text, n.nspname, c.relname, c.oid::regclass::text,
    case
      when not c.relrowsecurity or (select rolbypassrls or rolsuper from pg_catalog.pg_roles where rolname = $1) then null
      when not c.relforcerowsecurity and pg_catalog.pg_has_role($1, c.relowner, 'usage') then null
      else (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
          'isPermissive', p.polpermissive, 'tree', p.polqual::text,
          'functions', (select pg_catalog.json_object_agg(f.oid, case f.pronamespace when 'pg_catalog'::regnamespace then 'fixed' else case f.proname when 'uid' then 'user' else 'role' end end)
            from pg_catalog.pg_proc f where f.oid in (select m[1]::oid from pg_catalog.regexp_matches(p.polqual::text, ' :funcid (\\d+)', 'g') m)
              and (f.oid < 12000 and f.pronamespace = 'pg_catalog'::regnamespace and f.provolatile = 'i'
                or f.pronamespace = pg_catalog.to_regnamespace('auth') and f.proname in ('uid', 'role') and f.pronargs = 0)))), '[]')
        from pg_catalog.pg_policy p where p.polrelid = c.oid and p.polcmd in ('*', 'r')
          and exists (select from unnest(p.polroles) r where r = 0 or pg_catalog.pg_has_role($1, r, 'usage')))
    end::text,
    (c.relreplident = 'f')::text,
    (select pg_catalog.json_agg(pg_catalog.json_build_object(
        'name', a.attname, 'type', t.typname, 'sqlType', pg_catalog.format_type(a.atttypid, null),
        'oid', case t.typtype when 'd' then t.typbasetype else t.oid end::int8,
        'element', case when b.typcategory = 'A' then b.typelem::int8 end,
        'isForeign', b.oid = any('{22, 30}') or ${isForeign('b')} or coalesce(e.typdelim <> ',' or e.typcategory = 'A' or ${isForeign('e')}, false),
        'isKey', coalesce(a.attnum = any(i.indkey::int2[]), false),
        'isReadable', pg_catalog.has_column_privilege($1, c.oid, a.attnum, 'select')) order by a.attnum)
      from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
        join pg_catalog.pg_type b on b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
        left join pg_catalog.pg_type e on b.typcategory = 'A' and e.oid = b.typelem
        left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)::text
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and exists (select from pg_catalog.pg_roles where rolname = $1) and ${condition}`
const byOid = text('c.oid = $2::oid')
const byName = text(`($2 = '*' or n.nspname = $2) and ($3 = '*' or c.relname = $3)
  and exists (select from pg_catalog.pg_publication_tables p where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname)
  limit 1000`)

export function createTables(databases: ProjectDatabases, now: () => number): Tables {
  const known = new Map<string, { readonly view: Promise<TableView | null>; readonly at: number }>()
  const published = new SharedQuestions<readonly TableView[]>()
  const ask = async (ref: string, name: string, query: string, values: readonly string[]): Promise<readonly TableView[]> => {
    const { run, leave } = await databases.enter(ref)
    try {
      const rows: BatchRows = await run([{ name, text: query, values }])
      return rows[0]!.map(([oid, schema, table, sqlName, policies, isFull, columns]) => ({
        oid: Number(oid),
        schema: schema!,
        name: table!,
        sqlName: sqlName!,
        visibility: policies === null || policies === undefined ? 'all' : visibilityOf(JSON.parse(policies) as PolicyFacts[]),
        isFull: isFull === 'true',
        columns: JSON.parse(columns ?? '[]') as TableColumn[],
      }))
    } finally {
      leave()
    }
  }
  return {
    async find(ref, oid, role) {
      const key = `${ref} ${oid} ${role}`
      const found = known.get(key)
      if (found !== undefined && Math.abs(now() - found.at) < tableKnownMs) return found.view
      const view = ask(ref, 'table', byOid, [role, String(oid)]).then((views) => views[0] ?? null)
      known.delete(key)
      known.set(key, { view, at: now() })
      for (const [oldest, { at }] of known) {
        if (Math.abs(now() - at) < tableKnownMs) break
        known.delete(oldest)
      }
      view.catch(() => known.delete(key))
      return view
    },
    // thousands may join at once
    findPublished: (ref, schema, table, role) =>
      published.ask(JSON.stringify([ref, schema, table, role]), () => ask(ref, 'tables', byName, [role, schema, table])),
    forget(ref, oid) {
      for (const key of known.keys()) if (key.startsWith(`${ref} ${oid} `)) known.delete(key)
    },
  }
}
