import type { Language } from '../../../lib/code-text/highlight.ts'
import type { Call, Target } from '../examples/call.ts'

/** A client of the data API, and how its code looks. */
export interface Client {
  readonly id: string
  readonly label: string
  readonly language: Language
  /** Writes the code that creates the client in the examples; null for clients that need none. */
  readonly setUp: ((target: Target) => string) | null
  /** Writes one call; null if the client can't make it. */
  readonly write: (call: Call, target: Target) => string | null
}
