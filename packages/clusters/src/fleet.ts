import { AppError } from '@colonnade/core'
import type { Capabilities, Capability, EmbeddedClusters } from './capabilities.ts'
import type { Clusters } from './clusters.ts'
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

/** Joins the drivers of an installation. */
export function createFleet(own: EmbeddedClusters): Fleet {
  const can: Fleet['can'] = (_ref, capability) => own[capability]
  return {
    ensure: (ref, spec) => own.ensure(ref, spec),
    start: (ref, options) => own.start(ref, options),
    stop: (ref) => own.stop(ref),
    destroy: (ref) => own.destroy(ref),
    status: (ref) => own.status(ref),
    endpoint: (ref) => own.endpoint(ref),
    watch: (listener) => own.watch(listener),
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
