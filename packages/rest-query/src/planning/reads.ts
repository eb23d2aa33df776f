import { type Fragment, ident, sql } from '@colonnade/sql'
import { type Relation, relationKey } from '../catalog.ts'
import type { Plan } from '../plan.ts'
import type { RestRequest } from '../request.ts'
import { contentOf, canBePortioned, handledOutputs, isPortioned, namesOf, planOf, windowOf } from './assembling.ts'
import { countOf } from './levels/counts.ts'
import { relationName } from './levels/embeds.ts'
import { isPinned, levelSql } from './levels/levels.ts'
import { negotiate } from './media-types.ts'
import { outputsOf } from './levels/levels.ts'
import { keyedBody, nothing, portionedSql, portionsOf, resultSql } from './results.ts'
import { isWhole } from './statements.ts'
import { hasOwnAggregates, type Level, type Planning, rowOf, treeOf } from './levels/tree.ts'

/** GET and HEAD of a relation. */
export function planRead(planning: Planning, request: RestRequest, relation: Relation): Plan {
  const { catalog } = planning
  const key = relationKey(relation.schema, relation.name)
  const negotiated = negotiate(catalog, request, [key])
  const alias = planning.aliases.take(relation.name)
  const level = treeOf(planning, { relation, name: relation.name, alias, row: rowOf(alias) }, request.query)
  const window = windowOf(level, request)
  const max = isPinned(level) ? null : catalog.settings.maxRows
  const from = sql`${relationName(key)} as ${ident(alias)}`
  const outputs = handledOutputs(level, negotiated) ?? outputsOf(planning, level, false)
  const rows = levelSql(planning, { ...level, window }, { from, conditions: [] }, { outputs, max })
  const { total, estimate } = countOf(planning, level, from, request.preferences.count, isWhole(window) && max === null)
  const keyed = isKeyed(planning, level, request) ? keyedBody(negotiated.format) : null
  const canPortion = keyed === null && canBePortioned(negotiated, request)
  const portions = canPortion && isPortioned(planning, negotiated) ? portionsOf(negotiated.format, namesOf(level, outputs)) : null
  const whole = (): Fragment =>
    resultSql({
      writes: sql``,
      total,
      rows: keyed === null ? sql`count(*)` : sql`1`,
      body: keyed ?? contentOf(negotiated, level, outputs, request.method !== 'HEAD'),
      location: nothing,
      inserted: nothing,
      from: sql`(${rows}) as result`,
    })
  const statement = portions === null ? whole() : portionedSql(portions, total, [], rows)
  return planOf(planning, request, {
    kind: 'read',
    statement,
    negotiated,
    estimate,
    portions,
    canPortion,
    window,
    isReadOnly: true,
    hasContent: true,
    ...(keyed === null ? {} : { emptyBody: '[]' }),
    contentLocation: `/${encodeURIComponent(relation.name)}`,
  })
}

/** Tests if every join of an embedded row finds at most one, by a key that is unique. */
function joinsOneRow({ embeds }: Level): boolean {
  return embeds.every(({ isToOne, relationship, level }) => {
    if (!isToOne) return true
    return relationship.kind !== 'computed' && !relationship.touchesView && level.relation?.isKeyUnique === true && joinsOneRow(level)
  })
}

/**
 * Tests if a read finds one row or none, and has nothing else to report. Its statement needs no aggregate, whose setup would cost a fifth of
 * the read, and returns no row when there is none. A function that runs before requests may set headers, which need a row.
 */
function isKeyed({ catalog }: Planning, level: Level, { method, preferences }: RestRequest): boolean {
  return (
    isPinned(level) &&
    joinsOneRow(level) &&
    method === 'GET' &&
    preferences.count === null &&
    catalog.settings.preRequest === null &&
    !hasOwnAggregates(level)
  )
}
