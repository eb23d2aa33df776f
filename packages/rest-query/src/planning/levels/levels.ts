import { type Fragment, ident, join, sql } from '@colonnade/sql'
import type { AggregateFunction, OrderTerm } from '../../request.ts'
import { clientName, clientType, known, whereOf } from '../names.ts'
import { notEmbedded, orderNotToOne } from '../refusals.ts'
import { windowSql } from '../statements.ts'
import { filtersOf, innersOf } from './conditions.ts'
import { type Source, sourceOf } from './embeds.ts'
import { fieldOf, isPlainJson, nameOfPath, representationOf } from './fields.ts'
import { type Embed, findEmbed, hasOwnAggregates, type Item, type Level, type Planning } from './tree.ts'

/** A column of a level's result. */
export interface Output {
  /** null for all columns of the relation at once. */
  readonly name: string | null
  readonly value: Fragment
  /** Of type json: grouping needs it as jsonb. */
  readonly isJson: boolean
  /** Not applied yet: a to-one spread leaves it to the level above. */
  readonly aggregate: { readonly function: AggregateFunction; readonly cast: string | null } | null
}

export interface Outputs {
  readonly outputs: readonly Output[]
  /** Lateral joins that they read from. */
  readonly joins: readonly Fragment[]
  /** Inner embeds that are joined, and so need no condition. */
  readonly joined: ReadonlySet<Embed>
}

interface Collecting {
  readonly outputs: Output[]
  readonly joins: Fragment[]
  readonly joined: Set<Embed>
  readonly isGrouped: boolean
  /** Every column needs a name of its own. */
  readonly isListed: boolean
}

export function outputsOf(planning: Planning, level: Level, isListed: boolean): Outputs {
  const isGrouped = hasOwnAggregates(level)
  const collecting: Collecting = { outputs: [], joins: [], joined: new Set(), isGrouped, isListed: isListed || isGrouped }
  for (const item of level.items) collect(planning, level, item, collecting)
  return collecting
}

/** Applies an output's aggregate to its value. */
export function finished({ value, aggregate }: Output): Fragment {
  if (aggregate === null) return value
  const result = sql`${aggregates[aggregate.function]}(${value})`
  return aggregate.cast === null ? result : castTo(result, aggregate.cast)
}

const aggregates: Readonly<Record<AggregateFunction, Fragment>> = {
  sum: sql`sum`,
  avg: sql`avg`,
  count: sql`count`,
  max: sql`max`,
  min: sql`min`,
}

function collect(planning: Planning, level: Level, item: Item, collecting: Collecting): void {
  const { outputs } = collecting
  switch (item.kind) {
    case 'all':
      outputs.push(...allOf(planning, level, collecting.isListed))
      break
    case 'count':
      outputs.push({ name: item.alias ?? 'count', value: sql`*`, isJson: false, aggregate: { function: 'count', cast: item.cast } })
      break
    case 'column':
      outputs.push(columnOutput(planning, level, item))
      break
    case 'embed':
      if (item.level.items.length === 0) break
      if (item.isSpread) collectSpread(planning, level, item, collecting)
      else collectEmbed(planning, level, item, collecting)
  }
}

function allOf(planning: Planning, level: Level, isListed: boolean): Output[] {
  const { relation } = level
  const { representations } = planning.catalog
  if (relation === null) return [{ name: null, value: level.row, isJson: false, aggregate: null }]
  const columns = [...relation.columns.values()]
  if (!isListed && (representations.size === 0 || !columns.some(({ type }) => representations.has(type)))) {
    return [{ name: null, value: sql`${ident(level.alias)}.*`, isJson: false, aggregate: null }]
  }
  return columns.map(({ name }) =>
    columnOutput(planning, level, { kind: 'column', path: { column: name, steps: [] }, alias: null, cast: null, aggregate: null }),
  )
}

function columnOutput(planning: Planning, level: Level, item: Extract<Item, { kind: 'column' }>): Output {
  const { path, alias, cast, aggregate } = item
  const name = alias ?? aggregate?.function ?? nameOfPath(path)
  const field = fieldOf(level, path)
  if (cast !== null) return { name, value: castTo(field, cast), isJson: cast === 'json', aggregate }
  const toJson = aggregate === null ? (representationOf(planning, level, path)?.toJson ?? null) : null
  if (toJson !== null) return { name, value: sql`${known('expression', toJson)}(${field})`, isJson: true, aggregate }
  return { name, value: field, isJson: isPlainJson(level, path), aggregate }
}

/**
 * To-one: a lateral join, which Postgres makes a plain join of, and so a hash join for many rows. To-many: a subquery in the list, which
 * is run only for rows that are left after order and limit. Grouped rows can't have one, so there it is a join as well.
 */
function collectEmbed(planning: Planning, level: Level, embed: Embed, collecting: Collecting): void {
  const { outputs, joins, joined, isGrouped } = collecting
  const rows = levelSql(planning, embed.level, sourceOf(level, embed), embed.isToOne ? { max: null } : {})
  const alias = ident(planning.aliases.take(`${embed.level.alias}_rows`))
  if (embed.isToOne) {
    joins.push(lateral(embed.isInner, rows, alias))
    joined.add(embed)
    outputs.push({ name: embed.name, value: sql`row_to_json(${alias}.*)`, isJson: true, aggregate: null })
    return
  }
  const all = sql`select json_agg(${alias}.*) as rows from (${rows}) as ${alias}`
  if (!isGrouped) {
    outputs.push({ name: embed.name, value: sql`coalesce((${all}), '[]')`, isJson: true, aggregate: null })
    return
  }
  const outer = ident(planning.aliases.take(`${embed.level.alias}_list`))
  joins.push(lateral(false, all, outer))
  outputs.push({ name: embed.name, value: sql`coalesce(${outer}.rows, '[]')`, isJson: true, aggregate: null })
}

function collectSpread(planning: Planning, level: Level, embed: Embed, collecting: Collecting): void {
  const { outputs, joins, joined } = collecting
  const alias = ident(planning.aliases.take(`${embed.level.alias}_spread`))
  const inner = outputsOf(planning, embed.level, true)
  const rows = levelSql(planning, embed.level, sourceOf(level, embed), { outputs: inner, isSpread: true, ...(embed.isToOne ? { max: null } : {}) })
  if (embed.isToOne) {
    joins.push(lateral(embed.isInner, rows, alias))
    joined.add(embed)
    inner.outputs.forEach((output, index) => outputs.push({ ...output, value: sql`${alias}.${spreadColumn(index)}` }))
    return
  }
  if (inner.outputs.length === 0) return
  const each = ident(planning.aliases.take(`${embed.level.alias}_rows`))
  const lists = join(inner.outputs.map((_, index) => sql`json_agg(${each}.${spreadColumn(index)}) as ${spreadColumn(index)}`))
  joins.push(lateral(false, sql`select ${lists} from (${rows}) as ${each}`, alias))
  inner.outputs.forEach(({ name }, index) => {
    outputs.push({ name, value: sql`coalesce(${alias}.${spreadColumn(index)}, '[]')`, isJson: true, aggregate: null })
  })
}

/** Columns of a spread have numbers: names may come twice. */
export function spreadColumn(index: number): Fragment {
  return ident(`c${index + 1}`)
}

function lateral(isInner: boolean, rows: Fragment, alias: Fragment): Fragment {
  return isInner ? sql` join lateral (${rows}) as ${alias} on true` : sql` left join lateral (${rows}) as ${alias} on true`
}

export function isStar(value: Fragment): boolean {
  return value.parts.length === 1 && value.parts[0]!.kind === 'text' && value.parts[0]!.text === '*'
}

export function namedOutput(output: Output, isGrouped: boolean): Fragment {
  const value = groupable(output, isGrouped)
  return output.name === null ? value : sql`${value} as ${clientName(output.name)}`
}

export function groupable(output: Output, isGrouped: boolean): Fragment {
  const value = finished(output)
  return isGrouped && output.isJson && output.aggregate === null ? sql`(${value})::jsonb` : value
}

function castTo(value: Fragment, type: string): Fragment {
  return sql`cast(${value} as ${clientType(type)})`
}

interface LevelOptions {
  /** Made before, when they are needed outside too. */
  readonly outputs?: Outputs
  /** Columns are `c1` …, and aggregates are left to the level above. */
  readonly isSpread?: boolean
  /** Most rows; of an embedded level, and of a read, the setting unless the primary key is given. */
  readonly max?: number | null
}

/** Writes a level as a query of its own, which can stand in parentheses. */
export function levelSql(planning: Planning, level: Level, source: Source, options: LevelOptions = {}): Fragment {
  const { isSpread = false } = options
  const { outputs, joins, joined } = options.outputs ?? outputsOf(planning, level, false)
  const isGrouped = !isSpread && hasOwnAggregates(level)
  const columns = isSpread ? outputs.map(numbered) : outputs.map((output) => namedOutput(output, isGrouped))
  const where = whereOf([...source.conditions, ...filtersOf(planning, level), ...innersOf(planning, level, (embed) => joined.has(embed))])
  const list = columns.length === 0 ? sql`` : sql` ${join(columns)}`
  const from = joins.reduce((all, one) => sql`${all}${one}`, source.from)
  const max = options.max === undefined ? defaultMax(planning, level) : options.max
  return sql`select${list} from ${from}${where}${isGrouped ? groupBy(outputs) : sql``}${orderBy(planning, level)}${windowSql(level.window, max)}`
}

/** Returns the row limit from the settings, or null when a filter on the whole primary key lets at most one row through. */
function defaultMax(planning: Planning, level: Level): number | null {
  return isPinned(level) ? null : planning.catalog.settings.maxRows
}

export function isPinned({ relation, conditions }: Level): boolean {
  if (relation === null || !relation.isKeyUnique || relation.primaryKey.length === 0) return false
  return relation.primaryKey.every((key) =>
    conditions.some(
      (condition) =>
        condition.kind === 'filter' &&
        !condition.isNegated &&
        condition.path.column === key &&
        condition.path.steps.length === 0 &&
        condition.operation.kind === 'comparison' &&
        condition.operation.operator === 'eq' &&
        condition.operation.quantifier === null,
    ),
  )
}

function numbered(output: Output, index: number): Fragment {
  return sql`${isStar(output.value) ? sql`1` : output.value} as ${spreadColumn(index)}`
}

function groupBy(outputs: readonly Output[]): Fragment {
  const groups = outputs.filter(({ aggregate }) => aggregate === null).map((output) => groupable(output, true))
  return groups.length === 0 ? sql`` : sql` group by ${join(groups)}`
}

const directions = { asc: sql` asc`, desc: sql` desc` }
const nulls = { first: sql` nulls first`, last: sql` nulls last` }

function orderBy(planning: Planning, level: Level): Fragment {
  if (level.order.length === 0) return sql``
  const terms = level.order.map((term) => {
    const direction = term.direction === null ? sql`` : directions[term.direction]
    return sql`${orderValue(planning, level, term)}${direction}${term.nulls === null ? sql`` : nulls[term.nulls]}`
  })
  return sql` order by ${join(terms)}`
}

function orderValue(planning: Planning, level: Level, { path, relation }: OrderTerm): Fragment {
  if (relation === null) return fieldOf(level, path)
  const embed = findEmbed(level, relation)
  if (embed === undefined) throw notEmbedded(relation)
  if (!embed.isToOne) throw orderNotToOne(level.name, embed.target)
  const source = sourceOf(level, embed)
  const where = whereOf([...source.conditions, ...filtersOf(planning, embed.level), ...innersOf(planning, embed.level)])
  return sql`(select ${fieldOf(embed.level, path)} from ${source.from}${where})`
}
