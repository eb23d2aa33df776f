import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** What is copied to an object storage elsewhere. */
export const OffsiteReport = z.object({
  /** null where none is configured. */
  target: z.object({ endpoint: z.string().nullable(), region: z.string(), bucket: z.string(), prefix: z.string() }).nullable(),
  /** Whether something is being copied, put back or removed just now. */
  is_copying: z.boolean(),
  /** Copies that are there. */
  backups: z.number().int(),
  wal_files: z.number().int(),
  /** Of projects. */
  files: z.number().int(),
  bytes: z.number().int(),
  /** Backups that are not there yet. */
  waiting_backups: z.number().int(),
  /** When everything that was to be copied had been. */
  completed_at: Timestamp.nullable(),
  /** What keeps it from going on; it is tried again every minute. */
  problem: z.string().nullable(),
  problem_since: Timestamp.nullable(),
})
export type OffsiteReport = z.infer<typeof OffsiteReport>

export const offsite = resource('/platform/installation/offsite', {
  retrieve: get('/', { summary: 'What was copied to an object storage elsewhere', auth: 'owner', reply: OffsiteReport }),
  copy: post('/copy', {
    summary: 'Copy what is not there yet, now; done in the background',
    auth: 'owner',
    audit: 'installation.offsite_copied',
    reply: OffsiteReport,
    status: 202,
    errors: ['offsite_not_configured'],
  }),
})
