import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Name, Password, newestQuery } from '../foundation/values.ts'
import { AuditPage } from '../organizations/audit-log.ts'
import { Profile } from './sessions.ts'

/** Maximum size of a profile picture, in bytes and pixels per side. */
export const pictureMaxBytes = 1024 * 1024
export const pictureMaxSide = 1_024

export const PasswordChange = z.object({
  current_password: z.string().min(1, 'Enter your current password').max(256),
  password: Password,
})

/** Account settings, besides `sessions`. */
export const account = resource('/platform/account', {
  update: patch('/', {
    summary: 'Change your name',
    auth: 'user',
    audit: 'user.updated',
    body: z.object({ username: Name }),
    reply: Profile,
  }),
  setPicture: post('/picture', {
    summary: 'Set your profile picture (PNG)',
    auth: 'user',
    audit: 'user.picture_changed',
    upload: 'image/png',
    bodyLimitBytes: pictureMaxBytes,
    reply: Profile,
    errors: ['attachment_not_png'],
  }),
  removePicture: remove('/picture', { summary: 'Remove your profile picture', auth: 'user', audit: 'user.picture_changed', reply: Profile }),
  picture: get('/pictures/{key}', {
    summary: 'Download a profile picture by its hash',
    auth: 'user',
    download: 'image/png',
    isImmutable: true,
    reply: z.instanceof(Uint8Array),
    errors: ['attachment_not_found'],
  }),
  changePassword: post('/password', {
    summary: 'Change your password. Ends all your other sessions',
    auth: 'user',
    audit: 'user.password_changed',
    body: PasswordChange,
    reply: z.object({ ended_sessions: z.number().int() }),
  }),
  choosePassword: post('/first-password', {
    summary: 'Set a first password shortly after signing in. Ends all your other sessions',
    auth: 'user',
    audit: 'user.password_changed',
    body: z.object({ password: Password }),
    reply: z.object({ ended_sessions: z.number().int() }),
    errors: ['sign_in_again', 'already_has_password'],
  }),
  endOtherSessions: remove('/sessions', {
    summary: 'End all your other sessions',
    auth: 'user',
    audit: 'session.others_removed',
    reply: z.object({ ended_sessions: z.number().int() }),
  }),
  listAudit: get('/audit', {
    summary: 'List your activity in all organizations and your account, newest first',
    auth: 'user',
    query: newestQuery(50),
    reply: AuditPage,
  }),
})
