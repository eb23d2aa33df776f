import type { Schema } from '@colonnade/contracts/foundation/endpoint'
import type { InputIssue } from '@colonnade/contracts/foundation/errors'
import { AppError } from '@colonnade/core'
import type { z } from 'zod'

type Part = 'query' | 'headers' | 'body'
type Issue = z.core.$ZodIssue

/** Most reported problems of a request, so that a long list of invalid values doesn't produce a longer response. */
const issuesMost = 20

/**
 * Checks a part of a request.
 *
 * @throws AppError `invalid_input` with the first problems in `details.issues`: `[{ path: ['body', 'name'], message }]`.
 */
export function validate(schema: Schema | undefined, part: Part, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = (schema as z.ZodType).safeParse(value)
  if (parsed.success) return parsed.data
  const all = parsed.error.issues.flatMap((issue) => explain(issue, [part]))
  const issues = all.slice(0, issuesMost)
  const rest = all.length - issues.length
  throw new AppError('invalid_input', { issues }, { message: [...issues.map(sentence), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ') })
}

/** What zod found, in words for whoever sent it. */
function explain(issue: Issue, above: InputIssue['path']): InputIssue[] {
  const path = [...above, ...issue.path.map(plainKey)]
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message: 'Unknown field. Remove it' }))
  if (isNoNumber(issue)) return [{ path, message: 'Enter a whole number' }]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path, message: issue.message }]
  // forms whose type fits, so that only something inside is wrong
  const close = issue.errors.filter((form) => form.every((inner) => inner.path.length > 0))
  if (close.length === 1) return close[0]!.flatMap((inner) => explain(inner, path))
  const forms = new Set((close.length > 0 ? close : issue.errors).map(describe).filter((form) => form !== null))
  return [{ path, message: `Enter ${listed([...forms])}` }]
}

/** Query numbers are parsed from text, so a missing or invalid number is NaN. `int` reports fractions. */
function isNoNumber(issue: Issue): boolean {
  if (issue.code !== 'invalid_type') return false
  const received = 'received' in issue ? issue.received : undefined
  return issue.expected === 'int' || (issue.expected === 'number' && (received === 'NaN' || received === 'Infinity'))
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** One form of a union, told by what did not fit it; null for what JSON can't express. */
function describe(issues: readonly Issue[]): string | null {
  const whole = issues.find(({ path }) => path.length === 0)
  if (whole?.code === 'invalid_type') return typeNames[whole.expected] ?? null
  if (whole?.code === 'invalid_value') return whole.values.map((value) => JSON.stringify(value)).join(' or ')
  if (whole?.code === 'invalid_union') return whole.errors.map(describe).join(' or ')
  if (whole) return `another value (${whole.message})`
  const inside = issues.slice(0, issuesMost).map((issue) => (isMissing(issue) ? issue.path.join('.') : `${issue.path.join('.')} (${issue.message})`))
  return `an object with ${listed(inside, 'and')}`
}

function isMissing(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
}

function listed(parts: readonly string[], conjunction = 'or'): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${conjunction} ${parts.at(-1)}`
}

function plainKey(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? String(key) : key
}

function sentence({ path, message }: InputIssue): string {
  return `${path.slice(1).join('.') || path[0]}: ${message}`
}
