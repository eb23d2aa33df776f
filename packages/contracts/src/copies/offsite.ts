import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** Copies of backups in object storage. */
export const OffsiteReport = z.object({
  /** null if no object storage is configured. */
  target: z.object({ endpoint: z.string().nullable(), region: z.string(), bucket: z.string(), prefix: z.string() }).nullable(),
  /** True while something is copied, restored or removed. */
  is_copying: z.boolean(),
  /** Number of copies. */
  backups: z.number().int(),
  wal_files: z.number().int(),
  /** Number of projects with copies. */
  files: z.number().int(),
  bytes: z.number().int(),
  /** Backups waiting to be copied. */
  waiting_backups: z.number().int(),
  /** Time when all copies were last complete. */
  completed_at: Timestamp.nullable(),
  /** The current error. Retried every minute. */
  problem: z.string().nullable(),
  problem_since: Timestamp.nullable(),
})
export type OffsiteReport = z.infer<typeof OffsiteReport>

export const offsite = resource('/platform/installation/offsite', {
  retrieve: get('/', { summary: 'Retrieve the status of backup copies in object storage', auth: 'owner', reply: OffsiteReport }),
  copy: post('/copy', {
    summary: 'Copy waiting backups now, in the background',
    auth: 'owner',
    audit: 'installation.offsite_copied',
    reply: OffsiteReport,
    status: 202,
    errors: ['offsite_not_configured'],
  }),
})
