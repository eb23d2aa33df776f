import { callFunction, isGiven, type GivenValue } from '@colonnade/pg-meta/function-call'
import type { FunctionDefinition } from './function-queries.ts'

/** Returns the kinds of value an argument can have, the most likely first. */
export function kindsOf({ default: preset, is_pseudo: isPseudo }: FunctionDefinition['arguments'][number]): readonly GivenValue['kind'][] {
  return [...(preset === null ? [] : (['default'] as const)), ...(isPseudo ? [] : (['text'] as const)), 'expression', 'null']
}

/** Changes the kind of a value and keeps its text. */
export function valueOfKind(kind: GivenValue['kind'], before: GivenValue): GivenValue {
  const text = 'text' in before ? before.text : ''
  return kind === 'text' || kind === 'expression' ? { kind, text } : { kind }
}

export const givenArguments = (row: FunctionDefinition) => row.arguments.filter(isGiven)

export const firstValues = (row: FunctionDefinition): readonly GivenValue[] =>
  givenArguments(row).map((argument) => valueOfKind(kindsOf(argument)[0]!, { kind: 'null' }))

/** The call, or why it can't run. */
export type CallText = { readonly sql: string; readonly problem?: undefined } | { readonly sql?: undefined; readonly problem: string }

export function callOf(row: FunctionDefinition, values: readonly GivenValue[]): CallText {
  try {
    return { sql: callFunction({ ...row, values }) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Returns the statements to send, rolled back unless the person commits: neither a function nor a procedure can end the transaction of its
 * caller (Postgres documentation, CALL). Read-only roles run in a read-only transaction anyway, and can't end it.
 */
export function runText(call: string, { isKept, mayWrite }: { readonly isKept: boolean; readonly mayWrite: boolean }): string {
  return isKept || !mayWrite ? call : `begin;\n${call}\nrollback;`
}
