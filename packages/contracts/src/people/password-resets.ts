import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Email, Nothing, Password } from '../foundation/values.ts'

export const LinkToken = z.string().min(1).max(100)

/** Where a letter arrives: by mail, or in the inbox of a local installation, which its owner reads. */
export const LetterSent = z.object({ arrives: z.enum(['mail', 'inbox']) })
export type LetterSent = z.infer<typeof LetterSent>

/** A forgotten password is replaced by who can read the mail of its account. */
export const passwordResets = resource('/platform/password-resets', {
  request: post('/', {
    summary: 'Mail a link to the address, if it has an account; the answer never says whether',
    auth: 'public',
    rate: 'credentials',
    body: z.object({ email: Email }),
    reply: LetterSent,
    status: 202,
    errors: ['mail_not_configured', 'rate_limited'],
  }),
  complete: post('/complete', {
    summary: 'Choose a new password with the link; all sessions of the person end',
    auth: 'public',
    rate: 'credentials',
    audit: 'user.password_reset',
    body: z.object({ token: LinkToken, password: Password }),
    reply: Nothing,
    status: 204,
    errors: ['link_invalid'],
  }),
})
