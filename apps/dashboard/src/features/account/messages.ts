export const browserNameText = {
  unknown: 'Unknown browser',
  on: (browser: string, system: string) => `${browser} on ${system}`,
} as const

const otherSessions = (count: number) => (count === 1 ? '1 other session' : `${count} other sessions`)

export const firstPasswordText = {
  saved: 'Password set',
  password: 'Password',
  description: 'You don’t have a password, because you sign in through another account. You need one to change security settings.',
  note: 'You stay signed in here and are signed out everywhere else.',
  submit: 'Set password',
  signOut: 'Sign out',
  newPassword: 'New password',
  passwordHint: 'At least 10 characters. A few unrelated words make a good password.',
} as const

export const passwordText = {
  changed: (ended: number) => (ended === 0 ? 'Password changed' : `Password changed, ${otherSessions(ended)} signed out`),
  password: 'Password',
  note: 'You stay signed in here and are signed out everywhere else.',
  submit: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  passwordHint: 'At least 10 characters. A few unrelated words make a good password.',
} as const

export const pageText = {
  title: 'Security',
  description: (email: string) => `How you sign in as ${email}, and where you’re signed in.`,
} as const

export const sessionText = {
  sessions: 'Sessions',
  description: 'Browsers you’re signed in with.',
  signOutOthers: 'Sign out everywhere else',
  signOutOthersTitle: 'Sign out everywhere else?',
  signOutOthersBody: (others: number) => `Ends ${otherSessions(others)} right away. You stay signed in here.`,
  current: 'This session',
  lastUsed: 'Last used ',
  signedIn: 'Signed in ',
  signOutOf: (name: string) => `Sign out of ${name}`,
  signOutFailure: 'end the session',
  signOut: 'Sign out',
  loading: 'Loading sessions',
} as const
