import { type Fragment, ident, literal, sql } from '@colonnade/sql'
import type { Column, Representation } from '../../catalog.ts'
import type { Path } from '../../request.ts'
import { clientName } from '../names.ts'
import type { Level, Planning } from './tree.ts'

/** A column, or a part of a JSON value in it. Columns that the catalog doesn't know may be computed ones: Postgres decides. */
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

/** How values of a field are written and read, if its domain has an own way. */
export function representationOf(planning: Planning, level: Level, path: Path): Representation | undefined {
  if (planning.catalog.representations.size === 0 || path.steps.length > 0) return undefined
  const column = columnOf(level, path.column)
  return column && planning.catalog.representations.get(column.type)
}

/** Whether the values are of type json, which Postgres can neither group nor compare. */
export function isPlainJson(level: Level, path: Path): boolean {
  const column = columnOf(level, path.column)
  return column?.baseType === 'json' && path.steps.every(({ arrow }) => arrow === '->')
}

/** Whether text search has to make words of the values first. */
export function isSearchable(level: Level, path: Path): boolean {
  if (path.steps.length > 0) return true
  const column = columnOf(level, path.column)
  return column !== undefined && column.baseType !== 'tsvector'
}

/** What the value is called in the result: the last key of a JSON path that is a name, or the column. */
export function nameOfPath(path: Path): string {
  const key = path.steps.findLast((step) => typeof step.key === 'string')?.key
  return key === undefined ? path.column : String(key)
}

/** An unknown column is taken for JSON: `to_jsonb` would only hide an error. */
function isJsonOf(column: Column | undefined): boolean {
  return column === undefined || column.baseType === 'json' || column.baseType === 'jsonb'
}
