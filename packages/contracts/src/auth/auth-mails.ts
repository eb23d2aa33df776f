import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** `waiting`: sent as soon as the server takes it; `kept`: for the inbox; `failed`: refused for good, or tried until it was of no use any more. */
export const authMailStates = ['waiting', 'sent', 'kept', 'failed'] as const

export const AuthMail = z.object({
  id: z.uuid(),
  /** The name of its template: `confirmation`, `password_changed`. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(authMailStates),
  /** Of sending. */
  attempts: z.number().int(),
  /** What the server said last. */
  problem: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
})
export type AuthMail = z.infer<typeof AuthMail>

export const AuthMailList = z.object({
  /** `inbox`: the project has no server for mail, so nothing is sent, and members read it here. */
  transport: z.enum(['smtp', 'inbox']),
  posted_last_hour: z.number().int(),
  hourly_limit: z.number().int(),
  items: z.array(AuthMail),
})
export type AuthMailList = z.infer<typeof AuthMailList>

export const AuthMailContent = z.object({
  to: z.string(),
  subject: z.string(),
  /** As it was written by the project's template: it is not safe to show outside of a sandbox. */
  html: z.string(),
  text: z.string(),
})
export type AuthMailContent = z.infer<typeof AuthMailContent>

/** What the auth service of a project mails to its users. */
export const authMails = resource('/platform/auth/{ref}/mails', {
  list: get('/', {
    summary: 'The latest mails to users of the project, newest first, without what they say',
    auth: 'user',
    permission: 'project_auth:all',
    needsActive: true,
    needs: 'machine',
    reply: AuthMailList,
  }),
  retrieve: get('/{id}', {
    summary: 'What a mail says that was kept in the inbox instead of sent',
    auth: 'user',
    permission: 'project_auth:all',
    needsActive: true,
    needs: 'machine',
    reply: AuthMailContent,
    errors: ['mail_not_found'],
  }),
})
