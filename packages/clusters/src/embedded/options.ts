import type { Clock, Failpoint, Logger, Random } from '@colonnade/core'
import type { Patience } from './cluster.ts'
import type { EngineSource } from './engine/engine.ts'
import type { PortRange } from './storage/ports.ts'

/** Options of the driver. */
export interface EmbeddedClustersOptions {
  /** Folder of everything; `open` makes it usable (see `prepareHome`). */
  readonly home: string
  readonly logger: Logger
  readonly clock?: Clock
  readonly random?: Random
  readonly failpoint?: Failpoint
  /** Ready copies to keep; 3 by default, 28 MB each. */
  readonly poolTarget?: number
  /** Other Postgres than the packages' for this machine, that of new clusters first. */
  readonly engines?: readonly EngineSource[]
  /** Loopback ports for clusters; 20400 to 26000 by default. */
  readonly portRange?: PortRange
  /** Where the engine and the template are kept; the home by default. Several homes may share one. */
  readonly cacheDir?: string
  /** Names of folders of the home that servers must not see, such as that of the master key. */
  readonly secretFolders?: readonly string[]
  readonly patience?: Partial<Patience>
}
