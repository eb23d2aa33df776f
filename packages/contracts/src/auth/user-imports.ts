import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'

/** How a slice of users is taken. The file of them is NDJSON, each line an `ImportedUser` (`user-files/imported-user.ts`). */
const Slice = z.object({
  /** Of users that are there by id, email address, phone number or identity: they stay as they are, or get what the file has. */
  on_existing: z.enum(['skip', 'update']).default('skip'),
  /** Of a password hash that can't be checked: the user is refused, or comes without a password. */
  on_bad_hash: z.enum(['refuse', 'drop']).default('refuse'),
  /** Whether addresses and numbers count as confirmed where a user doesn't say. */
  is_confirmed: z.enum(['true', 'false']).default('false'),
})

export const UserImportOutcome = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  /** Of the created and updated: those whose hash was dropped. */
  without_password: z.number().int(),
  /** What can't become a user, by its line in the file. */
  refused: z.array(z.object({ line: z.number().int(), field: z.string().nullable(), value: z.string().nullable(), reason: z.string() })),
})
export type UserImportOutcome = z.infer<typeof UserImportOutcome>

const access = { auth: 'user', permission: 'project_auth:all', needsActive: true, needs: 'machine', rate: 'query' } as const
const errors = ['invalid_input', 'auth_refused', 'auth_user_exists', 'too_busy'] as const

/** Users of a project from elsewhere, in slices of up to 2,000 and 4 MB. */
export const userImports = resource('/platform/auth/{ref}/user-imports', {
  check: post('/check', {
    summary: 'Say what an import of these users would do, and change nothing',
    ...access,
    query: Slice,
    upload: 'application/octet-stream',
    reply: UserImportOutcome,
    errors,
  }),
  create: post('/', {
    summary: 'Import a slice of users: those that can be used, in one transaction. A slice that is sent again finds them there',
    ...access,
    audit: 'project.users_imported',
    query: Slice.extend({
      /** The same for all slices of a file. */
      import: z.uuid(),
    }),
    upload: 'application/octet-stream',
    reply: UserImportOutcome,
    errors,
  }),
})
