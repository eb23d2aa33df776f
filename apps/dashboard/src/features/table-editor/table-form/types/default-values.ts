import { defaultValuesText } from './messages.ts'
import { parseType } from './type-names.ts'

const castLiteral = /^'((?:[^'\\]|'')*)'::(.+)$/s

/** The value of a default that is a literal cast to the column's type, which is how Postgres prints `default 'x'`; null for expressions. */
export function literalOf(expression: string, type: string): string | null {
  const [, text, cast] = castLiteral.exec(expression) ?? []
  if (text === undefined || cast === undefined) return null
  const [own, other] = [parseType(type), parseType(cast)]
  return own.name === other.name && own.dimensions === other.dimensions ? text.replaceAll("''", "'") : null
}

export interface DefaultSuggestion {
  readonly text: string
  readonly format: 'literal' | 'expression'
  readonly hint: string
}

const expression = (text: string, hint: string): DefaultSuggestion => ({ text, format: 'expression', hint })
const literal = (text: string, hint: string): DefaultSuggestion => ({ text, format: 'literal', hint })

const moments = [expression('now()', defaultValuesText.transactionTime), expression("timezone('utc', now())", defaultValuesText.transactionTimeUtc)]

/** What columns of a type are often set to. Postgres's own functions only, of every version that is served unless it is said. */
const suggestions: Readonly<Record<string, readonly DefaultSuggestion[]>> = {
  uuid: [expression('gen_random_uuid()', defaultValuesText.randomUuid)],
  'timestamp with time zone': [moments[0]!, expression('clock_timestamp()', defaultValuesText.insertTime)],
  'timestamp without time zone': moments,
  date: [expression('current_date', defaultValuesText.today)],
  'time without time zone': [expression('localtime', defaultValuesText.timeOfDay)],
  'time with time zone': [expression('current_time', defaultValuesText.timeOfDay)],
  boolean: [literal('false', ''), literal('true', '')],
  text: [literal('', defaultValuesText.emptyString), expression('current_user', defaultValuesText.role)],
  'character varying': [literal('', defaultValuesText.emptyString), expression('current_user', defaultValuesText.role)],
  json: [literal('{}', defaultValuesText.emptyObject), literal('[]', defaultValuesText.emptyArray)],
  jsonb: [literal('{}', defaultValuesText.emptyObject), literal('[]', defaultValuesText.emptyArray)],
  inet: [expression('inet_client_addr()', defaultValuesText.clientAddress)],
  name: [expression('current_user', defaultValuesText.role)],
}
for (const type of ['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision'])
  (suggestions as Record<string, readonly DefaultSuggestion[]>)[type] = [literal('0', ''), literal('1', '')]

/** Suggestions for a type; `labels` are those of an enum. */
export function suggestDefaults(type: string, labels: readonly string[] = []): readonly DefaultSuggestion[] {
  const { name, dimensions } = parseType(type)
  if (dimensions > 0) return [literal('{}', defaultValuesText.emptyArray)]
  if (labels.length > 0) return labels.map((label) => literal(label, ''))
  return suggestions[name] ?? []
}

/** Texts that can only be meant as SQL: a call, a quoted text, a word that Postgres evaluates. */
const expressionForms = /^(?:[a-z_][\w.]*\(.*\)|'(?:[^']|'')*'(?:::.+)?|current_\w+|localtime|localtimestamp|session_user|user|null)$/is

/** Returns a default as it was typed in one field, as a value or an expression; `labels` are those of an enum. */
export function readDefault(
  text: string,
  type: string,
  labels: readonly string[] = [],
): { readonly text: string; readonly format: 'literal' | 'expression' } {
  const suggested = suggestDefaults(type, labels).find((suggestion) => suggestion.text === text)
  return { text, format: suggested?.format ?? (expressionForms.test(text.trim()) ? 'expression' : 'literal') }
}

/** Volatile functions of Postgres that people use in defaults (pg_proc.provolatile of 18). */
const volatileFunctions =
  /\b(random|random_normal|gen_random_uuid|uuidv4|uuidv7|uuid_generate_v1|uuid_generate_v4|nextval|clock_timestamp|timeofday|gen_random_bytes)\s*\(/i
/** Functions that are not volatile, and words that only look like functions. */
const steadyFunctions =
  /\b(now|timezone|statement_timestamp|transaction_timestamp|date_trunc|current_setting|coalesce|lower|upper|concat|jsonb_build_object|jsonb_build_array|to_jsonb|to_timestamp|make_date|make_interval|inet_client_addr|array|row|nullif|greatest|least|numeric|varchar|varying|char|character|bit|timestamp|interval|md5|auth\.uid|auth\.role|auth\.jwt)\s*\(/gi

/** Checks whether an expression returns a different value for each row: only then does adding a column with it rewrite the table. */
export function volatilityOf(text: string): 'steady' | 'volatile' | 'unknown' {
  const code = text.replaceAll(/'(?:[^']|'')*'/g, "''")
  if (volatileFunctions.test(code)) return 'volatile'
  return /[\w"]\s*\(/.test(code.replaceAll(steadyFunctions, '(')) ? 'unknown' : 'steady'
}
