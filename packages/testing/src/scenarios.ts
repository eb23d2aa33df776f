import type { ErrorCode } from '@colonnade/core'

/** One promise of an endpoint: who asks what, and the answer. A test's name is the promise. */
export interface Scenario<Person extends string> {
  readonly promise: string
  /** Who asks; null is a stranger. */
  readonly as: Person | null
  readonly method: string
  /** A path, or what makes one when the ids are known. */
  readonly path: string | (() => string)
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly expect: number
  readonly code?: ErrorCode
  /** Looks at the reply's JSON. */
  readonly check?: (reply: unknown) => void
}
