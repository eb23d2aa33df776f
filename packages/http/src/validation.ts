import type { InputIssue, Schema } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import type { z } from 'zod'

/**
 * Checks a part of a request.
 *
 * @throws AppError `invalid_input` with every problem in `details.issues`: `[{ path: ['body', 'name'], message }]`.
 */
export function validate(schema: Schema | undefined, part: 'query' | 'headers' | 'body', value: unknown): unknown {
  if (!schema) return undefined
  const parsed = (schema as z.ZodType).safeParse(value)
  if (parsed.success) return parsed.data
  const issues: InputIssue[] = parsed.error.issues.map((issue) => ({ path: [part, ...issue.path.map(plainKey)], message: issue.message }))
  throw new AppError('invalid_input', { issues }, { message: issues.map(sentence).join('; ') })
}

function plainKey(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? String(key) : key
}

function sentence({ path, message }: InputIssue): string {
  return `${path.slice(1).join('.') || path[0]}: ${message}`
}
