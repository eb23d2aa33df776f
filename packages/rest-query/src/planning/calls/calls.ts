import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { type Parameter, type Relation, type Routine } from '../../catalog.ts'
import type { Plan } from '../../plan.ts'
import type { Query, RestRequest } from '../../request.ts'
import { canBePortioned, contentOf, handledOutputs, isPortioned, namesOf, planOf, windowOf } from '../assembling.ts'
import { countOf } from '../levels/counts.ts'
import { isPinned, levelSql } from '../levels/levels.ts'
import { handlerKey, type Negotiated, negotiate } from '../media-types.ts'
import { known } from '../names.ts'
import { outputsOf } from '../levels/levels.ts'
import { mostAffected } from '../preferences.ts'
import { maxAffectedNeedsSet } from '../refusals.ts'
import {
  bodyOf,
  countedRows,
  jsonPortions,
  nothing,
  type PortionedBody,
  portionedSql,
  portionsOf,
  resultSql,
  unlessAtMost,
  unlessSingular,
} from '../results.ts'
import { argumentNames, findRoutine, type Found } from './routines.ts'
import { body, isWhole, list, value } from '../statements.ts'
import { type Level, type Planning, rowOf, treeOf } from '../levels/tree.ts'

/** GET, HEAD and POST of a function. */
export function planCall(planning: Planning, request: RestRequest, name: string): Plan {
  const { catalog, schema } = planning
  const found = findRoutine(catalog, schema, name, request)
  const { routine } = found
  const { returns } = routine
  const most = mostAffected(request.preferences)
  if (most !== null && !returns.isSetOf) throw maxAffectedNeedsSet()
  const keys = [handlerKey(schema, name), ...(returns.relation === null ? [] : [returns.relation])]
  const negotiated = negotiate(catalog, request, keys)
  const call = sql`${ident(routine.schema, routine.name)}(${argumentsOf(found, request)})`
  const common = {
    kind: 'call',
    negotiated,
    routine,
    isReadOnly: request.method !== 'POST' || routine.volatility !== 'volatile',
    hasContent: returns.kind !== 'void',
    contentLocation: request.method === 'POST' ? null : `/rpc/${encodeURIComponent(name)}`,
  } as const
  if (returns.kind === 'composite' || returns.isSetOf) {
    return planOf(planning, request, { ...common, ...rowsOfCall(planning, request, routine, negotiated, call, common.isReadOnly) })
  }
  return planOf(planning, request, { ...common, statement: valueOfCall(request, routine, negotiated, call) })
}

/** One value, as it is. Of `void` the call has to be looked at, or Postgres leaves it out. */
function valueOfCall(request: RestRequest, { returns }: Routine, { format }: Negotiated, call: Fragment): Fragment {
  const isSent = returns.kind !== 'void' && request.method !== 'HEAD'
  return resultSql({
    writes: sql``,
    total: request.preferences.count === null ? nothing : sql`1`,
    rows: isSent ? sql`1` : sql`1 + 0 * count(result.value)`,
    body: isSent ? valueBody(format) : nothing,
    location: nothing,
    inserted: nothing,
    from: sql`(select ${call} as value) as result`,
  })
}

function valueBody(format: Negotiated['format']): Fragment {
  if (format.kind === 'handler' && format.handler.kind === 'function') return sql`result.value`
  if (format.kind === 'csv') return sql`(${bodyOf(format, ['pgrst_scalar'], false)})`
  const json = sql`coalesce(to_json(result.value), 'null')`
  return (format.kind === 'json' || format.kind === 'object') && format.areNullsStripped ? sql`json_strip_nulls(${json})` : json
}

function rowsOfCall(
  planning: Planning,
  request: RestRequest,
  routine: Routine,
  negotiated: Negotiated,
  call: Fragment,
  isReadOnly: boolean,
): Pick<Parameters<typeof planOf>[2], 'statement' | 'window' | 'estimate' | 'portions' | 'canPortion'> & { window: Level['window'] } {
  const { catalog } = planning
  const { returns } = routine
  const isScalar = returns.kind === 'scalar'
  const relation: Relation | null = (returns.relation !== null && catalog.relations.get(returns.relation)) || null
  const alias = planning.aliases.take(routine.name)
  const source = isScalar ? sql`${call} as ${ident(alias)}(${ident(scalar)})` : sql`${call} as ${ident(alias)}`
  const level = treeOf(
    planning,
    { relation, name: relation?.name ?? routine.name, alias, row: rowOf(alias) },
    isScalar ? scalarQuery(request.query) : request.query,
  )
  const window = windowOf(level, request)
  const max = returns.isSetOf && !isPinned(level) ? catalog.settings.maxRows : null
  const outputs = handledOutputs(level, negotiated) ?? outputsOf(planning, level, false)
  const isAll = isWhole(window) && max === null
  const { count } = request.preferences
  // a function is called once: what is counted and what is cut are the same rows
  const isKept = count !== null && !isAll
  const kept = ident('called')
  const from = isKept ? sql`${kept} as ${ident(alias)}` : source
  const rows = levelSql(planning, { ...level, window }, { from, conditions: [] }, { outputs, max })
  const failures: Fragment[] = []
  if (negotiated.format.kind === 'object' && returns.isSetOf) failures.push(unlessSingular())
  const most = mostAffected(request.preferences)
  if (most !== null) failures.push(unlessAtMost(most, sql`count(*)`))
  const counted = countOf(planning, level, from, count === null ? null : 'exact', isAll)
  const isSent = request.method !== 'HEAD'
  const keptRows = isKept ? [sql`${kept} as materialized (select ${ident(alias)}.* from ${source})`] : []
  const { format } = negotiated
  // what a call has written counts only once its transaction has ended: nothing can be sent before
  const canPortion = isReadOnly && failures.length === 0 && returns.isSetOf && canBePortioned(negotiated, request)
  const portions =
    !canPortion || !isPortioned(planning, negotiated)
      ? null
      : isScalar && format.kind === 'json'
        ? scalarPortions
        : portionsOf(format, namesOf(level, outputs))
  if (portions !== null)
    return { window, estimate: counted.estimate, portions, canPortion, statement: portionedSql(portions, counted.total, keptRows, rows) }
  return {
    window,
    estimate: counted.estimate,
    canPortion,
    statement: resultSql({
      writes: keptRows.length === 0 ? sql`` : sql`with ${join(keptRows)} `,
      total: counted.total,
      rows: countedRows(failures),
      body: isSent ? rowsBody(negotiated, level, outputs, returns.isSetOf, isScalar) : nothing,
      location: nothing,
      inserted: nothing,
      from: sql`(${rows}) as result`,
    }),
  }
}

/** Drops the select list: a scalar has no columns to choose from. */
function scalarQuery(query: Query): Query {
  return { ...query, select: [{ kind: 'all' }] }
}

/** Name of the column of scalars, as in PostgREST. */
const scalar = 'pgrst_scalar'

const scalarPortions: PortionedBody = { opening: sql`'['`, row: sql`to_json(result.${ident(scalar)})::text`, ...jsonPortions, separator: ', ' }

function rowsBody(negotiated: Negotiated, level: Level, outputs: ReturnType<typeof outputsOf>, isSetOf: boolean, isScalar: boolean): Fragment {
  const { format } = negotiated
  if (format.kind === 'handler' && format.handler.kind === 'function') return sql`(array_agg(result.${ident(scalar)}))[1]`
  if (isScalar && (format.kind === 'json' || format.kind === 'object')) {
    const values = sql`coalesce(json_agg(result.${ident(scalar)}), '[]')`
    return format.kind === 'object' ? sql`string_agg(to_json(result.${ident(scalar)})::text, '')` : values
  }
  // of the one row that a filter may leave out
  if (!isSetOf && format.kind === 'json')
    return sql`coalesce(${bodyOf({ kind: 'object', areNullsStripped: format.areNullsStripped }, null, false)}, 'null')`
  return contentOf(negotiated, level, outputs, true)
}

/** Arguments by name, each of the type of its parameter, so that Postgres can inline the function and plan with their values. */
function argumentsOf({ routine, takesBody }: Found, request: RestRequest): Fragment {
  const { parameters } = routine
  if (takesBody) return sql`${body()}::${known('type', parameters[0]!.type)}`
  const names = new Set(argumentNames(request))
  const given = parameters.filter((parameter) => names.has(parameter.name))
  return join(
    given.map((parameter) => {
      const variadic = parameter.isVariadic ? sql`variadic ` : sql``
      return sql`${variadic}${ident(parameter.name)} => ${argumentOf(parameter, request)}`
    }),
  )
}

function argumentOf(parameter: Parameter, request: RestRequest): Fragment {
  const type = known('type', parameter.type)
  if (request.method !== 'POST') {
    const { value: slot } = request.query.arguments.findLast((one) => one.name === parameter.name)!
    return sql`${parameter.isVariadic ? list(slot) : value(slot)}::${type}`
  }
  const isArray = request.body?.kind === 'json' && request.body.isArray
  const object = isArray ? sql`(${body()}::json -> 0)` : sql`${body()}::json`
  if (isSimple(parameter.type)) return sql`(${object} ->> ${literal(parameter.name)})::${type}`
  return sql`(select sent.${ident(parameter.name)} from json_to_record(${object}) as sent(${ident(parameter.name)} ${type}))`
}

/** Types whose values are the same as text in JSON as in SQL. Arrays, records, domains and JSON itself are not. */
const simpleTypes: ReadonlySet<string> = new Set([
  'bigint',
  'boolean',
  'bytea',
  'date',
  'double precision',
  'inet',
  'integer',
  'interval',
  'numeric',
  'real',
  'smallint',
  'text',
  'time without time zone',
  'timestamp with time zone',
  'timestamp without time zone',
  'uuid',
  'character varying',
])

function isSimple(type: string): boolean {
  return simpleTypes.has(type)
}
