import { callFunction, isGiven, type GivenValue } from '@colonnade/pg-meta/function-call'
import type { FunctionDefinition } from './function-queries.ts'

/** What a call may give for an argument, beginning with what is most likely meant. */
export function kindsOf({ default: preset, is_pseudo: isPseudo }: FunctionDefinition['arguments'][number]): readonly GivenValue['kind'][] {
  return [...(preset === null ? [] : (['default'] as const)), ...(isPseudo ? [] : (['text'] as const)), 'expression', 'null']
}

/** Another kind of value; what was written stays. */
export function valueOfKind(kind: GivenValue['kind'], before: GivenValue): GivenValue {
  const text = 'text' in before ? before.text : ''
  return kind === 'text' || kind === 'expression' ? { kind, text } : { kind }
}

export const givenArguments = (row: FunctionDefinition) => row.arguments.filter(isGiven)

export const firstValues = (row: FunctionDefinition): readonly GivenValue[] =>
  givenArguments(row).map((argument) => valueOfKind(kindsOf(argument)[0]!, { kind: 'null' }))

/** The call, or why there is none. */
export type CallText = { readonly sql: string; readonly problem?: undefined } | { readonly sql?: undefined; readonly problem: string }

export function callOf(row: FunctionDefinition, values: readonly GivenValue[]): CallText {
  try {
    return { sql: callFunction({ ...row, values }) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * What is sent. Rolled back unless it is to be kept: a function can't end the transaction that it is called in, nor can a procedure there
 * (Postgres documentation, CALL). Who may only read runs in a transaction that is read-only anyway, and may not end it.
 */
export function runText(call: string, { isKept, mayWrite }: { readonly isKept: boolean; readonly mayWrite: boolean }): string {
  return isKept || !mayWrite ? call : `begin;\n${call}\nrollback;`
}
