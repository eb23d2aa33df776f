import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'

/** Options of an import. The body is NDJSON with an `ImportedUser` per line (`user-files/imported-user.ts`). */
const Slice = z.object({
  /** Keep or update existing users, matched by ID, email address, phone number or identity. */
  on_existing: z.enum(['skip', 'update']).default('skip'),
  /** Refuse users with an unsupported password hash, or import them without a password. */
  on_bad_hash: z.enum(['refuse', 'drop']).default('refuse'),
  /** Treat addresses and phone numbers as confirmed unless the user says otherwise. */
  is_confirmed: z.enum(['true', 'false']).default('false'),
})

export const UserImportOutcome = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  /** Created or updated users with a dropped password hash. */
  without_password: z.number().int(),
  /** Refused rows, by line of the file. */
  refused: z.array(z.object({ line: z.number().int(), field: z.string().nullable(), value: z.string().nullable(), reason: z.string() })),
})
export type UserImportOutcome = z.infer<typeof UserImportOutcome>

const access = { auth: 'user', permission: 'project_auth:all', needsActive: true, needs: 'machine', rate: 'query' } as const
const errors = ['invalid_input', 'auth_refused', 'auth_user_exists', 'too_busy'] as const

/** User imports, in slices of up to 2,000 users and 4 MB. */
export const userImports = resource('/platform/auth/{ref}/user-imports', {
  check: post('/check', {
    summary: 'Preview an import without making changes',
    ...access,
    query: Slice,
    upload: 'application/octet-stream',
    reply: UserImportOutcome,
    errors,
  }),
  create: post('/', {
    summary: 'Import a slice of users in one transaction. Refused rows are skipped. A slice can be sent again safely',
    ...access,
    audit: 'project.users_imported',
    query: Slice.extend({
      /** Shared by all slices of a file. */
      import: z.uuid(),
    }),
    upload: 'application/octet-stream',
    reply: UserImportOutcome,
    errors,
  }),
})
