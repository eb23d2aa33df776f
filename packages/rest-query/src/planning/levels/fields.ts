import { type Fragment, ident, literal, sql } from '@colonnade/sql'
import type { Column, Representation } from '../../catalog.ts'
import type { Path } from '../../request.ts'
import { clientName } from '../names.ts'
import type { Level, Planning } from './tree.ts'

/** Refers to a column or to a part of its JSON value. A column that the catalog doesn't know may be computed, so Postgres decides. */
export function fieldOf(level: Level, path: Path): Fragment {
  const column = sql`${ident(level.alias)}.${clientName(path.column)}`
  if (path.steps.length === 0) return column
  const steps = path.steps.map((step) => {
    const key = typeof step.key === 'number' ? sql`${literal(step.key)}` : sql`${literal(step.key)}`
    return step.arrow === '->' ? sql`->${key}` : sql`->>${key}`
  })
  const base = isJsonOf(columnOf(level, path.column)) ? column : sql`to_jsonb(${column})`
  return sql`(${steps.reduce((all, step) => sql`${all}${step}`, base)})`
}

export function columnOf(level: Level, name: string): Column | undefined {
  return level.relation?.columns.get(name)
}

/** Returns how a field's domain writes and reads values, if it has casts of its own. */
export function representationOf(planning: Planning, level: Level, path: Path): Representation | undefined {
  if (planning.catalog.representations.size === 0 || path.steps.length > 0) return undefined
  const column = columnOf(level, path.column)
  return column && planning.catalog.representations.get(column.type)
}

/** Tests for type json, which Postgres can neither group nor compare. */
export function isPlainJson(level: Level, path: Path): boolean {
  const column = columnOf(level, path.column)
  return column?.baseType === 'json' && path.steps.every(({ arrow }) => arrow === '->')
}

/** Tests if text search needs `to_tsvector` around the field. */
export function isSearchable(level: Level, path: Path): boolean {
  if (path.steps.length > 0) return true
  const column = columnOf(level, path.column)
  return column !== undefined && column.baseType !== 'tsvector'
}

/** Returns the name of a field in the result: the last named key of its JSON path, or the column. */
export function nameOfPath(path: Path): string {
  const key = path.steps.findLast((step) => typeof step.key === 'string')?.key
  return key === undefined ? path.column : String(key)
}

/** Tests for JSON. An unknown column counts as JSON, because `to_jsonb` would only hide an error. */
function isJsonOf(column: Column | undefined): boolean {
  return column === undefined || column.baseType === 'json' || column.baseType === 'jsonb'
}
