import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import { AuthUserQuery } from './users.ts'

/** Time after which an unused export link expires. */
export const userExportKeptSeconds = 60

export const UserExportInput = AuthUserQuery.omit({ after: true, limit: true }).extend({
  format: z.enum(['csv', 'ndjson']),
  /** Requires a recent sign-in. */
  with_hashes: z.boolean().default(false),
})
export type UserExportInput = z.input<typeof UserExportInput>

export const UserExportOutcome = z.object({
  /** `waiting`: the download has not started. `done`: the whole file was sent. */
  state: z.enum(['waiting', 'running', 'done', 'failed']),
})
export type UserExportOutcome = z.infer<typeof UserExportOutcome>

const access = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const

/** Exports of a project's users. */
export const userExports = resource('/platform/auth/{ref}/user-exports', {
  create: post('/', {
    summary: 'Create a download link for all users, or for those that match the filters',
    ...access,
    needsActive: true,
    audit: 'project.users_exported',
    body: UserExportInput,
    /** `url` is a path that the same person can fetch once. */
    reply: z.object({ key: z.string(), url: z.string(), file_name: z.string(), expires_at: Timestamp }),
    status: 201,
    errors: ['invalid_input', 'sign_in_again'],
  }),
  download: get('/{key}', {
    summary: 'Download the file as a stream. An error closes the connection early',
    ...access,
    needsActive: true,
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['export_not_found', 'auth_refused'],
  }),
  retrieve: get('/{key}/outcome', {
    summary: 'Retrieve the outcome of a download, available for one minute after its end',
    ...access,
    reply: UserExportOutcome,
    errors: ['export_not_found'],
  }),
})
