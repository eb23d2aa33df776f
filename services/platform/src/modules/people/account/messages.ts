/** Texts of account security: errors at the password form, and mails that tell the owner of an account what changed. */
export const messages = {
  wrongPassword: 'The password is wrong',
  samePassword: 'Choose a password that differs from the current one',
  changedElsewhere: 'The password was just changed somewhere else',
  noPicture: 'Picture not found',
  hello: (name: string) => `Hello ${name},`,
  notYou: 'If this wasn’t you, change your password and end all other sessions right away.',
  action: 'Review your account security',
  changes: {
    added: {
      subject: 'Two-step sign-in is on for your Colonnade account',
      text: 'An authenticator app was added to your account. You now enter a code from it to sign in. You were signed out everywhere else.',
    },
    removed: {
      subject: 'Two-step sign-in is off for your Colonnade account',
      text: 'The authenticator app was removed from your account. You now sign in with your password only. You were signed out everywhere else.',
    },
    recovery_codes_renewed: {
      subject: 'Your Colonnade recovery codes were replaced',
      text: 'New recovery codes were created for your account. The old codes no longer work.',
    },
    recovery_code_used: {
      subject: 'A recovery code was used to sign in to your Colonnade account',
      text: 'Someone signed in with your password and one of your recovery codes. That code can’t be used again.',
    },
    passkey_added: {
      subject: 'A passkey was added to your Colonnade account',
      text: 'A passkey was added to your account. It signs you in without your password. You were signed out everywhere else.',
    },
    passkey_removed: {
      subject: 'A passkey was removed from your Colonnade account',
      text: 'A passkey was removed from your account and can no longer sign you in. You were signed out everywhere else.',
    },
    password_chosen: {
      subject: 'A password was added to your Colonnade account',
      text: 'A password was set for your account, which had none. You can sign in with it or with your linked account. You were signed out everywhere else.',
    },
    identity_linked: {
      subject: 'An external account was linked to your Colonnade account',
      text: 'An account of another service was linked to your account. It signs you in without your password.',
    },
    identity_unlinked: {
      subject: 'An external account was unlinked from your Colonnade account',
      text: 'An account of another service was unlinked from your account and can no longer sign you in. You were signed out everywhere else.',
    },
  },
} as const
