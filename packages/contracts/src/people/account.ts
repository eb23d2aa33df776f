import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Name, Password, newestQuery } from '../foundation/values.ts'
import { AuditPage } from '../organizations/audit-log.ts'
import { Profile } from './sessions.ts'

/** Largest picture of a person, in bytes and in pixels a side. */
export const pictureMaxBytes = 1024 * 1024
export const pictureMaxSide = 1_024

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
  setPicture: post('/picture', {
    summary: 'Show a picture (PNG) of oneself in place of the icon',
    auth: 'user',
    audit: 'user.picture_changed',
    upload: 'image/png',
    bodyLimitBytes: pictureMaxBytes,
    reply: Profile,
    errors: ['attachment_not_png'],
  }),
  removePicture: remove('/picture', { summary: 'Show the icon again', auth: 'user', audit: 'user.picture_changed', reply: Profile }),
  picture: get('/pictures/{key}', {
    summary: 'A picture, by the hash in its address',
    auth: 'user',
    download: 'image/png',
    isImmutable: true,
    reply: z.instanceof(Uint8Array),
    errors: ['attachment_not_found'],
  }),
  changePassword: post('/password', {
    summary: 'Change the password; all other sessions of the person end',
    auth: 'user',
    audit: 'user.password_changed',
    body: PasswordChange,
    reply: z.object({ ended_sessions: z.number().int() }),
  }),
  choosePassword: post('/first-password', {
    summary: 'Choose a password where there is none, shortly after signing in; all other sessions of the person end',
    auth: 'user',
    audit: 'user.password_changed',
    body: z.object({ password: Password }),
    reply: z.object({ ended_sessions: z.number().int() }),
    errors: ['sign_in_again', 'already_has_password'],
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
    query: newestQuery(50),
    reply: AuditPage,
  }),
})
