import { AppError } from '@colonnade/core'
import type { Capabilities, Capability, Driver, EmbeddedClusters } from './capabilities.ts'
import type { Clusters } from './clusters.ts'
import type { ExternalClusters } from './external/driver.ts'
import type { Machine } from './machine.ts'

/** All clusters of an installation, whichever driver runs each of them. */
export interface Fleet extends Clusters {
  /** What the cluster's driver can do beyond the core; undefined where it can't. */
  can<Name extends Capability>(ref: string, capability: Name): Capabilities[Name] | undefined
  /** As `can`. @throws AppError `capability_missing` */
  need<Name extends Capability>(ref: string, capability: Name): Capabilities[Name]
  /** The machine that the installation itself runs on. */
  readonly machine: Machine
  /** Measures how fast the installation's disk copies files; see `Copies`. */
  measureCopying(): Promise<number>
}

/** Joins the drivers of an installation: those of its own clusters, and of servers that others run. */
export function createFleet(own: EmbeddedClusters, external: ExternalClusters): Fleet {
  const driverOf = (ref: string): Driver => (external.has(ref) ? external : own)
  const can: Fleet['can'] = (ref, capability) => driverOf(ref)[capability] as Capabilities[typeof capability] | undefined
  return {
    ensure: (ref, spec) => (spec.driver === 'external' ? external : own).ensure(ref, spec),
    start: (ref, options) => driverOf(ref).start(ref, options),
    stop: (ref) => driverOf(ref).stop(ref),
    destroy: (ref) => driverOf(ref).destroy(ref),
    status: (ref) => driverOf(ref).status(ref),
    endpoint: (ref) => driverOf(ref).endpoint(ref),
    watch(listener) {
      const stops = [own.watch(listener), external.watch(listener)]
      return () => stops.forEach((stop) => stop())
    },
    can,
    need(ref, capability) {
      const found = can(ref, capability)
      if (found === undefined) throw new AppError('capability_missing', { ref, capability })
      return found
    },
    machine: own.machine,
    measureCopying: () => own.copies.measureCopying(),
  }
}
