/** Mails about forgotten passwords. */
export const messages = {
  hello: (name: string) => `Hello ${name},`,
  reset: {
    subject: 'Reset your Colonnade password',
    request: 'We received a request to reset the password of your account. The link is valid for one hour.',
    notYou: 'If you didn’t ask for this, ignore this email. Your password stays the same.',
    action: 'Reset password',
  },
  changed: {
    subject: 'Your Colonnade password was changed',
    text: 'The password of your account was reset through a link in your email, and you were signed out everywhere.',
    notYou: 'If this wasn’t you, reset your password right away and check who can read your email.',
    action: 'Reset password',
  },
} as const
