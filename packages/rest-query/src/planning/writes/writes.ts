import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { type Column, type Relation, relationKey } from '../../catalog.ts'
import type { Plan } from '../../plan.ts'
import type { RestRequest } from '../../request.ts'
import { contentOf, handledOutputs, planOf } from '../assembling.ts'
import { rowsOf, writtenColumns } from './bodies.ts'
import { filtersOf } from '../levels/conditions.ts'
import { relationName } from '../levels/embeds.ts'
import { levelSql } from '../levels/levels.ts'
import { type Negotiated, negotiate } from '../media-types.ts'
import { clientName, whereOf } from '../names.ts'
import { outputsOf } from '../levels/levels.ts'
import { mostAffected } from '../preferences.ts'
import { emptyBody, invalidPutFilters, putWindow } from '../refusals.ts'
import { countedRows, nothing, resultSql, unlessAtMost, unlessOneIn, unlessSingular } from '../results.ts'
import { returningOf, writtenRow } from './returning.ts'
import { body, value, wholeWindow } from '../statements.ts'
import { type Level, type Planning, rowOf, treeOf } from '../levels/tree.ts'

const written = sql`written`
const affected = sql`(select count(*) from ${written})`

interface Write {
  readonly planning: Planning
  readonly request: RestRequest
  readonly relation: Relation
  readonly level: Level
  readonly target: Fragment
}

/** POST, PATCH, PUT and DELETE of a relation. */
export function planWrite(planning: Planning, request: RestRequest, relation: Relation): Plan {
  const key = relationKey(relation.schema, relation.name)
  const negotiated = negotiate(planning.catalog, request, [key])
  const alias = planning.aliases.take(relation.name)
  const level = treeOf(planning, { relation, name: relation.name, alias, row: rowOf(alias) }, request.query)
  const write: Write = { planning, request, relation, level, target: sql`${relationName(key)} as ${ident(alias)}` }
  switch (request.method) {
    case 'POST':
      return finish(write, negotiated, 'insert', insertOf(write))
    case 'PUT':
      return finish(write, negotiated, 'put', putOf(write))
    case 'PATCH':
      return finish(write, negotiated, 'update', updateOf(write))
    default:
      return finish(write, negotiated, 'delete', { statement: sql`delete from ${write.target}${filtered(write)}`, resolution: null })
  }
}

interface Written {
  /** Without `returning`; null when nothing can be written. */
  readonly statement: Fragment | null
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null
}

function insertOf(write: Write): Written {
  const { request, relation } = write
  const { resolution } = request.preferences
  const conflict = request.query.onConflict ?? relation.primaryKey
  const applied = resolution === null || conflict.length === 0 ? null : resolution
  return { statement: insertStatement(write, conflict, applied, []), resolution: applied }
}

/** PUT: the row of a primary key, as the body has it, whether or not there was one. */
function putOf(write: Write): Written {
  const { request, relation } = write
  const { filters, limits, offsets } = request.query
  if (limits.some(({ at }) => at.length === 0) || offsets.some(({ at }) => at.length === 0) || request.range !== null) throw putWindow()
  const own = filters.filter(({ at }) => at.length === 0).map(({ condition }) => condition)
  const keys = own.map((condition) => {
    const isKey =
      condition.kind === 'filter' && !condition.isNegated && condition.path.steps.length === 0 && relation.primaryKey.includes(condition.path.column)
    const operation = isKey ? condition.operation : null
    if (operation?.kind !== 'comparison' || operation.operator !== 'eq' || operation.quantifier !== null) throw invalidPutFilters()
    return { column: (condition as { path: { column: string } }).path.column, slot: operation.value }
  })
  if (keys.length === 0 || keys.length !== relation.primaryKey.length || new Set(keys.map(({ column }) => column)).size !== keys.length) {
    throw invalidPutFilters()
  }
  const matching = keys.map(({ column, slot }) => sql`body.${ident(column)} = ${value(slot)}`)
  return { statement: insertStatement(write, relation.primaryKey, 'merge-duplicates', matching), resolution: 'merge-duplicates' }
}

/** Counts new rows in a setting: plus one for each row that is tried, minus one for each that existed. Works for views too, which have no xmax. */
function countInserted(change: 1 | -1): Fragment {
  const before = sql`coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int`
  return sql`set_config('pgrst.inserted', (${before} + ${literal(change)})::text, true) is not null`
}

const inserted = sql`nullif(current_setting('pgrst.inserted', true), '')`

function insertStatement(
  write: Write,
  conflict: readonly string[],
  resolution: Written['resolution'],
  matching: readonly Fragment[],
): Fragment | null {
  const { planning, request, relation, target } = write
  const shape = request.body
  if (shape?.kind !== 'json') throw emptyBody()
  const columns = writtenColumns(relation, request, shape)
  // without keys there is none that is equal
  if (columns === null || (columns.length === 0 && matching.length > 0)) return null
  const conditions = [...matching, ...(resolution === 'merge-duplicates' ? [countInserted(1)] : [])]
  const onConflict = conflictOf(conflict, resolution, columns)
  if (columns.length === 0) {
    // objects without keys: rows of defaults
    const elements = shape.isArray ? sql`json_array_elements(${body()}::json) as sent` : sql`(select 1) as sent`
    return sql`insert into ${target} select from ${elements}${whereOf(conditions)}${onConflict}`
  }
  // a key that the body lacks is compared as null, and so not equal
  const read = matching.length === 0 ? columns : [...columns, ...keyColumns(relation).filter((column) => !columns.includes(column))]
  const rows = rowsOf(planning.catalog, relation, read, { isArray: shape.isArray, alias: 'body', isMissingDefault: isMissingDefault(request) })
  const names = join(columns.map(({ name }) => ident(name)))
  const values = join(rows.values.slice(0, columns.length))
  return sql`insert into ${target} (${names}) select ${values} from ${rows.from}${whereOf(conditions)}${onConflict}`
}

function keyColumns({ primaryKey, columns }: Relation): Column[] {
  return primaryKey.map((key) => columns.get(key)).filter((column) => column !== undefined)
}

function conflictOf(conflict: readonly string[], resolution: Written['resolution'], columns: readonly Column[]): Fragment {
  if (resolution === null) return sql``
  const names = join(conflict.map((name) => clientName(name)))
  if (resolution === 'ignore-duplicates' || columns.length === 0) return sql` on conflict (${names}) do nothing`
  const changes = join(columns.map(({ name }) => sql`${ident(name)} = excluded.${ident(name)}`))
  return sql` on conflict (${names}) do update set ${changes} where ${countInserted(-1)}`
}

function updateOf(write: Write): Written {
  const { planning, request, relation, target } = write
  const shape = request.body
  if (shape?.kind !== 'json') throw emptyBody()
  const columns = writtenColumns(relation, request, shape)
  if (columns === null || columns.length === 0) return { statement: null, resolution: null }
  const rows = rowsOf(planning.catalog, relation, columns, { isArray: shape.isArray, alias: 'body', isMissingDefault: isMissingDefault(request) })
  const alias = ident(planning.aliases.take('sent_values'))
  const values = join(rows.values.map((one, index) => sql`${one} as ${ident(columns[index]!.name)}`))
  const source = sql`(select ${values} from ${rows.from}${shape.isArray ? sql` limit 1` : sql``}) as ${alias}`
  const changes = join(columns.map(({ name }) => sql`${ident(name)} = ${alias}.${ident(name)}`))
  return { statement: sql`update ${target} set ${changes} from ${source}${filtered(write)}`, resolution: null }
}

function filtered({ planning, level }: Write): Fragment {
  return whereOf(filtersOf(planning, level))
}

/** Absent keys are only possible with `columns=`: otherwise all objects have the same ones. */
function isMissingDefault({ preferences, query }: RestRequest): boolean {
  return preferences.missing === 'default' && query.columns !== null
}

function finish(write: Write, negotiated: Negotiated, kind: 'insert' | 'put' | 'update' | 'delete', { statement, resolution }: Written): Plan {
  const { planning, request, relation, target } = write
  const { preferences } = request
  const isRepresented = preferences.return === 'representation'
  const isLocated = kind === 'insert' && preferences.return === 'headers-only' && relation.primaryKey.length > 0
  // the rows are read from what was written, where a row of the relation's type is a column
  const level: Level = { ...write.level, row: sql`${ident(write.level.alias)}.${ident(writtenRow)}`, conditions: [], window: wholeWindow }
  const returning = returningOf(relation, level, { isRepresented, isLocated, isHandled: negotiated.format.kind === 'handler' })
  const outputs = handledOutputs(level, negotiated) ?? outputsOf(planning, level, true)
  const failures: Fragment[] = []
  if (negotiated.format.kind === 'object') failures.push(unlessSingular())
  const most = mostAffected(preferences)
  if (most !== null && (kind === 'update' || kind === 'delete')) failures.push(unlessAtMost(most, affected))
  if (kind === 'put') failures.push(unlessOneIn(affected))
  const rows = isRepresented
    ? sql`(${levelSql(planning, level, { from: sql`${written} as ${ident(level.alias)}`, conditions: [] }, { outputs, max: null })}) as result`
    : written
  const source = statement === null ? sql`select ${returning} from ${target} where false` : sql`${statement} returning ${returning}`
  const isMerged = resolution === 'merge-duplicates'
  return planOf(planning, request, {
    kind,
    negotiated,
    statement: resultSql({
      writes: sql`with ${written} as (${source}) `,
      total: preferences.count === null ? nothing : sql`count(*)`,
      rows: countedRows(failures),
      body: contentOf(negotiated, level, outputs, isRepresented),
      location: isLocated ? locationOf(relation) : nothing,
      inserted: isMerged ? inserted : nothing,
      from: rows,
    }),
    isReadOnly: false,
    hasContent: isRepresented,
    location: isLocated ? { path: `/${encodeURIComponent(relation.name)}`, columns: relation.primaryKey } : null,
    isResolved: resolution !== null && kind === 'insert',
    mayMerge: isMerged && kind === 'insert',
  })
}

function locationOf({ primaryKey }: Relation): Fragment {
  return sql`(select json_build_array(${join(primaryKey.map((key) => sql`${ident(key)}::text`))}) from ${written} limit 1)`
}
