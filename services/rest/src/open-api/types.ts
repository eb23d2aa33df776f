import type { Json, JsonObject } from './json.ts'

/** Types of Swagger 2.0 for those of Postgres; all others are strings, and JSON may be anything. */
const swaggerTypes: ReadonlyMap<string, string | undefined> = new Map([
  ['boolean', 'boolean'],
  ['smallint', 'integer'],
  ['integer', 'integer'],
  ['bigint', 'integer'],
  ['numeric', 'number'],
  ['real', 'number'],
  ['double precision', 'number'],
  ['json', undefined],
  ['jsonb', undefined],
])

/** A value of a type: `format` is the type's name in Postgres, without length and precision. */
export function typeOf(type: string): JsonObject {
  const format = withoutModifier(type)
  if (!format.endsWith('[]')) return { type: swaggerType(format), format }
  return { type: 'array', format, items: { type: swaggerType(format.slice(0, -2)) } }
}

function swaggerType(format: string): string | undefined {
  return swaggerTypes.has(format) ? swaggerTypes.get(format) : 'string'
}

/** `timestamp(3) with time zone` is `timestamp with time zone`. Quoted names are no types of Postgres's own, which alone have modifiers here. */
function withoutModifier(type: string): string {
  const start = type.indexOf('(')
  const end = type.indexOf(')', start)
  return start < 0 || end < 0 || type.includes('"') ? type : type.slice(0, start) + type.slice(end + 1)
}

/** A default as far as it is a constant; of text also an expression, as its text. */
export function defaultOf(expression: string | null, type: string): Json {
  if (expression === null) return undefined
  const format = withoutModifier(type)
  if (swaggerType(format) === 'string' && !format.endsWith('[]')) return constantText(expression)
  try {
    return JSON.parse(expression) as Json
  } catch {
    return undefined
  }
}

/** `'it''s'::text` is `it's`. */
function constantText(expression: string): string {
  const end = expression.lastIndexOf("'::")
  const isConstant = expression.startsWith("'") && end > 0 && !expression.slice(1, end).replaceAll("''", '').includes("'")
  return isConstant ? expression.slice(1, end).replaceAll("''", "'") : expression
}
