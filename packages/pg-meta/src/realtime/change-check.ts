import { ident, literal, nameLiteral, sql, type SqlText, toText } from '@colonnade/sql'
import { z } from 'zod'
import { triedSqlstate } from '../policies/policy-trial.ts'
import { readPolicies, TriedPolicy, Unbound } from '../policies/tried-policies.ts'

/** What keeps the changes of a table from a client, found out without changing anything. */

export interface ChangeCheck {
  readonly role: string
  /** Of the token that a client would bring. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Whose tables are followed. */
  readonly publication: string
  readonly schema: string
  readonly table: string
}

export const CheckedColumn = z.object({
  name: z.string(),
  type: z.string(),
  isKey: z.boolean(),
  /** Whether updates and deletes tell its old value. */
  isIdentity: z.boolean(),
  /** Whether the role may select it. */
  isReadable: z.boolean(),
})
export type CheckedColumn = z.infer<typeof CheckedColumn>

export const CheckedPolicy = z.object({
  ...TriedPolicy.shape,
  /** Of the rows that were tried, how many it is true for; null where it failed. */
  rows: z.number().int().nullable(),
  error: z.string().nullable(),
})
export type CheckedPolicy = z.infer<typeof CheckedPolicy>

export const CheckedTable = z.object({
  /** `r` for a table, `p` for a partitioned one, and so on, as `pg_class.relkind`. */
  kind: z.string(),
  isPublished: z.boolean(),
  /** The columns that are published; null for all. */
  publishedColumns: z.array(z.string()).nullable(),
  /** The rows that are published, as an expression; null for all. */
  rowFilter: z.string().nullable(),
  /** `default`, `nothing`, `full`, or an index of its own. */
  identity: z.enum(['default', 'nothing', 'full', 'index']),
  hasSchemaUsage: z.boolean(),
  columns: z.array(CheckedColumn),
  unbound: Unbound.nullable(),
  /** Policies that decide about reading. */
  policies: z.array(CheckedPolicy),
  /** Rows that were tried. */
  rows: z.number().int(),
  /** Of these, how many all policies together show; null where that failed. */
  visible: z.number().int().nullable(),
  error: z.string().nullable(),
})
export type CheckedTable = z.infer<typeof CheckedTable>

/** The detail of the error with which a check ends. */
export const ChangeCheckReport = z.object({
  hasRole: z.boolean(),
  /** null for a publication that doesn't exist. */
  publication: z
    .object({
      inserts: z.boolean(),
      updates: z.boolean(),
      deletes: z.boolean(),
      /** Its tables in the schema. */
      tables: z.number().int(),
    })
    .nullable(),
  /** null for a table that doesn't exist, and for all tables. */
  table: CheckedTable.nullable(),
})
export type ChangeCheckReport = z.infer<typeof ChangeCheckReport>

/** Rows whose policies are tried. */
export const triedRowsMost = 20
/** The table is locked by nobody for longer. */
const lockTimeoutMs = 3_000

/**
 * Checks a table as the realtime service does before it sends changes to a client, and tries the first rows with the policies of the role. It
 * always fails, with `triedSqlstate` and a `ChangeCheckReport` as its detail, so that nothing a policy does remains. Run it as the owner.
 */
export function getChangeCheckSql({ role, claims, publication, schema, table }: ChangeCheck): SqlText {
  const sub = typeof claims['sub'] === 'string' ? claims['sub'] : ''
  const body = sql`
declare
  wanted_role constant pg_catalog.text := ${literal(role)};
  claims constant pg_catalog.text := ${literal(JSON.stringify(claims))};
  user_id constant pg_catalog.text := ${literal(sub)};
  unbound pg_catalog.text;
  has_role pg_catalog.bool;
  target pg_catalog.oid;
  of_publication pg_catalog.jsonb;
  facts pg_catalog.jsonb;
  policies pg_catalog.jsonb;
  told pg_catalog.jsonb := '[]';
  policy record;
  records pg_catalog.text[] := '{}';
  shown pg_catalog.int8;
  failure pg_catalog.text;
begin
  perform pg_catalog.set_config('search_path', '', true), pg_catalog.set_config('lock_timeout', ${literal(String(lockTimeoutMs))}, true);
  has_role := exists (select from pg_catalog.pg_roles where rolname = wanted_role);
  select pg_catalog.jsonb_build_object('inserts', p.pubinsert, 'updates', p.pubupdate, 'deletes', p.pubdelete, 'tables', (
      select pg_catalog.count(*) from pg_catalog.pg_publication_tables t where t.pubname = p.pubname and t.schemaname = ${nameLiteral(schema)}))
    into of_publication from pg_catalog.pg_publication p where p.pubname = ${nameLiteral(publication)};
  select c.oid into target from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${nameLiteral(schema)} and c.relname = ${nameLiteral(table)} and c.relkind in ('r', 'p', 'v', 'm', 'f');
  if has_role and target is not null then
    ${readPolicies(toText(ident(schema, table)))}
    select pg_catalog.jsonb_build_object('kind', c.relkind, 'isPublished', t.entry is not null, 'rowFilter', t.entry ->> 'rowfilter',
        'publishedColumns', case when t.entry is not null and (t.entry -> 'attnames') <> (
            select coalesce(pg_catalog.jsonb_agg(a.attname order by a.attnum), '[]') from pg_catalog.pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') then t.entry -> 'attnames' end,
        'identity', case c.relreplident when 'd' then 'default' when 'n' then 'nothing' when 'f' then 'full' else 'index' end,
        'hasSchemaUsage', pg_catalog.has_schema_privilege(wanted_role, c.relnamespace, 'USAGE'),
        'unbound', unbound,
        'columns', (
          select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
            'isKey', coalesce(a.attnum = any(k.indkey::pg_catalog.int2[]), false),
            'isIdentity', c.relreplident = 'f' or coalesce(a.attnum = any(i.indkey::pg_catalog.int2[]), false),
            'isReadable', pg_catalog.has_column_privilege(wanted_role, c.oid, a.attnum, 'SELECT')) order by a.attnum), '[]')
          from pg_catalog.pg_attribute a
            left join pg_catalog.pg_index k on k.indrelid = c.oid and k.indisprimary
            left join pg_catalog.pg_index i on i.indrelid = c.oid and case c.relreplident when 'd' then i.indisprimary when 'i' then i.indisreplident else false end
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))
      into facts
      from pg_catalog.pg_class c left join lateral (
        select pg_catalog.to_jsonb(t) as entry from pg_catalog.pg_publication_tables t join pg_catalog.pg_namespace n on n.nspname = t.schemaname
        where t.pubname = ${nameLiteral(publication)} and t.tablename = c.relname and n.oid = c.relnamespace
      ) t on true where c.oid = target;
    begin
      execute pg_catalog.format('select pg_catalog.array_agg((sampled.*)::pg_catalog.text) from (select * from %s limit ${triedRowsMost}) sampled',
        target::pg_catalog.regclass) into records;
      records := coalesce(records, '{}');
    exception when others then
      failure := pg_catalog.left(sqlerrm, 500);
    end;
    if failure is null and facts ->> 'unbound' is null then
      -- each policy alone, and then all of them together, as the role
      for policy in
        select value ->> 'name' as name, value - 'using' - 'check' as parts, value ->> 'using' as expression
        from pg_catalog.jsonb_array_elements(policies) where value ->> 'command' in ('SELECT', 'ALL')
        union all
        select null, null, coalesce(pg_catalog.string_agg(pg_catalog.format('(%s)', value ->> 'using'), ' or ') filter (where (value ->> 'isPermissive')::pg_catalog.bool), 'false')
          || coalesce(' and ' || pg_catalog.string_agg(pg_catalog.format('(%s)', value ->> 'using'), ' and ') filter (where not (value ->> 'isPermissive')::pg_catalog.bool), '')
        from pg_catalog.jsonb_array_elements(policies) where value ->> 'command' in ('SELECT', 'ALL')
      loop
        shown := null;
        failure := null;
        begin
          ${becomeRole}
          execute pg_catalog.format('select pg_catalog.count(*) from pg_catalog.unnest($1::%s[]) as %I where (%s)',
            target::pg_catalog.regclass, ${nameLiteral(table)}, policy.expression) into shown using records;
          raise exception using errcode = ${literal(triedSqlstate)};
        exception when others then
          if sqlstate <> ${literal(triedSqlstate)} then failure := pg_catalog.left(sqlerrm, 500); end if;
        end;
        if policy.name is not null then
          told := told || (policy.parts || pg_catalog.jsonb_build_object('rows', shown, 'error', failure));
        end if;
      end loop;
    elsif failure is null then
      shown := pg_catalog.cardinality(records);
    end if;
    facts := facts || pg_catalog.jsonb_build_object('policies', told, 'rows', pg_catalog.cardinality(records), 'visible', shown, 'error', failure);
  end if;
  raise exception 'tried' using errcode = ${literal(triedSqlstate)}, detail = pg_catalog.jsonb_build_object(
    'hasRole', has_role, 'publication', of_publication, 'table', facts)::pg_catalog.text;
end`
  return toText(sql`do language plpgsql ${literal(toText(body))};`)
}

/** What the realtime service sets before it asks for rows, until the block around it ends with an error, as it always does. The role comes last. */
const becomeRole = sql`perform pg_catalog.set_config('search_path', 'public, extensions', true),
            pg_catalog.set_config('request.jwt.claims', claims, true),
            pg_catalog.set_config('request.jwt.claim.sub', user_id, true),
            pg_catalog.set_config('request.jwt.claim.role', wanted_role, true),
            pg_catalog.set_config('request.headers', '{}', true);
          perform pg_catalog.set_config('role', wanted_role, true);`
