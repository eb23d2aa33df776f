import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Email, Nothing, Password } from '../foundation/values.ts'

export const LinkToken = z.string().min(1).max(100)

/** Delivery of a link: by mail, or to the inbox of a local installation, which its owner reads. */
export const LetterSent = z.object({ arrives: z.enum(['mail', 'inbox']) })
export type LetterSent = z.infer<typeof LetterSent>

/** Resets a forgotten password through the mail address of the account. */
export const passwordResets = resource('/platform/password-resets', {
  request: post('/', {
    summary: 'Request a password reset link. The response is the same if there is no such account',
    auth: 'public',
    rate: 'credentials',
    body: z.object({ email: Email }),
    reply: LetterSent,
    status: 202,
    errors: ['mail_not_configured', 'rate_limited'],
  }),
  complete: post('/complete', {
    summary: 'Reset a password with a link. Ends all sessions of the person',
    auth: 'public',
    rate: 'credentials',
    audit: 'user.password_reset',
    body: z.object({ token: LinkToken, password: Password }),
    reply: Nothing,
    status: 204,
    errors: ['link_invalid'],
  }),
})
