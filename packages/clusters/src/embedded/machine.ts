import { createHash } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Machine } from '../machine.ts'
import { readServerMemory } from './process/server-memory.ts'
import type { Registry } from './registry.ts'
import { checkRef } from './storage/cluster-file.ts'
import { diskUse, onDisk } from './storage/files.ts'

export type MachineParts = Pick<Registry, 'use' | 'inLine' | 'find' | 'get' | 'entries' | 'giveSize'>

/** Clusters on the machine that this process runs on. */
export function createMachine({ use, inLine, find, get, entries, giveSize }: MachineParts): Machine {
  return {
    restart: (ref, { signal } = {}) =>
      inLine(ref, async () => {
        const cluster = find(ref)
        await cluster.stop()
        await cluster.start(signal)
      }),
    resize: (ref, compute, { signal } = {}) =>
      inLine(ref, async () => {
        const cluster = find(ref)
        const description = cluster.description()
        if (description.compute === compute) return
        await giveSize(cluster, compute)
        if (!['running', 'crashed'].includes(cluster.status().state)) return
        await cluster.stop()
        await cluster.start(signal)
      }),
    async size(ref) {
      find(ref)
      return diskUse(use().paths.cluster(ref).folder)
    },
    async memory(ref) {
      find(ref)
      return readServerMemory(use().paths.cluster(ref).data)
    },
    async standstill(ref) {
      if (find(ref).status().state !== 'stopped') return null
      // a server that comes up writes that it runs, and another checkpoint when it ends
      const control = await readFile(join(use().paths.cluster(ref).data, 'global', 'pg_control'))
      return find(ref).status().state === 'stopped' ? createHash('sha256').update(control).digest('hex') : null
    },
    async volume() {
      const { bavail, blocks, bsize } = await onDisk(() => statfs(use().paths.clusters))
      return { free: bavail * bsize, total: blocks * bsize }
    },
    async loadableExtensions(ref) {
      checkRef(ref)
      const { engines, templates } = use()
      const version = get(ref)?.description().version
      return (await templates.of(version === undefined ? engines.standard : await engines.of(version))).extensions
    },
    versions: () => use().engines.versions,
    async list() {
      use()
      return entries()
        .map(([ref]) => ref)
        .sort()
    },
  }
}
