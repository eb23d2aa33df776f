import { type Fragment, join, literal, sql } from '@colonnade/sql'
import type { Comparison, Condition, FullTextSearch, Operation, Path } from '../../request.ts'
import { sourceOf } from './embeds.ts'
import { columnOf, fieldOf, isSearchable, representationOf } from './fields.ts'
import { known, whereOf } from '../names.ts'
import { badEmbedFilter } from '../refusals.ts'
import { list, value, windowSql } from '../statements.ts'
import { type Embed, findEmbed, type Level, type Planning } from './tree.ts'

const operators: Readonly<Record<Comparison, Fragment>> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`like`,
  ilike: sql`ilike`,
  match: sql`~`,
  imatch: sql`~*`,
  cs: sql`@>`,
  cd: sql`<@`,
  ov: sql`&&`,
  sl: sql`<<`,
  sr: sql`>>`,
  nxr: sql`&<`,
  nxl: sql`&>`,
  adj: sql`-|-`,
}

const searches: Readonly<Record<FullTextSearch, Fragment>> = {
  fts: sql`to_tsquery`,
  plfts: sql`plainto_tsquery`,
  phfts: sql`phraseto_tsquery`,
  wfts: sql`websearch_to_tsquery`,
}

const states = {
  null: sql`null`,
  not_null: sql`not null`,
  true: sql`true`,
  false: sql`false`,
  unknown: sql`unknown`,
} as const

/** Writes a condition as SQL that can stand beside `and`. */
export function conditionSql(planning: Planning, level: Level, condition: Condition): Fragment {
  if (condition.kind === 'filter') return filterSql(planning, level, condition)
  const parts = condition.conditions.map((part) => conditionSql(planning, level, part))
  const all = join(parts, condition.kind === 'and' ? sql` and ` : sql` or `)
  return condition.isNegated ? sql`not (${all})` : sql`(${all})`
}

function filterSql(planning: Planning, level: Level, { path, isNegated, operation }: Extract<Condition, { kind: 'filter' }>): Fragment {
  const embed = path.steps.length === 0 ? findEmbed(level, path.column) : undefined
  if (embed !== undefined) {
    const isThere = presence(embed, operation)
    if (isThere !== null) return isThere === isNegated ? sql`not ${existsSql(planning, level, embed)}` : existsSql(planning, level, embed)
    if (columnOf(level, path.column) === undefined) throw badEmbedFilter(path.column)
  }
  const tested = operationSql(planning, level, path, operation)
  return isNegated ? sql`not (${tested})` : tested
}

/** Returns true for rows that have embedded ones, false for rows that don't, and null for any other filter. */
function presence(_embed: Embed, operation: Operation): boolean | null {
  if (operation.kind !== 'is') return null
  if (operation.value === 'null') return false
  return operation.value === 'not_null' ? true : null
}

function operationSql(planning: Planning, level: Level, path: Path, operation: Operation): Fragment {
  const field = fieldOf(level, path)
  const fromText = representationOf(planning, level, path)?.fromText ?? null
  switch (operation.kind) {
    case 'comparison': {
      const { operator, quantifier } = operation
      if (quantifier === null) return sql`${field} ${operators[operator]} ${one(operation.value, fromText)}`
      const values = fromText === null ? value(operation.value) : many(value(operation.value), fromText)
      return sql`${field} ${operators[operator]} ${quantifier === 'any' ? sql`any` : sql`all`} (${values})`
    }
    case 'in': {
      const type = path.steps.length === 0 ? columnOf(level, path.column)?.baseType : undefined
      // there are no arrays of arrays that could be a parameter
      if (type?.endsWith('[]') === true) {
        return sql`${field} in (select sent.value::${known('type', type)} from unnest(${list(operation.value)}::text[]) as sent(value))`
      }
      const values = fromText === null ? list(operation.value) : many(list(operation.value), fromText)
      return sql`${field} = any (${values})`
    }
    case 'is':
      return sql`${field} is ${states[operation.value]}`
    case 'isdistinct':
      return sql`${field} is distinct from ${one(operation.value, fromText)}`
    case 'search': {
      const language = operation.language === null ? sql`` : sql`${literal(operation.language)}, `
      const words = isSearchable(level, path) ? sql`to_tsvector(${language}${field})` : field
      return sql`${words} @@ ${searches[operation.operator]}(${language}${value(operation.value)})`
    }
  }
}

function one(slot: number, fromText: string | null): Fragment {
  return fromText === null ? value(slot) : sql`${known('expression', fromText)}(${value(slot)})`
}

function many(values: Fragment, fromText: string): Fragment {
  return sql`array(select ${known('expression', fromText)}(sent.value) from unnest(${values}::text[]) as sent(value))`
}

/** Tests if a row has embedded ones. An offset can change the answer; a limit can't, and would rule out a semi join. */
export function existsSql(planning: Planning, parent: Level, embed: Embed): Fragment {
  const { level } = embed
  const source = sourceOf(parent, embed)
  const where = whereOf([...source.conditions, ...filtersOf(planning, level), ...innersOf(planning, level)])
  return sql`exists (select from ${source.from}${where}${windowSql({ offset: level.window.offset, limit: null }, null)})`
}

export function filtersOf(planning: Planning, level: Level): Fragment[] {
  return level.conditions.map((condition) => conditionSql(planning, level, condition))
}

/** Conditions that inner embeds make for rows of their parent. */
export function innersOf(planning: Planning, level: Level, isJoined: (embed: Embed) => boolean = () => false): Fragment[] {
  return level.embeds.filter((embed) => embed.isInner && !isJoined(embed)).map((embed) => existsSql(planning, level, embed))
}
