import { type ComputeSize, computeSizes } from './clusters.ts'

/** What a compute size means to Postgres. Memory in MB. */
export interface ComputeSettings {
  readonly sharedBuffersMb: number
  readonly effectiveCacheMb: number
  readonly workMemMb: number
  readonly maintenanceWorkMemMb: number
  readonly maxConnections: number
  readonly maxWorkerProcesses: number
  readonly maxParallelWorkers: number
  readonly maxWalSizeMb: number
  /** WAL a replication slot may hold back before it is cut off, so that a forgotten one can't fill the disk. */
  readonly maxSlotWalMb: number
  readonly maxLocksPerTransaction: number
  readonly statementsTracked: number
}

/** `nano` fits hundreds of mostly idle projects on one machine (5.7 MB each); the larger sizes are ordinary small servers. */
export const computeTable: { readonly [Size in ComputeSize]: ComputeSettings } = {
  nano: size({ memoryMb: 64, connections: 40, workers: 4, locks: 32, statements: 500 }),
  micro: size({ memoryMb: 512, connections: 60, workers: 6, locks: 64, statements: 1_000 }),
  small: size({ memoryMb: 1_024, connections: 90, workers: 8, locks: 64, statements: 2_500 }),
  medium: size({ memoryMb: 2_048, connections: 120, workers: 8, locks: 64, statements: 5_000 }),
  large: size({ memoryMb: 4_096, connections: 160, workers: 12, locks: 128, statements: 5_000 }),
}

/** The largest of some sizes, in all that it brings. */
export function largestCompute(...sizes: readonly [ComputeSize, ...ComputeSize[]]): ComputeSize {
  return computeSizes[Math.max(...sizes.map((each) => computeSizes.indexOf(each)))]!
}

interface Shape {
  readonly memoryMb: number
  readonly connections: number
  readonly workers: number
  readonly locks: number
  readonly statements: number
}

/** The usual proportions of a server's memory: a quarter for its cache, three quarters counted on with the kernel's. */
function size({ memoryMb, connections, workers, locks, statements }: Shape): ComputeSettings {
  return {
    sharedBuffersMb: memoryMb / 4,
    effectiveCacheMb: Math.max(128, (memoryMb * 3) / 4),
    workMemMb: memoryMb >= 1_024 ? 4 : 2,
    maintenanceWorkMemMb: Math.max(16, memoryMb / 16),
    maxConnections: connections,
    maxWorkerProcesses: workers,
    maxParallelWorkers: Math.max(2, Math.floor(workers / 2)),
    maxWalSizeMb: Math.min(1_024, Math.max(128, memoryMb)),
    maxSlotWalMb: Math.min(2_048, Math.max(256, memoryMb)),
    maxLocksPerTransaction: locks,
    statementsTracked: statements,
  }
}
