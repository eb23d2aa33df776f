import type { FastifyInstance, Route } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from './context.ts'
import type { Guard } from './guards.ts'

/** Something that works beside requests, from `start` until `close` resolves. */
export interface Worker {
  readonly name: string
  start(): void | Promise<void>
  close(): void | Promise<void>
}

/** What is done now and then although nobody asks for it. It may be cut off anywhere and is then done again. */
export interface Chore<Parts> {
  readonly name: string
  readonly everyMs: number
  readonly work: (ctx: PlatformContext<Parts>) => Promise<void> | void
}

/** Modules that stand together: all that the platform runs of them. `Parts` are what they use of a context. */
export interface Room<Parts> {
  readonly name: string
  readonly routes: readonly Route[]
  /** In the order in which they start; they close in the opposite one. */
  workers?(parts: Parts): readonly Worker[]
  readonly chores?: readonly Chore<Parts>[]
  /** Protocols of others, whose bodies and errors are not ours. */
  mount?(app: FastifyInstance, ctx: PlatformContext<Parts>): void
  readonly guard?: Guard
  /** What is left to do for an organization, in the transaction that deletes it. */
  settleOrganization?(ctx: PlatformContext<Parts>, tx: Transaction, organizationId: string): Promise<void>
}
