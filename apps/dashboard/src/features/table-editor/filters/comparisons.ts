import { isComparedByText, type EntityColumn, type FilterOperator } from '@colonnade/pg-meta'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import { comparisonsText } from './messages.ts'

/** A way to compare: an operator, or a convenience that is an operator with a pattern. */
export interface Comparison {
  readonly id: string
  readonly operator: FilterOperator
  readonly label: string
  /** What people may type for it, the first of which stands in chips. */
  readonly words: readonly string[]
  readonly takes: 'value' | 'list' | 'state'
  /** Where in a pattern the value stands. */
  readonly pattern?: 'anywhere' | 'start' | 'end'
}

const value = (operator: FilterOperator, label: string, ...more: string[]): Comparison => ({
  id: operator,
  operator,
  label,
  words: [operator, ...more],
  takes: 'value',
})
const list = (operator: FilterOperator, label: string): Comparison => ({ id: operator, operator, label, words: [operator], takes: 'list' })
const pattern = (words: string, place: NonNullable<Comparison['pattern']>, label: string): Comparison => ({
  id: words,
  operator: '~~*',
  label,
  words: [words],
  takes: 'value',
  pattern: place,
})

export const comparisons: readonly Comparison[] = [
  value('=', comparisonsText.equals, '==', 'equals'),
  value('<>', comparisonsText.notEqual, '!='),
  value('>', comparisonsText.greater),
  value('>=', comparisonsText.atLeast),
  value('<', comparisonsText.less),
  value('<=', comparisonsText.atMost),
  pattern('contains', 'anywhere', comparisonsText.contains),
  pattern('starts with', 'start', comparisonsText.startsWith),
  pattern('ends with', 'end', comparisonsText.endsWith),
  list('in', comparisonsText.in),
  list('not in', comparisonsText.notIn),
  { id: 'is', operator: 'is', label: comparisonsText.is, words: ['is'], takes: 'state' },
  value('is distinct from', comparisonsText.distinct),
  value('is not distinct from', comparisonsText.notDistinct),
  value('~~', comparisonsText.like, 'like'),
  value('~~*', comparisonsText.ilike, 'ilike'),
  value('!~~', comparisonsText.notLike, 'not like'),
  value('!~~*', comparisonsText.notIlike, 'not ilike'),
  value('~', comparisonsText.regexp),
  value('~*', comparisonsText.iregexp),
  value('!~', comparisonsText.notRegexp),
  value('!~*', comparisonsText.notIregexp),
  value('@>', comparisonsText.has),
  value('<@', comparisonsText.containedIn),
  value('&&', comparisonsText.overlaps),
  value('<<=', comparisonsText.withinNetwork),
  value('>>=', comparisonsText.containsNetwork),
  value('?', comparisonsText.hasKey),
  value('@?', comparisonsText.hasPath),
  value('@@', comparisonsText.textSearch),
]

export const statesOf = ['null', 'not null', 'true', 'false'] as const

const equality = ['=', '<>']
const order = ['>', '>=', '<', '<=']
const lists = ['in', 'not in']
const distinct = ['is distinct from', 'is not distinct from']
const words = ['contains', 'starts with', 'ends with']
const patterns = ['~~', '~~*', '!~~', '!~~*', '~', '~*', '!~', '!~*']

const ranges = new Set(['int4', 'int8', 'num', 'ts', 'tstz', 'date'].flatMap((name) => [`${name}range`, `${name}multirange`]))

export function isRange({ base_format: format }: Pick<EntityColumn, 'base_format'>): boolean {
  return ranges.has(format)
}

/** The comparisons that make sense for a column, the likeliest first. Others can be typed: whether they work, Postgres knows. */
export function comparisonsOf(
  column: Pick<EntityColumn, 'format' | 'base_format' | 'enums' | 'is_array' | 'is_orderable' | 'data_type'>,
): Comparison[] {
  return idsOf(column).map((id) => comparisons.find((comparison) => comparison.id === id)!)
}

function idsOf(column: Parameters<typeof comparisonsOf>[0]): readonly string[] {
  if (isComparedByText(column) && column.base_format !== 'json') return [...equality, ...lists, 'is', ...words, ...patterns, ...distinct]
  if (column.is_array) return ['@>', '&&', '<@', ...equality, 'is', ...distinct, ...words]
  switch (cellKind(column)) {
    case 'boolean':
      return ['is', ...equality, ...distinct]
    case 'enum':
      return [...equality, ...lists, 'is', ...order, ...distinct, ...words]
    case 'text':
      return ['=', 'contains', 'starts with', 'ends with', '<>', ...lists, 'is', ...patterns, ...order, ...distinct, '@@']
    case 'number':
    case 'date':
      return [...equality, ...order, ...lists, 'is', ...distinct, ...words]
    case 'json':
      return column.base_format === 'json' ? ['contains', 'is', ...patterns] : ['@>', '?', '@?', '<@', 'contains', ...equality, 'is', ...patterns]
    default:
      return otherIds(column)
  }
}

function otherIds(column: Parameters<typeof comparisonsOf>[0]): readonly string[] {
  const { base_format: format } = column
  if (format === 'tsvector') return ['@@', 'is', 'contains']
  if (format === 'inet' || format === 'cidr') return [...equality, '<<=', '>>=', '&&', ...order, ...lists, 'is', ...distinct, ...words]
  if (isRange(column)) return ['@>', '&&', '<@', ...equality, 'is', ...distinct]
  if (column.data_type === 'USER-DEFINED') return [...equality, ...order, ...lists, 'is', '@>', '<@', '&&', ...words, ...patterns, ...distinct]
  return [...equality, ...lists, 'is', ...words, ...order, ...patterns, ...distinct]
}
