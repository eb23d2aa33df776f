import type { DiskCounters, DiskUse } from '@colonnade/contracts/projects/disk'
import type { ActivitySample } from '@colonnade/contracts/projects/project-health'
import { formatBytes } from '../../../lib/bytes.ts'
import { diskWordsCopy } from './messages.ts'

export interface DiskPart {
  readonly id: 'databases' | 'wal' | 'rest'
  readonly label: string
  readonly bytes: number
}

/** Returns what a project's disk is used for; a single total when no more is known. */
export function partsOf({ total_bytes: total, server }: Pick<DiskUse, 'total_bytes' | 'server'>): DiskPart[] {
  if (server === null) return [{ id: 'rest', label: diskWordsCopy.databasesWalLogs, bytes: total }]
  const databases = server.databases.reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    { id: 'databases', label: diskWordsCopy.databases, bytes: databases },
    { id: 'wal', label: diskWordsCopy.wal, bytes: server.wal_bytes },
    // files and blocks are not counted at the same moment
    { id: 'rest', label: diskWordsCopy.templatesLogsOther, bytes: Math.max(0, total - databases - server.wal_bytes) },
  ]
}

/** Operations and bytes in a second. */
export interface DiskRates {
  readonly reads: number
  readonly writes: number
  readonly syncs: number
  readonly readBytes: number
  readonly writtenBytes: number
}

/** Returns the rates between two counts; null when they can't be compared. */
export function ratesOf(before: DiskCounters | undefined, after: DiskCounters): DiskRates | null {
  if (before === undefined || before.counting_since !== after.counting_since) return null
  const seconds = (Date.parse(after.at) - Date.parse(before.at)) / 1_000
  if (seconds <= 0) return null
  const rate = (from: number, to: number): number => Math.max(0, to - from) / seconds
  return {
    reads: rate(before.reads, after.reads),
    writes: rate(before.writes, after.writes),
    syncs: rate(before.syncs, after.syncs),
    readBytes: rate(before.read_bytes, after.read_bytes),
    writtenBytes: rate(before.written_bytes, after.written_bytes),
  }
}

/** Formats a rate: "12", and "3.4" below 10. */
export function rateText(rate: number): string {
  return rate >= 10 || rate === 0 ? Math.round(rate).toLocaleString('en') : rate.toFixed(1)
}

/** Returns "1.20 MB more than 3 hours ago"; null without two readings. */
export function growthText(samples: readonly ActivitySample[]): string | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const change = last.database_bytes - first.database_bytes
  const minutes = Math.round((Date.parse(last.at) - Date.parse(first.at)) / 60_000)
  const since = minutes < 60 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : `${Math.round(minutes / 60)} ${minutes < 90 ? 'hour' : 'hours'}`
  if (change === 0) return diskWordsCopy.noChangeLast(since)
  return diskWordsCopy.thanAgo(formatBytes(Math.abs(change)), change > 0, since)
}

/** Returns at most `most` samples: the last one of each equal time span. */
export function thinned(samples: readonly ActivitySample[], most: number): ActivitySample[] {
  if (samples.length <= most) return [...samples]
  const first = Date.parse(samples[0]!.at)
  const span = (Date.parse(samples.at(-1)!.at) - first) / most
  const kept = new Map<number, ActivitySample>()
  for (const sample of samples) kept.set(Math.min(most - 1, Math.floor((Date.parse(sample.at) - first) / span)), sample)
  return [...kept.values()]
}
