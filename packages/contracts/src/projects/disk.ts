import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

const Bytes = z.number().int().nonnegative()

/** Reads and writes of a project's server since its counters started, in operations and bytes. */
export const DiskCounters = z.object({
  at: Timestamp,
  /** A changed value means that the counters were reset. */
  counting_since: Timestamp.nullable(),
  reads: z.number().int(),
  writes: z.number().int(),
  /** Number of fsync calls. */
  syncs: z.number().int(),
  read_bytes: Bytes,
  written_bytes: Bytes,
})
export type DiskCounters = z.infer<typeof DiskCounters>

/** Orphaned files: deleted files and failed uploads. */
export const UnnamedFiles = z.object({
  /** Null before the first sweep. */
  swept_at: Timestamp.nullable(),
  /** Why the last sweep failed. */
  problem: z.string().nullable(),
  /** Retained for backups and point-in-time recovery. */
  kept_files: z.number().int(),
  kept_bytes: Bytes,
  /** Removed one day after they were found. */
  orphaned_files: z.number().int(),
  orphaned_bytes: Bytes,
})
export type UnnamedFiles = z.infer<typeof UnnamedFiles>

/** Disk and memory usage of a project. */
export const DiskUse = z.object({
  /** Data of its server: databases, WAL and logs, without backups. */
  total_bytes: Bytes,
  /** Backups and the WAL archive. */
  kept: z.object({ backups_bytes: Bytes, archive_bytes: Bytes }),
  /** Orphaned storage files of the project and its branches, as of the last sweep. */
  unnamed_files: UnnamedFiles,
  /** Its volume, shared with other projects. `free_bytes` is available to all of them together. */
  volume: z.object({ total_bytes: Bytes, free_bytes: Bytes }),
  /** Values of the running server; null while it isn't running. */
  server: z
    .object({
      databases: z.array(z.object({ name: z.string(), bytes: Bytes })),
      wal_bytes: Bytes,
      /** Proportional set size of its processes; null if the system doesn't report it. */
      memory_bytes: Bytes.nullable(),
      counters: DiskCounters,
    })
    .nullable(),
})
export type DiskUse = z.infer<typeof DiskUse>

export const disk = resource('/platform/projects/{ref}/disk', {
  retrieve: get('/', {
    summary: 'Retrieve current disk and memory usage. Does not wake the project',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: DiskUse,
  }),
})
