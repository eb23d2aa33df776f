import type { At, Condition, Operation, OrderTerm, Path, Query, SelectItem, Slot } from '../../request.ts'
import { printKey, printName, printValue } from './print-text.ts'

/** The values of a `ParsedRequest`, by their slots. */
export type Values = readonly (string | readonly string[])[]

/** Names of parameters that aren't filters: a column with such a name is quoted. */
const reserved: ReadonlySet<string> = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'and', 'or'])

/**
 * Returns the query string, without its question mark, that `parseRequest` parses to this query and these values. A function's argument
 * can't have a value that looks like a filter (`eq.1`): the protocol has no way to write it.
 */
export function printQuery(query: Query, values: Values): string {
  const text = (slot: Slot): string => String(values[slot])
  const parameters: (readonly [name: string, value: string])[] = []
  if (query.select.length !== 1 || query.select[0]?.kind !== 'all') parameters.push(['select', printSelect(query.select)])
  for (const { at, condition } of query.filters) parameters.push(printFilter(at, condition, values))
  for (const { at, terms } of query.orders) parameters.push([below(at, 'order'), terms.map(printTerm).join(',')])
  for (const { at, limit } of query.limits) parameters.push([below(at, 'limit'), text(limit)])
  for (const { at, offset } of query.offsets) parameters.push([below(at, 'offset'), text(offset)])
  if (query.columns !== null) parameters.push(['columns', query.columns.map(printName).join(',')])
  if (query.onConflict !== null) parameters.push(['on_conflict', query.onConflict.map(printName).join(',')])
  for (const { name, value } of query.arguments) {
    for (const one of [values[value] ?? []].flat()) parameters.push([printColumn(name), one])
  }
  return parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}

/** Keeps characters readable that need no escape in a query string. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%24', '$')
}

function below(at: At['at'], name: string): string {
  return [...at.map(printName), name].join('.')
}

function printColumn(name: string): string {
  return reserved.has(name) ? `"${name}"` : printName(name)
}

function printPath({ column, steps }: Path, printedColumn = printName(column)): string {
  return printedColumn + steps.map(({ arrow, key }) => arrow + printKey(key)).join('')
}

function printSelect(items: readonly SelectItem[]): string {
  return items.map(printItem).join(',')
}

function printItem(item: SelectItem): string {
  if (item.kind === 'all') return '*'
  const alias = item.kind !== 'embed' || !item.isSpread ? printAlias(item.alias) : '...'
  switch (item.kind) {
    case 'count':
      return `${alias}count()${printCast(item.cast)}`
    case 'column': {
      const { path, cast, aggregate } = item
      return alias + printPath(path) + printCast(cast) + (aggregate === null ? '' : `.${aggregate.function}()${printCast(aggregate.cast)}`)
    }
    case 'embed': {
      const target = item.target === 'count' ? '"count"' : printName(item.target)
      const hint = item.hint === null ? '' : `!${printHint(item.hint)}`
      return `${alias}${target}${hint}${item.join === 'inner' ? '!inner' : ''}(${printSelect(item.select)})`
    }
  }
}

function printAlias(alias: string | null): string {
  return alias === null ? '' : `${printName(alias)}:`
}

function printHint(hint: string): string {
  return hint === 'left' || hint === 'inner' ? `"${hint}"` : printName(hint)
}

function printCast(cast: string | null): string {
  return cast === null ? '' : `::${cast}`
}

function printTerm({ path, relation, direction, nulls }: OrderTerm): string {
  const column = relation === null ? printPath(path) : `${printName(relation)}(${printPath(path)})`
  return column + (direction === null ? '' : `.${direction}`) + (nulls === null ? '' : `.nulls${nulls}`)
}

function printFilter(at: At['at'], condition: Condition, values: Values): readonly [name: string, value: string] {
  if (condition.kind !== 'filter') {
    const name = `${condition.isNegated ? 'not.' : ''}${condition.kind}`
    return [[...at.map(printOuterName), name].join('.'), printGroup(condition.conditions, values)]
  }
  const { path, isNegated, operation } = condition
  const name = [...at.map(printName), printPath(path, path.steps.length === 0 ? printColumn(path.column) : printName(path.column))].join('.')
  return [name, (isNegated ? 'not.' : '') + printOperation(operation, values, (text) => text)]
}

/** Quotes `not`, which would negate a logic tree. */
function printOuterName(name: string): string {
  return name === 'not' ? '"not"' : printName(name)
}

function printGroup(conditions: readonly Condition[], values: Values): string {
  return `(${conditions.map((condition) => printCondition(condition, values)).join(',')})`
}

function printCondition(condition: Condition, values: Values): string {
  const not = condition.isNegated ? 'not.' : ''
  if (condition.kind !== 'filter') return `${not}${condition.kind}${printGroup(condition.conditions, values)}`
  return `${printPath(condition.path)}.${not}${printOperation(condition.operation, values, printValue)}`
}

function printOperation(operation: Operation, values: Values, print: (text: string) => string): string {
  const value = (slot: Slot): string => String(values[slot])
  switch (operation.kind) {
    case 'is':
      return `is.${operation.value}`
    case 'in':
      return `in.(${[values[operation.value] ?? []].flat().map(printValue).join(',')})`
    case 'isdistinct':
      return `isdistinct.${print(value(operation.value))}`
    case 'search':
      return `${operation.operator}${operation.language === null ? '' : `(${operation.language})`}.${print(value(operation.value))}`
    case 'comparison': {
      const text = value(operation.value)
      const isPattern = operation.operator === 'like' || operation.operator === 'ilike'
      const quantifier = operation.quantifier === null ? '' : `(${operation.quantifier})`
      return `${operation.operator}${quantifier}.${print(isPattern ? text.replaceAll('%', '*') : text)}`
    }
  }
}
