import type { Lint } from '@colonnade/contracts/data/lints'
import { type Fragment, ident, join, literal, sql, toText } from '@colonnade/sql'

/** A finding of a rule, from a row of its query. */
export interface Finding {
  /** One sentence with the object's name. */
  readonly detail: string
  /** SQL that fixes it; null if a person has to decide. */
  readonly remediation: Fragment | null
  readonly metadata: Lint['metadata']
  /** Identifies it among the rule's findings, equal in every run. */
  readonly key: string
}

/** A check of the advisors. */
export interface Rule {
  readonly name: string
  readonly title: string
  readonly level: Lint['level']
  readonly categories: Lint['categories']
  readonly description: string
  /** Page where a person fixes it. */
  readonly page?: Lint['page']
  /** True if it counts uses, which requires a day of statistics. */
  readonly needsStatistics?: true
  /** Reads catalogs only; each row is a finding, with a schema and a name. */
  readonly query: Fragment
  /** Replaces the query on a server that Colonnade didn't set up. */
  readonly foreignQuery?: Fragment
  readonly find: (row: never) => Finding
}

/** Ties the type of a rule's rows to its `find`. */
export function rule<Row extends object>(made: Omit<Rule, 'find'> & { readonly find: (row: Row) => Finding }): Rule {
  return made
}

/** An object of a schema: the minimum of a rule's row. */
export interface Named {
  readonly schema: string
  readonly name: string
}

/** Returns `public."Odd table"`, the name to show, and part of a finding's key. */
export function shown(...names: readonly string[]): string {
  return toText(ident(...names))
}

/** Schemas that the platform manages. */
const platformSchemas = ['information_schema', '_colonnade', 'auth', 'storage', 'realtime', 'vault', 'extensions']

/** Matches user schemas: `n` is a row of pg_namespace. */
export const isOwnSchema = sql`n.nspname <> all(array[${join(platformSchemas.map(literal))}]) and n.nspname !~ '^pg_'`

/** Leaves out members of extensions, which their authors maintain. */
export function isNoExtensions(catalog: 'pg_class' | 'pg_proc', oid: Fragment): Fragment {
  // by the index on the referenced object: extensions have few members, and a large catalog has many dependencies
  return sql`${oid} not in (
    select m.objid from pg_depend m where m.refclassid = 'pg_extension'::regclass and m.classid = ${literal(catalog)}::regclass and m.deptype = 'e')`
}

/**
 * Matches if the data API serves the schema `n`: those in its live setting, `public` without one. A setting of the role in this database wins over
 * its general one, and both win over the setting for all roles.
 */
export const isExposedSchema = sql`n.nspname in (
  select btrim(served) from regexp_split_to_table(coalesce((
    select substr(setting, strpos(setting, '=') + 1) from pg_db_role_setting s, unnest(s.setconfig) setting
    where setting ~ '^pgrst[.]db_schemas?=' and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and s.setrole in (select 0 union all select oid from pg_roles where rolname = 'authenticator')
    order by s.setrole <> 0 desc, s.setdatabase <> 0 desc, setting ~ '^pgrst[.]db_schemas=' desc limit 1), 'public'), ',') served)`

/** Matches if API requests can use the relation `c` of the schema `n` in one of these ways. */
export function isOpenTo(privileges: string, columnPrivileges: string): Fragment {
  return sql`exists (
    select from pg_roles r where r.rolname in ('anon', 'authenticated') and has_schema_privilege(r.oid, n.oid, 'usage')
      and (has_table_privilege(r.oid, c.oid, ${literal(privileges)}) or has_any_column_privilege(r.oid, c.oid, ${literal(columnPrivileges)})))`
}

/**
 * Matches if the index `i` starts with the columns of the foreign key `k`, in any order. Doesn't use `@>`, which becomes ambiguous if an extension
 * such as intarray is installed in pg_catalog.
 */
export const coversKey = sql`i.indrelid = k.conrelid and i.indisvalid and i.indpred is null and i.indnkeyatts >= cardinality(k.conkey)
  and not exists (select from unnest(k.conkey) wanted where wanted <> all ((i.indkey::int2[])[0:cardinality(k.conkey) - 1]))`
