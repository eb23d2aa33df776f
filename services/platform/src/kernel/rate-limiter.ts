import { AppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { isIPv6 } from 'node:net'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimits } from './limits.ts'

type Budget = keyof RateLimits

export interface RateLimiter {
  /** Counts one call. @throws AppError `rate_limited` with `retry_after_seconds` */
  count(rate: Budget, key: string): Promise<void>
  /** Forgets what was counted, after a success that proves the caller. */
  forget(rate: Budget, key: string): Promise<void>
}

/** Guesses at credentials and messages of a day are counted in the database, so that a restart does not forget them; everything else in memory. */
export function createRateLimiter(database: Database, limits: RateLimits): RateLimiter {
  const options = (rate: Budget) => ({ keyPrefix: rate, points: limits[rate].calls, duration: limits[rate].windowSeconds })
  const inDatabase = (rate: Budget): RateLimiterAbstract =>
    new RateLimiterPostgres({
      ...options(rate),
      storeClient: database.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    })
  const limiters: Record<Budget, RateLimiterAbstract> = {
    read: new RateLimiterMemory(options('read')),
    write: new RateLimiterMemory(options('write')),
    query: new RateLimiterMemory(options('query')),
    stop: new RateLimiterMemory(options('stop')),
    message: inDatabase('message'),
    credentials: inDatabase('credentials'),
    account: inDatabase('account'),
    second_step: inDatabase('second_step'),
    mail: inDatabase('mail'),
  }
  return {
    async count(rate, key) {
      try {
        await limiters[rate].consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        throw new AppError('rate_limited', { retry_after_seconds: seconds }, { message: `Too many requests. Try again in ${seconds} seconds.` })
      }
    },
    forget: async (rate, key) => void (await limiters[rate].delete(key)),
  }
}

/** The caller's address as a rate key: an IPv6 network of /64 counts as one, since one customer holds all of it. */
export function addressKey(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = tail.split(':').filter((group) => group !== '')
  const groups = address.includes('::') ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right] : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
