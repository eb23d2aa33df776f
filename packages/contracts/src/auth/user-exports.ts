import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import { AuthUserQuery } from './users.ts'

/** An export whose file is not fetched is forgotten after this. */
export const userExportKeptSeconds = 60

export const UserExportInput = AuthUserQuery.omit({ after: true, limit: true }).extend({
  format: z.enum(['csv', 'ndjson']),
  /** Takes a recent sign-in. */
  with_hashes: z.boolean().default(false),
})
export type UserExportInput = z.input<typeof UserExportInput>

export const UserExportOutcome = z.object({
  /** `waiting`: nobody has followed the link yet. `done`: everything was sent. */
  state: z.enum(['waiting', 'running', 'done', 'failed']),
})
export type UserExportOutcome = z.infer<typeof UserExportOutcome>

const access = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const

/** Users of a project as a file. */
export const userExports = resource('/platform/auth/{ref}/user-exports', {
  create: post('/', {
    summary: 'Make a link to all users, or those that a list with the same filters shows, as a file',
    ...access,
    needsActive: true,
    audit: 'project.users_exported',
    body: UserExportInput,
    /** `url` is a path, good for one fetch by the same person. */
    reply: z.object({ key: z.string(), url: z.string(), file_name: z.string(), expires_at: Timestamp }),
    status: 201,
    errors: ['invalid_input', 'sign_in_again'],
  }),
  download: get('/{key}', {
    summary: 'The file, streamed page by page; what fails on the way cuts the connection',
    ...access,
    needsActive: true,
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['export_not_found', 'auth_refused'],
  }),
  retrieve: get('/{key}/outcome', {
    summary: 'Whether the file of an export was sent whole; kept for a minute after its end',
    ...access,
    reply: UserExportOutcome,
    errors: ['export_not_found'],
  }),
})
