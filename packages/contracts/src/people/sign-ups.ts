import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Email, Name, Password } from '../foundation/values.ts'
import { Profile } from './sessions.ts'
import { LetterSent, LinkToken } from './password-resets.ts'

/** Sign-up, if the installation's owner allows it. The account is created after the address is confirmed. */
export const signUps = resource('/platform/sign-ups', {
  request: post('/', {
    summary: 'Request a sign-up link. The response is the same if the account already exists',
    auth: 'public',
    rate: 'credentials',
    body: z.object({ email: Email }),
    reply: LetterSent,
    status: 202,
    errors: ['mail_not_configured', 'sign_up_closed', 'rate_limited'],
  }),
  complete: post('/complete', {
    summary: 'Create an account with a sign-up link, and sign in',
    auth: 'public',
    rate: 'credentials',
    audit: 'user.created',
    body: z.object({ token: LinkToken, username: Name, password: Password }),
    reply: Profile,
    status: 201,
    errors: ['link_invalid', 'sign_up_closed', 'account_exists'],
  }),
})
