import type { Target } from '../examples/call.ts'
import { functionExamples } from '../examples/function-examples.ts'
import { type DocumentedRelation, relationExamples } from '../examples/relation-examples.ts'
import { clients } from './clients.ts'

export type { DocumentedRelation }
export type DocumentedFunction = Parameters<typeof functionExamples>[0]

/** An example as the docs show it. */
export interface WrittenExample {
  readonly id: string
  readonly code: string
}

/** Writes all examples of a table or function that a client can make, for tests that run them, with the code that creates the client. */
export function writtenExamples(
  clientId: string,
  object: { readonly relation: DocumentedRelation } | { readonly fn: DocumentedFunction },
  target: Target,
): { readonly setUp: string; readonly examples: readonly WrittenExample[] } {
  const client = clients.find(({ id }) => id === clientId)
  if (client === undefined) throw new Error(`There is no client ${clientId}`)
  const examples = 'relation' in object ? relationExamples(object.relation) : functionExamples(object.fn)
  return {
    setUp: client.setUp?.(target) ?? '',
    examples: examples.flatMap(({ id, call }) => {
      const code = client.write(call, target)
      return code === null ? [] : [{ id, code }]
    }),
  }
}
