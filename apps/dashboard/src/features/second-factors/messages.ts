export const enrolText = {
  title: 'Set up authenticator app',
  continue: 'Continue',
  description: 'When you sign in, you enter your password and a 6-digit code from an app on your phone. Any authenticator app works.',
  yourPassword: 'Your password',
  added: 'Authenticator app added',
  addedAndEnded: 'Authenticator app added, other sessions signed out',
  submit: 'Turn on',
  qrCode: 'QR code with the secret shown below, for an authenticator app',
  scan: 'Scan this with your authenticator app, or enter the secret:',
  secret: 'secret',
  code: 'Code',
  codeHint: 'The 6-digit code the app shows now.',
} as const

export const codesText = {
  file: (host: string, codes: string) => `Recovery codes for Colonnade at ${host}
Use each code once to sign in, in place of a code from your authenticator app.

${codes}`,
  description:
    'Use a code with your password when you don’t have your phone. Each works once, and they’re not shown again. Store them in a password manager, not on that phone.',
  title: 'Recovery codes',
  copy: 'Copy recovery codes',
  download: 'Download',
  done: 'I’ve saved them',
} as const

export const turnOffText = {
  title: 'Turn off the authenticator app?',
  description: 'You sign in with only your password again, and your recovery codes stop working. All other sessions end.',
  confirm: 'Turn off',
  done: 'Authenticator app turned off',
} as const

export const renewText = {
  title: 'Create new recovery codes?',
  description: 'Creates ten new codes. Your current codes stop working.',
  confirm: 'Create codes',
} as const

export const panelText = {
  title: 'Two-step sign-in',
  description: 'Protects your account even if someone learns your password.',
  note: 'You stay signed in here and are signed out everywhere else.',
  newCodes: 'New recovery codes',
  turnOff: 'Turn off',
  setUp: 'Set up authenticator app',
  off: 'You sign in with only your password. Add an authenticator app as a second step.',
  authenticatorApp: 'Authenticator app',
  added: 'Added ',
  lastUsed: ', last used ',
  recoveryCodes: 'Recovery codes',
  codesLeft: (count: number, isFew: boolean) => `${count} left${isFew ? '. Create new ones while you can still sign in.' : ''}`,
  loading: 'Loading two-step sign-in',
} as const
