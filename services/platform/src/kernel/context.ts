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
 * Dependencies of the platform's code, including everything that does I/O.
 *
 * `Parts` are long-running parts of modules: a function names the ones it uses, each declared by its module, for example
 * `PlatformContext<HasBackups>`.
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
  /** Null while none listens. */
  readonly pooler: () => PoolerAddress | null
  readonly guards: Guards
  readonly parts: Parts
}
