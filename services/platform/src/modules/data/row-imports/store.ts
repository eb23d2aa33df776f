import type { ImportPlan } from '@colonnade/contracts/data/row-imports'
import { AppError } from '@colonnade/core'
import { queryable } from '@colonnade/pg'
import { tables } from '@colonnade/pg-meta'
import { getColumnTypesSql } from '@colonnade/pg-meta/column-types'
import { getFollowNumbersSql, isNumbered, type NumberedColumn } from '@colonnade/pg-meta/follow-numbers'
import { empty, type Fragment, ident, join, literal, sql, toText } from '@colonnade/sql'
import type pg from 'pg'
import { type JsonShape, shapesOf } from './formats/json-shapes.ts'
import { messages } from './messages.ts'

/** Temporary table for rows that can't go straight to their target; dropped with the transaction. */
const staging = 'colonnade_import'

/** Destination of an import's rows. */
export interface Target {
  /** Relation and columns that COPY writes to, as its errors name them. */
  readonly relation: string
  readonly copyColumns: readonly string[]
  /** The target's columns that these stand for. */
  readonly columns: readonly string[]
  /** Notation of the columns' values, for JSON files. */
  readonly shapes: ReadonlyMap<string, JsonShape>
  /** Number columns of the target. */
  readonly numbers: ReadonlySet<string>
  /** Advances sequences past the imported numbers. */
  readonly followNumbers: string
  /** COPY … FROM STDIN. */
  copy(form: { readonly delimiter: string; readonly nullText: string }): string
  /** Returns SQL that moves staged rows to the target, up to a line of the file or all; null if COPY writes to the target itself. */
  readonly merge: ((upToLine?: number) => string) | null
  /** Deletes the staged rows. */
  readonly clear: string
  /** First and last line of the staged rows. */
  readonly lines: string
}

interface ColumnRow extends NumberedColumn {
  readonly id: number
  readonly is_generated: boolean
  readonly is_identity_always: boolean
  readonly is_number: boolean
}

/**
 * Creates the table if requested, checks that its columns are writable, and prepares staging if the plan needs it. Runs in the open transaction.
 *
 * @throws AppError `undefined_object`, `invalid_input` for columns that Postgres fills, and by SQLSTATE
 */
export async function openTarget(client: pg.Client, plan: ImportPlan): Promise<Target> {
  const db = queryable(client)
  await client.query(`set local datestyle = 'ISO, ${plan.day_first ? 'DMY' : 'MDY'}'`)
  if (plan.create) await client.query(creationOf(plan))
  const targets = plan.columns.map(({ target }) => target)
  const kinds = await writableKinds(client, plan, targets)
  const table = ident(plan.schema, plan.table)
  if (plan.on_conflict === 'insert') {
    const names = join(targets.map((name) => ident(name)))
    return {
      relation: plan.table,
      copyColumns: targets,
      columns: targets,
      ...kinds,
      copy: (form) => copyText(sql`${table} (${names})`, form),
      merge: null,
      clear: '',
      lines: '',
    }
  }
  const gathered = targets.map((_, index) => `c${index + 1}`)
  const selected = targets.map((name, index) => sql`${ident(name)} as ${ident(gathered[index]!)}`)
  await db.run(
    sql`create temporary table ${ident(staging)} on commit drop as select null::bigint as line, ${join(selected)} from only ${table} with no data`,
  )
  return {
    relation: staging,
    copyColumns: ['line', ...gathered],
    columns: ['line', ...targets],
    ...kinds,
    copy: (form) => copyText(sql`pg_temp.${ident(staging)}`, form),
    merge: (upToLine) => toText(mergeOf(plan, table, targets, gathered, upToLine)),
    clear: toText(sql`truncate pg_temp.${ident(staging)}`),
    lines: toText(sql`select min(line) as first, max(line) as last from pg_temp.${ident(staging)}`),
  }
}

/** Returns the SQL that creates the plan's table. @throws AppError `invalid_input` for invalid columns */
export function creationOf({ schema, table, create }: ImportPlan): string {
  const { columns, primary_key, comment, rls_enabled } = create!
  try {
    return tables.create({
      schema,
      name: table,
      comment,
      rls_enabled,
      columns: columns.map(({ name, type, is_nullable, is_identity }) => ({ name, type, is_nullable, is_identity })),
      constraints: primary_key.length === 0 ? [] : [{ type: 'primary', columns: primary_key }],
    }).sql
  } catch (error) {
    throw new AppError('invalid_input', {}, { message: error instanceof Error ? error.message : String(error), cause: error })
  }
}

/** Checks that the columns are writable. */
async function writableKinds(
  client: pg.Client,
  { schema, table, format }: ImportPlan,
  targets: readonly string[],
): Promise<Pick<Target, 'shapes' | 'numbers' | 'followNumbers'>> {
  const rows = await queryable(client).rows<ColumnRow>(sql`
    select c.oid::int8 as id, a.attname as name, a.attgenerated <> '' as is_generated, a.attidentity = 'a' as is_identity_always,
      coalesce(t.typcategory = 'N', false) as is_number, a.attidentity <> '' as is_identity, coalesce(base.typname, t.typname) as base_format,
      pg_catalog.pg_get_expr(d.adbin, d.adrelid) as default_value
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_catalog.pg_type t on t.oid = a.atttypid
      left join pg_catalog.pg_type base on base.oid = t.typbasetype
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where n.nspname = ${schema} and c.relname = ${table} and c.relkind in ('r', 'p', 'f', 'v')`)
  if (rows.length === 0) throw new AppError('undefined_object', { schema, table }, { message: messages.noTable(table, schema) })
  const columns = new Map(rows.map((row) => [row.name, row]))
  targets.forEach((name, index) => {
    const column = columns.get(name)
    if (!column) throw new AppError('undefined_object', { column: name }, { message: messages.noColumn(table, name) })
    if (column.is_generated) throw unwritable(index, messages.generated(name))
    if (column.is_identity_always) throw unwritable(index, messages.numbered(name))
  })
  const numbers = new Set(rows.flatMap((row) => (row.is_number ? [row.name] : [])))
  const numbered = rows.filter((row) => targets.includes(row.name) && isNumbered(row))
  const followNumbers = numbered.map((column) => getFollowNumbersSql({ table: { schema, name: table }, column })).join('\n')
  if (format !== 'json' && format !== 'ndjson') return { shapes: new Map(), numbers, followNumbers }
  const types = getColumnTypesSql({ relation: rows[0]!.id })
  const [found] = types.zod.parse((await client.query(types.sql)).rows)
  return { shapes: found === undefined ? new Map() : shapesOf(found.column_types), numbers, followNumbers }
}

function unwritable(index: number, message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: ['body', 'columns', index, 'target'], message }] }, { message })
}

function copyText(where: Fragment, { delimiter, nullText }: { readonly delimiter: string; readonly nullText: string }): string {
  return toText(sql`copy ${where} from stdin with (format csv, delimiter ${literal(delimiter)}, null ${literal(nullText)}, encoding 'UTF8')`)
}

/** The last of several rows with the same key wins, as if they were imported one by one; NULL never equals anything. */
function mergeOf(plan: ImportPlan, table: Fragment, targets: readonly string[], gathered: readonly string[], upToLine: number | undefined): Fragment {
  const nameOf = new Map(targets.map((target, index) => [target, gathered[index]!]))
  const keys = plan.key.map((name) => sql`s.${ident(nameOf.get(name)!)}`)
  const some = upToLine === undefined ? sql`true` : sql`s.line <= ${literal(upToLine)}`
  const isUpdate = plan.on_conflict === 'update'
  const rest = targets.filter((name) => !plan.key.includes(name))
  const isLast = sql`row_number() over (partition by ${join(keys)} order by s.ctid desc) = 1 or ${join(
    keys.map((key) => sql`${key} is null`),
    sql` or `,
  )}`
  const action =
    isUpdate && rest.length > 0 ? sql`do update set ${join(rest.map((name) => sql`${ident(name)} = excluded.${ident(name)}`))}` : sql`do nothing`
  const wanted = isUpdate ? sql`, ${isLast} as is_last` : empty
  return sql`insert into ${table} (${join(targets.map((name) => ident(name)))})
    select ${join(gathered.map((name) => sql`w.${ident(name)}`))}
    from (select s.*, s.ctid as place${wanted} from pg_temp.${ident(staging)} s where ${some}) w
    ${isUpdate ? sql`where w.is_last` : empty} order by w.place
    on conflict (${join(plan.key.map((name) => ident(name)))}) ${action}`
}

/** Updates the planner's statistics. Isn't worth failing for. */
export async function analyze(client: pg.Client, { schema, table }: ImportPlan): Promise<void> {
  await client.query(toText(sql`analyze ${ident(schema, table)}`)).catch(() => {})
}
