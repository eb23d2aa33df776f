import { type Fragment, ident, sql } from '@colonnade/sql'
import type { Catalog, Relation, Relationship } from '../../catalog.ts'
import type { Window } from '../../plan.ts'
import type { Condition, OrderTerm, Query, SelectItem } from '../../request.ts'
import { Aliases } from '../names.ts'
import { aggregatesInSpread, aggregatesOff, notEmbedded } from '../refusals.ts'
import { findRelationship, isToOne, nameOf } from '../relationships.ts'
import { wholeWindow } from '../statements.ts'

/** Context that all levels of a statement share. */
export interface Planning {
  readonly catalog: Catalog
  readonly schema: string
  readonly aliases: Aliases
  /** Large bodies are wanted row by row. */
  readonly arePortionsWanted: boolean
}

/** Rows of one relation, with what is asked of them. */
export interface Level {
  /** null for records of functions. */
  readonly relation: Relation | null
  /** As messages call it, and as embeddings begin there. */
  readonly name: string
  readonly alias: string
  /** A row as the relation's type, which computed relationships take. */
  readonly row: Fragment
  readonly items: readonly Item[]
  readonly embeds: readonly Embed[]
  readonly conditions: readonly Condition[]
  readonly order: readonly OrderTerm[]
  readonly window: Window
}

export type Item = Exclude<SelectItem, { kind: 'embed' }> | Embed

export interface Embed {
  readonly kind: 'embed'
  /** Its name in the result and in other parts of the query. */
  readonly name: string
  readonly target: string
  readonly isInner: boolean
  readonly isSpread: boolean
  readonly isToOne: boolean
  readonly relationship: Relationship
  /** Of a many-to-many. */
  readonly junction: string | null
  readonly level: Level
}

type Building = { -readonly [Key in keyof Level]: Level[Key] }

/**
 * Resolves what a query selects, and puts every filter, order and limit to its level.
 *
 * @throws RestError for what the catalog doesn't have
 */
export function treeOf(planning: Planning, root: Pick<Level, 'relation' | 'name' | 'alias' | 'row'>, query: Query): Level {
  const tree = build(planning, root, query.select)
  for (const { at, condition } of query.filters) {
    const level = levelAt(tree, at)
    level.conditions = [...level.conditions, condition]
  }
  for (const { at, terms } of query.orders) levelAt(tree, at).order = terms
  for (const { at, limit } of query.limits) {
    const level = levelAt(tree, at)
    level.window = { ...level.window, limit }
  }
  for (const { at, offset } of query.offsets) {
    const level = levelAt(tree, at)
    level.window = { ...level.window, offset }
  }
  if (!planning.catalog.settings.areAggregatesEnabled && usesAggregates(tree)) throw aggregatesOff()
  return tree
}

/** Refers to the whole row of a level. */
export function rowOf(alias: string): Fragment {
  return sql`${ident(alias)}.*`
}

function build(planning: Planning, root: Pick<Level, 'relation' | 'name' | 'alias' | 'row'>, select: readonly SelectItem[]): Building {
  const items = select.map((item) => (item.kind === 'embed' ? embedOf(planning, root.name, item) : item))
  const embeds = items.filter((item) => item.kind === 'embed')
  return { ...root, items, embeds, conditions: [], order: [], window: wholeWindow }
}

function embedOf(planning: Planning, origin: string, item: Extract<SelectItem, { kind: 'embed' }>): Embed {
  const { catalog, schema, aliases } = planning
  const { target, hint, alias, isSpread, join, select } = item
  const relationship = findRelationship(catalog, { schema, origin, target, hint })
  const name = nameOf(relationship.to)
  const levelAlias = aliases.take(name)
  const level = build(planning, { relation: catalog.relations.get(relationship.to) ?? null, name, alias: levelAlias, row: rowOf(levelAlias) }, select)
  if (isSpread && !isToOne(relationship) && hasOwnAggregates(level)) throw aggregatesInSpread()
  return {
    kind: 'embed',
    name: alias ?? target,
    target,
    isInner: join === 'inner',
    isSpread,
    isToOne: isToOne(relationship),
    relationship,
    junction: relationship.kind === 'many-to-many' ? aliases.take(nameOf(relationship.junction)) : null,
    level,
  }
}

function levelAt(tree: Building, at: readonly string[]): Building {
  let level = tree
  for (const name of at) {
    const embed = findEmbed(level, name)
    if (embed === undefined) throw notEmbedded(name)
    level = embed.level
  }
  return level
}

/** Finds an embedded relation by its alias or, if no alias is such, by its name. */
export function findEmbed(level: Pick<Level, 'embeds'>, name: string): Embed | undefined {
  return level.embeds.find((embed) => embed.name === name) ?? level.embeds.find((embed) => embed.target === name)
}

/** Tests if a level groups its rows, for its own aggregates or those that to-one spreads move up to it. */
export function hasOwnAggregates(level: Pick<Level, 'items'>): boolean {
  return level.items.some((item) => {
    if (item.kind === 'count') return true
    if (item.kind === 'column') return item.aggregate !== null
    return item.kind === 'embed' && item.isSpread && item.isToOne && hasOwnAggregates(item.level)
  })
}

function usesAggregates(level: Level): boolean {
  return hasOwnAggregates(level) || level.embeds.some((embed) => usesAggregates(embed.level))
}

/** Tests if a query selects all columns and nothing else, which an owner's media types require. */
export function isDefaultSelect(query: Query): boolean {
  return query.select.length === 1 && query.select[0]!.kind === 'all'
}
