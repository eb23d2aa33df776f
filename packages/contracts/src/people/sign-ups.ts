import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Email, Name, Password } from '../foundation/values.ts'
import { Profile } from './sessions.ts'
import { LetterSent, LinkToken } from './password-resets.ts'

/** Accounts that people make on their own, where the installation's owner lets them; the address is proved before there is one. */
export const signUps = resource('/platform/sign-ups', {
  request: post('/', {
    summary: 'Mail a link to the address; the answer never says whether it has an account',
    auth: 'public',
    rate: 'credentials',
    body: z.object({ email: Email }),
    reply: LetterSent,
    status: 202,
    errors: ['mail_not_configured', 'sign_up_closed', 'rate_limited'],
  }),
  complete: post('/complete', {
    summary: 'Create the account with the link, and sign in',
    auth: 'public',
    rate: 'credentials',
    audit: 'user.created',
    body: z.object({ token: LinkToken, username: Name, password: Password }),
    reply: Profile,
    status: 201,
    errors: ['link_invalid', 'sign_up_closed', 'account_exists'],
  }),
})
