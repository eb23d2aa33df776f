import { type Fragment, literal, sql } from '@colonnade/sql'
import type { Statement } from '../../plan.ts'
import type { Preferences } from '../../request.ts'
import { filtersOf, innersOf } from './conditions.ts'
import { whereOf } from '../names.ts'
import { nothing } from '../results.ts'
import { render, wholeWindow } from '../statements.ts'
import { hasOwnAggregates, type Level, type Planning } from './tree.ts'
import { levelSql } from './levels.ts'

export interface Counted {
  readonly total: Fragment
  readonly estimate: Statement | null
}

/** Counts rows without their limit and offset. A result that has neither is its own count. */
export function countOf(planning: Planning, level: Level, from: Fragment, count: Preferences['count'], isWhole: boolean): Counted {
  const { maxRows } = planning.catalog.settings
  if (count === null) return { total: nothing, estimate: null }
  if (count === 'exact' || (count === 'estimated' && maxRows === null)) {
    return { total: isWhole ? sql`count(*)` : timed(sql`(select count(*) from (${allRows(planning, level, from)}) as counted)`), estimate: null }
  }
  const rows = allRows(planning, level, from)
  const estimate = render(sql`explain (format json) ${rows}`)
  if (count === 'planned') return { total: nothing, estimate }
  return { total: sql`(select count(*) from (${rows} limit ${literal(maxRows! + 1)}) as counted)`, estimate }
}

const now = sql`extract(epoch from clock_timestamp())`

/**
 * Counts between two looks at the clock, because people ask for exact counts without knowing what they cost: `readTotal` takes it apart.
 * Postgres computes arguments from left to right, and a subquery when it is first needed.
 */
function timed(count: Fragment): Fragment {
  return sql`concat(${now}, ' ', ${count}, ' ', ${now})`
}

function allRows(planning: Planning, level: Level, from: Fragment): Fragment {
  if (hasOwnAggregates(level)) return levelSql(planning, { ...level, order: [], window: wholeWindow }, { from, conditions: [] }, { max: null })
  return sql`select from ${from}${whereOf([...filtersOf(planning, level), ...innersOf(planning, level)])}`
}
