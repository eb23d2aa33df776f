import type { Fleet } from '@colonnade/clusters'
import type { Clock, Logger, Random } from '@colonnade/core'
import type { RateLimiter } from '@colonnade/http'
import type { Database } from '@colonnade/pg'
import type { PlatformConfig } from './config/config.ts'
import type { Guards } from './guards.ts'
import type { RateName } from './limits.ts'
import type { Bus } from './news/bus.ts'
import type { PoolerAddress } from './pooler.ts'
import type { Secrets } from '@colonnade/secrets'

/**
 * What the platform's code may use; everything that does I/O is here and arrives as an argument.
 *
 * `Parts` are what modules keep running: a function names those it uses, each declared by its module, e.g. `PlatformContext<HasBackups>`.
 */
export interface PlatformContext<Parts = unknown> {
  readonly config: PlatformConfig
  readonly database: Database
  readonly clusters: Fleet
  readonly logger: Logger
  readonly clock: Clock
  readonly random: Random
  readonly bus: Bus
  readonly secrets: Secrets
  readonly limiter: RateLimiter<RateName>
  /** null while none listens. */
  readonly pooler: () => PoolerAddress | null
  readonly guards: Guards
  readonly parts: Parts
}
