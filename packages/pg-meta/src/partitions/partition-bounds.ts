import { type Fragment, join, keyword, literal, sql, userAuthored } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression, tokensOf } from '../catalog/authored.ts'
import { defaultValue } from '../columns/column-definition.ts'
import { elementClause, IndexElement } from '../indexes/index-element.ts'

export const partitionStrategies = ['range', 'list', 'hash'] as const

/** By what a table is partitioned; or the words of Postgres: "RANGE (made_at)". */
export const PartitionKey = z.union([
  z.string(),
  z.object({
    strategy: z.enum(partitionStrategies),
    elements: z.array(IndexElement.pick({ column: true, expression: true, collation: true, operator_class: true })),
  }),
])
export type PartitionKey = z.infer<typeof PartitionKey>

/** A value, or an expression that Postgres works out at once; in ranges also an end that is open. */
const BoundValue = z.union([
  z.string(),
  z.number(),
  z.bigint(),
  z.boolean(),
  z.null(),
  z.object({ expression: z.string() }),
  z.object({ end: z.enum(['MINVALUE', 'MAXVALUE']) }),
])
type BoundValue = z.infer<typeof BoundValue>

/** Which rows are in a partition; or the words of Postgres: "FOR VALUES IN (1)". */
export const PartitionBound = z.union([
  z.string(),
  z.object({ default: z.literal(true) }),
  z.object({ in: z.array(BoundValue) }),
  /** From the first inclusive, to the second exclusive; one value for each part of the key. */
  z.object({ from: z.array(BoundValue), to: z.array(BoundValue) }),
  z.object({ modulus: z.number().int().min(1), remainder: z.number().int().min(0) }),
])
export type PartitionBound = z.infer<typeof PartitionBound>

/** @throws Error when a text is no partition key */
export function partitionKey(key: PartitionKey): Fragment {
  if (typeof key === 'string') return clause(key, /^\s*(range|list|hash)\s*\(/i, 'partition key')
  if (key.elements.length === 0) throw new Error('A partition key needs at least one column or expression')
  return sql`${keyword(key.strategy, partitionStrategies)} (${join(key.elements.map((element) => elementClause(element)))})`
}

/** @throws Error when a text is no bound */
export function partitionBound(bound: PartitionBound): Fragment {
  if (typeof bound === 'string') {
    return bound.trim().toLowerCase() === 'default' ? sql`default` : clause(bound, /^\s*for\s+values\s+(in|from|with)\s*\(/i, 'partition bound')
  }
  if ('default' in bound) return sql`default`
  if ('in' in bound) return sql`for values in (${values(bound.in)})`
  if ('from' in bound) return sql`for values from (${values(bound.from)}) to (${values(bound.to)})`
  return sql`for values with (modulus ${literal(bound.modulus)}, remainder ${literal(bound.remainder)})`
}

function values(list: readonly BoundValue[]): Fragment {
  if (list.length === 0) throw new Error('A partition bound needs at least one value')
  return join(list.map((value) => boundValue(value)))
}

function boundValue(value: BoundValue): Fragment {
  if (value === null || typeof value !== 'object') return defaultValue(value)
  return 'end' in value ? keyword(value.end, ['minvalue', 'maxvalue']) : sql`(${authoredExpression(value.expression)})`
}

/** Words of these clauses; what a person wrote is between parentheses. */
const clauseWords = /^(range|list|hash|for|values|in|from|to|with|[()])$/i

/** @throws Error when it does not begin as the clause does, or holds anything besides */
function clause(text: string, form: RegExp, what: string): Fragment {
  const tokens = tokensOf(text)
  const isPlain = tokens.every(({ depth, text: token }) => token !== ';' && (depth > 0 || clauseWords.test(token)))
  if (!form.test(text) || !isPlain || tokens.at(-1)?.text !== ')') throw new Error(`Not a ${what}: ${text}`)
  return sql`${userAuthored('expression', text)}\n`
}
