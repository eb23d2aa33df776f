import { AppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { isIPv6 } from 'node:net'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** A service's budgets by name: the calls that one key may make in each window. */
export type RateBudgets<Name extends string = string> = Readonly<Record<Name, { readonly calls: number; readonly windowSeconds: number }>>

export interface RateLimiter<Name extends string> {
  /** Counts one call. @throws AppError `rate_limited` with `retry_after_seconds` */
  count(budget: Name, key: string): Promise<void>
  /** Resets a key's count, after a success that proves who the caller is. */
  forget(budget: Name, key: string): Promise<void>
}

/** Budgets whose counts must survive a restart, and the database that holds them in a table `rate_limits (key, points, expire)`. */
export interface DurableBudgets<Name extends string> {
  readonly database: Pick<Database, 'pool'>
  readonly budgets: readonly Name[]
}

/** Counts calls in memory, except for durable budgets, which it counts in the database. */
export function createRateLimiter<Name extends string>(budgets: RateBudgets<Name>, durable?: DurableBudgets<Name>): RateLimiter<Name> {
  const limiters = new Map<Name, RateLimiterAbstract>()
  for (const [name, { calls, windowSeconds }] of Object.entries<RateBudgets[string]>(budgets) as [Name, RateBudgets[string]][]) {
    const options = { keyPrefix: name, points: calls, duration: windowSeconds }
    const isDurable = durable?.budgets.includes(name) === true
    limiters.set(name, isDurable ? new RateLimiterPostgres({ ...options, ...inDatabase(durable.database) }) : new RateLimiterMemory(options))
  }
  return {
    async count(budget, key) {
      try {
        await limiters.get(budget)!.consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        throw new AppError('rate_limited', { retry_after_seconds: seconds }, { message: `Too many requests. Try again in ${seconds} seconds.` })
      }
    },
    forget: async (budget, key) => void (await limiters.get(budget)!.delete(key)),
  }
}

const inDatabase = ({ pool }: Pick<Database, 'pool'>) => ({
  storeClient: pool,
  storeType: 'pool',
  tableName: 'rate_limits',
  tableCreated: true,
  clearExpiredByTimeout: false,
})

/** The caller's address as a rate key: an IPv6 network of /64 counts as one, since one customer holds all of it. */
export function addressKey(address: string): string {
  if (!address.includes(':') || !isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = tail.split(':').filter((group) => group !== '')
  const groups = address.includes('::') ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right] : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
