import type { FastifyInstance, Route } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from './context.ts'
import type { Guard } from './guards.ts'

/** Background work from `start` until `close` resolves. */
export interface Worker {
  readonly name: string
  start(): void | Promise<void>
  close(): void | Promise<void>
}

/** Routine work, safe to interrupt and repeat. */
export interface Chore<Parts> {
  readonly name: string
  readonly everyMs: number
  readonly work: (ctx: PlatformContext<Parts>) => Promise<void> | void
}

/** A group of modules with everything the platform runs of them. `Parts` are what they use of a context. */
export interface Room<Parts> {
  readonly name: string
  readonly routes: readonly Route[]
  /** Started in this order, and closed in reverse. */
  workers?(parts: Parts): readonly Worker[]
  readonly chores?: readonly Chore<Parts>[]
  /** Foreign protocols, with their own bodies and errors. */
  mount?(app: FastifyInstance, ctx: PlatformContext<Parts>): void
  readonly guard?: Guard
  /** Cleanup for an organization, in the transaction that deletes it. */
  settleOrganization?(ctx: PlatformContext<Parts>, tx: Transaction, organizationId: string): Promise<void>
}
