import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

const Bytes = z.number().int().nonnegative()

/** What a project's server has read and written since it began to count, in operations and bytes. */
export const DiskCounters = z.object({
  at: Timestamp,
  /** Another one than before: the counts began anew. */
  counting_since: Timestamp.nullable(),
  reads: z.number().int(),
  writes: z.number().int(),
  /** Waits until what was written is on the disk. */
  syncs: z.number().int(),
  read_bytes: Bytes,
  written_bytes: Bytes,
})
export type DiskCounters = z.infer<typeof DiskCounters>

/** Files that were deleted, or whose upload came to nothing. */
export const UnnamedFiles = z.object({
  /** Null before the first sweep. */
  swept_at: Timestamp.nullable(),
  /** Why the last sweep came to nothing. */
  problem: z.string().nullable(),
  /** Kept because a backup, or a moment that can be recovered, has them. */
  kept_files: z.number().int(),
  kept_bytes: Bytes,
  /** Unlinked a day after they were found. */
  orphaned_files: z.number().int(),
  orphaned_bytes: Bytes,
})
export type UnnamedFiles = z.infer<typeof UnnamedFiles>

/** What a project takes of the disk and of the memory of the machine. */
export const DiskUse = z.object({
  /** Everything that belongs to its server: databases, WAL, logs. Backups are kept beside it. */
  total_bytes: Bytes,
  /** Its backups, and the WAL that is archived for point-in-time recovery. */
  kept: z.object({ backups_bytes: Bytes, archive_bytes: Bytes }),
  /** Stored files of the project and its branches that no row names, as of the last sweep. */
  unnamed_files: UnnamedFiles,
  /** The volume that it is on, which other projects may be on as well; `free_bytes` is what they may still take together. */
  volume: z.object({ total_bytes: Bytes, free_bytes: Bytes }),
  /** What only the running server tells; null while it does not run. */
  server: z
    .object({
      databases: z.array(z.object({ name: z.string(), bytes: Bytes })),
      wal_bytes: Bytes,
      /** Memory of its processes, what they share with others divided among them; null where the system does not tell. */
      memory_bytes: Bytes.nullable(),
      counters: DiskCounters,
    })
    .nullable(),
})
export type DiskUse = z.infer<typeof DiskUse>

export const disk = resource('/platform/projects/{ref}/disk', {
  retrieve: get('/', {
    summary: 'What the project takes of the disk and the memory, asked now. Wakes nobody',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: DiskUse,
  }),
})
