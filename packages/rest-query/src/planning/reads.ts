import { ident, sql } from '@colonnade/sql'
import { type Relation, relationKey } from '../catalog.ts'
import type { Plan } from '../plan.ts'
import type { RestRequest } from '../request.ts'
import { contentOf, handledOutputs, planOf, windowOf } from './assembling.ts'
import { countOf } from './levels/counts.ts'
import { relationName } from './levels/embeds.ts'
import { isPinned, levelSql } from './levels/levels.ts'
import { negotiate } from './media-types.ts'
import { outputsOf } from './levels/levels.ts'
import { nothing, resultSql } from './results.ts'
import { isWhole } from './statements.ts'
import { type Planning, rowOf, treeOf } from './levels/tree.ts'

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
  const statement = resultSql({
    writes: sql``,
    total,
    rows: sql`count(*)`,
    body: contentOf(negotiated, level, outputs, request.method !== 'HEAD'),
    location: nothing,
    inserted: nothing,
    from: sql`(${rows}) as result`,
  })
  return planOf(planning, request, {
    kind: 'read',
    statement,
    negotiated,
    estimate,
    window,
    isReadOnly: true,
    hasContent: true,
    contentLocation: `/${encodeURIComponent(relation.name)}`,
  })
}
