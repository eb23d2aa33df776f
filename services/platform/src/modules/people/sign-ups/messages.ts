/** Mails about new accounts. */
export const messages = {
  exists: {
    subject: 'You already have a Colonnade account',
    text: 'Someone tried to sign up with this email address, which already has an account. Sign in, or reset your password on the sign-in page.',
    action: 'Sign in',
  },
  confirm: {
    subject: 'Finish signing up for Colonnade',
    text: 'Choose a name and a password for your new account. The link is valid for one day.',
    notYou: 'If you didn’t ask for this, ignore this email. No account is created.',
    action: 'Finish signing up',
  },
} as const
