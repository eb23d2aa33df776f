import { empty, ident, join, keyword, literal, sql, userAuthored, type Fragment, type SqlValue } from '@colonnade/sql'
import { authoredExpression } from '../catalog/authored.ts'
import { operators, type Filter, type FilterOperator, type RowFilter } from './types.ts'

/** They compare texts: any other value is compared by its text. */
const patternOperators = new Set<FilterOperator>(['~~', '~~*', '!~~', '!~~*', '~', '~*', '!~', '!~*'])
const tupleOperators = new Set<FilterOperator>(['=', '<>', '>', '<', '>=', '<=', 'is distinct from', 'is not distinct from'])
const and = sql` and `

/** ` where …`, or nothing without filters. */
export function whereClause(filters: readonly RowFilter[]): Fragment {
  return filters.length === 0 ? empty : sql` where ${join(filters.map(condition), and)}`
}

/**
 * Values go in as untyped literals, so that each type's own reader takes them.
 *
 * @throws Error when the operator is unknown, a tuple does not fit its columns, or a condition in SQL could leave its parentheses
 */
export function condition(filter: RowFilter): Fragment {
  if ('sql' in filter) return sql`(${authoredExpression(filter.sql)})`
  const { column, operator, value } = filter
  if (!operators.includes(operator)) throw new Error(`Not a valid operator: ${operator}`)
  if (typeof column !== 'string') return tupleCondition(filter, column)
  const compared = comparedColumn(filter, column)
  if (operator === 'in' || operator === 'not in') return inCondition(compared, operator, listOf(value).map(valueOf), sql`,`)
  if (operator === 'is') return sql`${ident(column)} is ${keyword(String(value), ['null', 'true', 'false', 'not null'])}`
  if (operator === '@@') return sql`${ident(column)} @@ pg_catalog.websearch_to_tsquery(${valueOf(value)})`
  const left = patternOperators.has(operator) ? sql`${ident(column)}::text` : compared
  return sql`${left} ${sign(operator)} ${valueOf(value)}`
}

function comparedColumn({ texts }: Filter, column: string): Fragment {
  return texts?.includes(column) === true ? sql`${ident(column)}::text` : ident(column)
}

function tupleCondition(filter: Filter, columns: readonly string[]): Fragment {
  const { operator, value } = filter
  if (!Array.isArray(value)) throw new Error('Tuple filter value must be an array')
  const left = sql`(${join(columns.map((column) => comparedColumn(filter, column)))})`
  if (operator === 'in' || operator === 'not in') {
    const tuples = (value as unknown[]).map((item) => {
      const values = listOf(item)
      if (values.length !== columns.length) throw new Error('Tuple value length must match column length')
      return tuple(values)
    })
    return inCondition(left, operator, tuples)
  }
  if (!tupleOperators.has(operator)) throw new Error(`Not a valid operator for a tuple: ${operator}`)
  if (value.length !== columns.length) throw new Error('Tuple filter value must have the same length as the column array')
  return sql`${left} ${sign(operator)} ${tuple(value)}`
}

/** `in ()` is not SQL: nothing is among no values. */
function inCondition(left: Fragment, operator: 'in' | 'not in', list: readonly Fragment[], separator?: Fragment): Fragment {
  if (list.length === 0) return operator === 'in' ? sql`false` : sql`true`
  return sql`${left} ${sign(operator)} (${join(list, separator)})`
}

function listOf(value: unknown): SqlValue[] {
  return Array.isArray(value) ? (value as SqlValue[]) : String(value).split(',')
}

function tuple(values: readonly unknown[]): Fragment {
  return sql`(${join(values.map(plainValue))})`
}

const constant = String.raw`(?:'(?:[^'\\\0]|'')*'|-?\d+(?:\.\d+)?|null|true|false)`
const typeName = String.raw`(?:"[^"\0]+"|[a-z_]\w*)`
/** ARRAY[…] of constants, with a type or without: nothing in it can be anything but a value. */
const arrayOfConstants = new RegExp(`^array\\[(?:${constant}(?:, ?${constant})*)?\\](?:::(?:${typeName}\\.)?${typeName}(?:\\[\\])?)?$`, 'i')

/** A literal, or one of the words true and false. Keys of rows are compared with these: they hold any text. */
function plainValue(value: unknown): Fragment {
  if (typeof value === 'boolean') return value ? sql`true` : sql`false`
  return literal(value as SqlValue)
}

/** The same in a person's filter, where an array may be written out. */
function valueOf(value: unknown): Fragment {
  const isArray = typeof value === 'string' && value.isWellFormed() && arrayOfConstants.test(value)
  return isArray ? userAuthored('expression', value) : plainValue(value)
}

/** Operators come from the closed list above only. */
function sign(operator: FilterOperator): Fragment {
  return userAuthored('expression', operator)
}
