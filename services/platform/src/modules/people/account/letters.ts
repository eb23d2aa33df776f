import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { postMail } from '../../installation/mails/post.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'

const letters = {
  added: {
    subject: 'Your Colonnade account asks for a second step now',
    text: 'an authenticator app was added to your account: signing in asks for a code of it. You were signed out everywhere else.',
  },
  removed: {
    subject: 'Your Colonnade account asks for no second step any more',
    text: 'the authenticator app was taken off your account: your password alone signs in again. You were signed out everywhere else.',
  },
  recovery_codes_renewed: {
    subject: 'Your Colonnade recovery codes were replaced',
    text: 'new recovery codes were made for your account. Those from before open nothing any more.',
  },
  recovery_code_used: {
    subject: 'A recovery code signed in to your Colonnade account',
    text: 'somebody signed in with your password and one of your recovery codes, which is used up now.',
  },
  passkey_added: {
    subject: 'A passkey was added to your Colonnade account',
    text: 'a passkey was added to your account: it signs in without your password. You were signed out everywhere else.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your Colonnade account',
    text: 'a passkey was removed from your account and signs in no more. You were signed out everywhere else.',
  },
  password_chosen: {
    subject: 'Your Colonnade account has a password now',
    text: 'a password was chosen for your account, which had none: it signs in beside the account that you came with. You were signed out everywhere else.',
  },
  identity_linked: {
    subject: 'Another way to sign in to your Colonnade account',
    text: 'an identity of another service was linked to your account: it signs in without your password.',
  },
  identity_unlinked: {
    subject: 'A way to sign in to your Colonnade account was removed',
    text: 'an identity of another service was unlinked from your account and signs in no more. You were signed out everywhere else.',
  },
} as const

/** Tells the person in a letter, as a change of what protects an account has to be (OWASP ASVS 5, 6.3.7). */
export async function tellOwner(ctx: PlatformContext, tx: Transaction, userId: string, what: keyof typeof letters): Promise<void> {
  const { username, primary_email: to } = await retrieveProfile(tx, userId)
  const { subject, text } = letters[what]
  await postMail(ctx, tx, {
    to,
    kind: 'security',
    subject,
    paragraphs: [`Hello ${username},`, text, 'If that was not you, change your password at once, and end all other sessions.'],
    action: { label: 'Look at your account’s security', path: '/account/security' },
  })
}
