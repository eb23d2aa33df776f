import type { Lint } from '@colonnade/contracts/data/lints'
import { type Fragment, ident, join, literal, sql, toText } from '@colonnade/sql'

/** What a rule finds wrong, by the row that its query gave. */
export interface Finding {
  /** One sentence with the object's name. */
  readonly detail: string
  /** What repairs it; null where a person has to decide. */
  readonly remediation: Fragment | null
  readonly metadata: Lint['metadata']
  /** Identifies it among the rule's findings; the same in every run. */
  readonly key: string
}

/** One thing that an advisor looks for. */
export interface Rule {
  readonly name: string
  readonly title: string
  readonly level: Lint['level']
  readonly categories: Lint['categories']
  readonly description: string
  /** Where a person decides what to do. */
  readonly page?: Lint['page']
  /** Counts uses, which means little before the statistics have seen a day. */
  readonly needsStatistics?: true
  /** Reads catalogs only; a row is a finding, with a schema and a name. */
  readonly query: Fragment
  /** Takes its place on a server that Colonnade didn't set up. */
  readonly foreignQuery?: Fragment
  readonly find: (row: never) => Finding
}

/** Ties the form of a rule's rows to what reads them. */
export function rule<Row extends object>(made: Omit<Rule, 'find'> & { readonly find: (row: Row) => Finding }): Rule {
  return made
}

/** An object of a schema: the least that a rule's row has. */
export interface Named {
  readonly schema: string
  readonly name: string
}

/** `public."Odd table"`: how people see an object, and its part of a finding's key. */
export function shown(...names: readonly string[]): string {
  return toText(ident(...names))
}

/** Schemas that the platform fills itself. */
const platformSchemas = ['information_schema', '_colonnade', 'auth', 'storage', 'realtime', 'vault', 'extensions']

/** People's own: `n` is a row of pg_namespace. */
export const isOwnSchema = sql`n.nspname <> all(array[${join(platformSchemas.map(literal))}]) and n.nspname !~ '^pg_'`

/** Not brought by an extension, whose author looks after it. */
export function isNoExtensions(catalog: 'pg_class' | 'pg_proc', oid: Fragment): Fragment {
  // by the index on what is depended on: extensions have few members, and a large catalog has many dependencies
  return sql`${oid} not in (
    select m.objid from pg_depend m where m.refclassid = 'pg_extension'::regclass and m.classid = ${literal(catalog)}::regclass and m.deptype = 'e')`
}

/**
 * `n` is a schema that the data API serves: those in its live setting, `public` where there is none. What the role has in this database wins
 * over what it has everywhere, and both over what all roles have.
 */
export const isExposedSchema = sql`n.nspname in (
  select btrim(served) from regexp_split_to_table(coalesce((
    select substr(setting, strpos(setting, '=') + 1) from pg_db_role_setting s, unnest(s.setconfig) setting
    where setting ~ '^pgrst[.]db_schemas?=' and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and s.setrole in (select 0 union all select oid from pg_roles where rolname = 'authenticator')
    order by s.setrole <> 0 desc, s.setdatabase <> 0 desc, setting ~ '^pgrst[.]db_schemas=' desc limit 1), 'public'), ',') served)`

/** A request from outside may touch the relation `c` of the schema `n` in one of these ways. */
export function isOpenTo(privileges: string, columnPrivileges: string): Fragment {
  return sql`exists (
    select from pg_roles r where r.rolname in ('anon', 'authenticated') and has_schema_privilege(r.oid, n.oid, 'usage')
      and (has_table_privilege(r.oid, c.oid, ${literal(privileges)}) or has_any_column_privilege(r.oid, c.oid, ${literal(columnPrivileges)})))`
}

/**
 * The index `i` finds rows by the columns of the foreign key `k`: they are its first ones, in any order. Not by `@>`, which an extension
 * such as intarray, put into pg_catalog, makes ambiguous.
 */
export const coversKey = sql`i.indrelid = k.conrelid and i.indisvalid and i.indpred is null and i.indnkeyatts >= cardinality(k.conkey)
  and not exists (select from unnest(k.conkey) wanted where wanted <> all ((i.indkey::int2[])[0:cardinality(k.conkey) - 1]))`
