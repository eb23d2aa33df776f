export const factorListText = {
  authenticatorApp: 'Authenticator app',
  securityKey: 'Security key',
  recoveryCodes: 'Recovery codes',
  empty: 'This user has no second factor.',
  notVerified: 'Not verified',
  added: 'Added ',
  remove: 'Remove',
  removeTitle: (asked: string) => `Remove “${asked}”?`,
  removeBody: 'The user signs in without this factor from now on.',
  removeFactor: 'Remove factor',
  factorRemoved: 'Factor removed',
} as const

export const identityListText = {
  empty: 'This user has no external identities.',
  details: 'Provider data',
  lastSignIn: 'Last sign-in ',
  data: (provider: string) => `data of ${provider}`,
} as const

export const jsonTabText = {
  userMetadata: 'User metadata',
  userMetadataHint: 'Users can change this themselves, so never base permissions on it.',
  appMetadata: 'App metadata',
  appMetadataHint: 'Only servers and members can change this. Policies read it from the token, so changes apply from the next token refresh.',
  metadataSaved: 'Metadata saved',
  reset: 'Reset',
  saveMetadata: 'Save metadata',
  userObject: 'User',
  userObjectHint: 'All other fields. Change them with the user’s actions.',
  notAnObject: 'Enter a JSON object in braces.',
} as const

export const logTabText = {
  list: 'the log',
  empty: 'No entries for this user.',
  byUser: 'by the user',
  byServer: 'by a server',
  byMember: 'by a member',
  by: (actor: string) => `by ${actor}`,
} as const

export const overviewTabText = {
  copyId: 'Copy ID',
  notConfirmed: 'not confirmed',
  changingEmail: (newEmail: string) => `changing to ${newEmail}`,
  changingPhone: (newPhone: string) => `changing to ${newPhone}`,
  signsInWith: 'Signs in with',
  databaseRole: 'Database role',
  lastSignIn: 'Last sign-in',
  bannedUntil: 'Banned until',
} as const

export const sessionListText = {
  empty: 'This user has no sessions.',
  unknownDevice: 'Unknown device',
  started: 'Started ',
  ends: 'Ends ',
  refreshed: 'Refreshed ',
  twoFactors: 'two factors',
  sessionEnded: 'Session ended',
  end: 'End',
  endAllSessions: 'End all sessions',
  endAllTitle: (user: string) => `End all sessions of ${user}?`,
  endAllBody: 'The user must sign in again on every device.',
  allSessionsEnded: 'All sessions ended',
} as const
