import type { policies } from '@colonnade/pg-meta'

type Policy = policies.Policy

/** Reads what expressions of policies require of a column, for plain comparisons. Expressions are as Postgres prints them. */

/** The values that an expression limits a column to; null where it doesn't. */
export type NamedValues = ReadonlySet<string> | null

/** Returns the effective expressions of a policy: a missing check defaults to USING. */
export function expressionsOf({ command, definition, check }: Pick<Policy, 'command' | 'definition' | 'check'>): readonly string[] {
  if (command === 'INSERT') return [check ?? 'true']
  if (command === 'SELECT' || command === 'DELETE') return [definition ?? 'true']
  return [definition ?? 'true', check ?? definition ?? 'true']
}

/** @param column as Postgres prints it, or a function call such as `realtime.topic()` */
export function valuesIn(expression: string, column: string): NamedValues {
  const { operator, parts } = partsOf(expression)
  if (operator === 'OR') return unionOf(parts.map((part) => valuesIn(part, column)))
  if (operator === 'AND') return intersectionOf(parts.map((part) => valuesIn(part, column)))
  return valuesOfComparison(parts[0]!, column)
}

/** Returns whether an expression is true for every user of a role if columns have these values. */
export function isOpen(expression: string, values: ReadonlyMap<string, string>, role: string): boolean {
  const { operator, parts } = partsOf(expression)
  if (operator === 'OR') return parts.some((part) => isOpen(part, values, role))
  if (operator === 'AND') return parts.every((part) => isOpen(part, values, role))
  const [leaf] = parts as [string]
  if (leaf === 'true') return true
  if (role === 'authenticated' && isSignedIn.test(leaf)) return true
  return [...values].some(([column, value]) => valuesOfComparison(leaf, column)?.has(value) === true)
}

const isSignedIn =
  /^(?:auth\.role\(\)|\( SELECT auth\.role\(\) AS role\)) = 'authenticated'::text$|^(?:auth\.uid\(\)|\( SELECT auth\.uid\(\) AS uid\)) IS NOT NULL$/

const text = String.raw`'((?:[^'\\]|'')*)'(?:::text|::character varying)?`

function valuesOfComparison(leaf: string, column: string): NamedValues {
  const name = String.raw`\(?(?:\w+\.)?${escaped(column)}\)?(?:::text)?`
  const single = new RegExp(`^${name} = ${text}$`).exec(leaf) ?? new RegExp(`^${text} = ${name}$`).exec(leaf)
  if (single) return new Set([unquoted(single[1]!)])
  const list = new RegExp(String.raw`^${name} = ANY \(\(?ARRAY\[(.*)\]\)?(?:::text\[\])?\)$`).exec(leaf)
  if (!list) return null
  const elements = list[1]!.match(new RegExp(text, 'g')) ?? []
  // an element that isn't text could have any value
  if (elements.join(', ') !== list[1]) return null
  return new Set(elements.map((element) => unquoted(new RegExp(`^${text}$`).exec(element)![1]!)))
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
const unquoted = (literal: string): string => literal.replaceAll("''", "'")

interface Parts {
  readonly operator: 'AND' | 'OR' | null
  /** Without their outer parentheses. */
  readonly parts: readonly string[]
}

/** Splits at the operator with the lowest precedence; OR has a lower one than AND. */
function partsOf(expression: string): Parts {
  const inside = withoutParentheses(expression.trim())
  for (const operator of ['OR', 'AND'] as const) {
    const parts = split(inside, ` ${operator} `)
    if (parts.length > 1) return { operator, parts }
  }
  return { operator: null, parts: [inside] }
}

function withoutParentheses(expression: string): string {
  if (!expression.startsWith('(') || endOf(expression, 0) !== expression.length) return expression
  return withoutParentheses(expression.slice(1, -1).trim())
}

/** Splits at a separator outside parentheses, strings and quoted names. */
function split(expression: string, separator: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < expression.length;) {
    if (expression.startsWith(separator, at)) {
      parts.push(expression.slice(from, at))
      at += separator.length
      from = at
    } else at = endOf(expression, at)
  }
  return [...parts, expression.slice(from)]
}

/** Returns where the token that starts here ends: a string, a quoted name, parentheses, or one character. */
function endOf(expression: string, start: number): number {
  const opening = expression[start]!
  if (opening === "'" || opening === '"') {
    const end = expression.indexOf(opening, start + 1)
    return end === -1 ? expression.length : end + 1
  }
  if (opening !== '(') return start + 1
  let at = start + 1
  while (at < expression.length && expression[at] !== ')') at = endOf(expression, at)
  return Math.min(at + 1, expression.length)
}

export function unionOf(all: readonly NamedValues[]): NamedValues {
  return all.reduce((one, other) => (one === null || other === null ? null : new Set([...one, ...other])), new Set<string>())
}

function intersectionOf(all: readonly NamedValues[]): NamedValues {
  return all.reduce((one, other) => {
    if (one === null || other === null) return one ?? other
    return new Set([...one].filter((name) => other.has(name)))
  }, null)
}
