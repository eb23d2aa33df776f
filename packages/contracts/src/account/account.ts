import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Name, Password, QueryInteger } from '../foundation/values.ts'
import { AuditPage } from '../organizations/audit-log.ts'
import { Profile } from '../sessions.ts'

export const PasswordChange = z.object({
  current_password: z.string().min(1, 'Give your current password').max(256),
  password: Password,
})

/** What people do about their own account, beside `sessions`. */
export const account = resource('/platform/account', {
  update: patch('/', {
    summary: 'Change what one is called',
    auth: 'user',
    audit: 'user.updated',
    body: z.object({ username: Name }),
    reply: Profile,
  }),
  changePassword: post('/password', {
    summary: 'Change the password; all other sessions of the person end',
    auth: 'user',
    audit: 'user.password_changed',
    body: PasswordChange,
    reply: z.object({ ended_sessions: z.number().int() }),
  }),
  endOtherSessions: remove('/sessions', {
    summary: 'End all sessions of the person but this one',
    auth: 'user',
    audit: 'session.others_removed',
    reply: z.object({ ended_sessions: z.number().int() }),
  }),
  listAudit: get('/audit', {
    summary: 'What the person did, in all of their organizations and to their account, newest first',
    auth: 'user',
    query: z.object({
      /** Only what came before this entry: `next_before` of the page before. */
      before: QueryInteger.positive().optional(),
      limit: QueryInteger.min(1).max(100).default(50),
    }),
    reply: AuditPage,
  }),
})
