import type { Machine } from '@colonnade/contracts/installation/installation'
import { isRef } from '@colonnade/core'
import { availableParallelism, freemem, loadavg, platform, totalmem } from 'node:os'
import type { PlatformContext } from '../../../kernel/context.ts'
import { countServers, postgresVersion } from './store.ts'

/** Asks the system and the database; wakes nobody. */
export async function retrieveMachine({ config, database, clusters, clock }: PlatformContext): Promise<Machine> {
  const [servers, postgres, volume, serversBytes] = await Promise.all([
    countServers(database),
    postgresVersion(database),
    clusters.machine.volume(),
    serversMemory(clusters),
  ])
  return {
    versions: { colonnade: config.version, node: process.versions.node, postgres },
    started_at: new Date(clock.now() - process.uptime() * 1_000).toISOString(),
    processors: availableParallelism(),
    // Windows always says 0
    load: platform() === 'win32' ? null : loadavg()[0]!,
    memory: {
      total_bytes: totalmem(),
      available_bytes: freemem(),
      platform_bytes: process.memoryUsage.rss(),
      servers_bytes: serversBytes,
    },
    volume: { total_bytes: volume.total, free_bytes: volume.free },
    servers,
  }
}

/** null where the system does not tell, although servers run. */
async function serversMemory(clusters: PlatformContext['clusters']): Promise<number | null> {
  // the control plane's own has no ref
  const refs = (await clusters.machine.list()).filter(isRef)
  const running = await Promise.all(refs.map(async (ref) => ((await clusters.status(ref)).state === 'running' ? [ref] : [])))
  const sizes = await Promise.all(running.flat().map((ref) => clusters.need(ref, 'machine').memory(ref)))
  if (sizes.length > 0 && sizes.every((size) => size === null)) return null
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}
