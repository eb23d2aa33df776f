import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { QueryInteger, Text, Timestamp } from '../foundation/values.ts'
import { mailNames, noticeNames } from './message-fields.ts'

/** `waiting`: sent as soon as the server takes it; `kept`: for the inbox; `failed`: refused for good, or tried until it was of no use any more. */
export const authMailStates = ['waiting', 'sent', 'kept', 'failed'] as const

/** The names of the mails' templates. */
export const authMailKinds = [...mailNames, ...noticeNames] as const

export const AuthMail = z.object({
  id: z.uuid(),
  /** The name of its template: `confirmation`, `password_changed`. */
  kind: z.string(),
  to: z.string(),
  /** Whom it is about; null where that was not recorded. */
  user_id: z.uuid().nullable(),
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

export const AuthMailQuery = z.object({
  /** What the address contains. */
  search: Text(255).trim().optional(),
  user_id: z.uuid().optional(),
  kind: z.enum(authMailKinds as readonly [string, ...string[]]).optional(),
  state: z.enum(authMailStates).optional(),
  /** `next_after` of the page before. */
  after: z.uuid().optional(),
  limit: QueryInteger.min(1).max(200).default(50),
})
export type AuthMailQuery = z.output<typeof AuthMailQuery>

export const AuthMailPage = z.object({
  /** `inbox`: the project has no server for mail, so nothing is sent, and members read it here. */
  transport: z.enum(['smtp', 'inbox']),
  posted_last_hour: z.number().int(),
  hourly_limit: z.number().int(),
  items: z.array(AuthMail),
  /** null on the last page. */
  next_after: z.uuid().nullable(),
})
export type AuthMailPage = z.infer<typeof AuthMailPage>

export const AuthMailContent = z.object({
  /** As it was written by the project's template: it is not safe to show outside of a sandbox. */
  html: z.string(),
  text: z.string(),
  /** The code that it brings; null for none. */
  code: z.string().nullable(),
})
export type AuthMailContent = z.infer<typeof AuthMailContent>

export const AuthMailDetails = AuthMail.extend({
  /** null unless it was kept: what was sent is forgotten. */
  content: AuthMailContent.nullable(),
  /** Its link and code open nothing afterwards. */
  expires_at: Timestamp,
})
export type AuthMailDetails = z.infer<typeof AuthMailDetails>

const access = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const

/** What the auth service of a project mails to its users. */
export const authMails = resource('/platform/auth/{ref}/mails', {
  list: get('/', {
    summary: 'The latest mails to users of the project, newest first, without what they say',
    ...access,
    needsActive: true,
    query: AuthMailQuery,
    reply: AuthMailPage,
  }),
  news: get('/news', {
    summary: 'A mark that changes with each mail that is written or sent; it wakes nobody, so it can be asked for again and again',
    ...access,
    reply: z.object({ mark: z.string() }),
  }),
  retrieve: get('/{id}', {
    summary: 'A mail, with what it says if it was kept in the inbox instead of sent',
    ...access,
    needsActive: true,
    audit: 'project.auth_mail_read',
    reply: AuthMailDetails,
    errors: ['mail_not_found'],
  }),
})
