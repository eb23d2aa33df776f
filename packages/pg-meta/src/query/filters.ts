import { empty, ident, join, keyword, literal, sql, userAuthored, type Fragment, type SqlValue } from '@colonnade/sql'
import { operators, type Filter, type FilterOperator } from './types.ts'

const patternOperators = new Set<FilterOperator>(['~~', '~~*', '!~~', '!~~*'])
const and = sql` and `

/** ` where …`, or nothing without filters. */
export function whereClause(filters: readonly Filter[]): Fragment {
  return filters.length === 0 ? empty : sql` where ${join(filters.map(condition), and)}`
}

/** @throws Error when the operator is unknown or a tuple does not fit its columns */
export function condition({ column, operator, value }: Filter): Fragment {
  if (!operators.includes(operator)) throw new Error(`Not a valid operator: ${operator}`)
  if (typeof column !== 'string') return tupleCondition(column, operator, value)
  if (operator === 'in') return inCondition(ident(column), listOf(value).map(literal))
  if (operator === 'is') return sql`${ident(column)} is ${keyword(String(value), ['null', 'true', 'false', 'not null'])}`
  const left = patternOperators.has(operator) ? sql`${ident(column)}::text` : ident(column)
  return sql`${left} ${sign(operator)} ${literal(value as SqlValue)}`
}

function tupleCondition(columns: readonly string[], operator: FilterOperator, value: unknown): Fragment {
  if (!Array.isArray(value)) throw new Error('Tuple filter value must be an array')
  const left = sql`(${join(columns.map((column) => ident(column)))})`
  if (operator === 'in') {
    const tuples = (value as unknown[]).map((item) => {
      if (!Array.isArray(item) || item.length !== columns.length) throw new Error('Tuple value length must match column length')
      return tuple(item)
    })
    return inCondition(left, tuples)
  }
  if (operator === 'is' || patternOperators.has(operator)) throw new Error(`Not a valid operator for a tuple: ${operator}`)
  if (value.length !== columns.length) throw new Error('Tuple filter value must have the same length as the column array')
  return sql`${left} ${sign(operator)} ${tuple(value)}`
}

/** `in ()` is not SQL: nothing is among no values. */
function inCondition(left: Fragment, list: readonly Fragment[]): Fragment {
  return list.length === 0 ? sql`false` : sql`${left} in (${join(list)})`
}

function listOf(value: unknown): SqlValue[] {
  return Array.isArray(value) ? (value as SqlValue[]) : String(value).split(',')
}

function tuple(values: readonly unknown[]): Fragment {
  return sql`(${join(values.map((value) => literal(value as SqlValue)))})`
}

/** Operators come from the closed list above only. */
function sign(operator: FilterOperator): Fragment {
  return userAuthored('expression', operator)
}
