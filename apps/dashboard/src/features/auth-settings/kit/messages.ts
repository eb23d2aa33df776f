import { whoMay } from '../../../lib/texts/who-may.ts'

export const noChangeText = whoMay('project_auth:all', 'change these settings')
export const savedText = 'Settings saved'
export const loadingText = 'Loading settings'
export const failedSubject = 'Failed to load the auth settings'
export const applyText = 'Changes apply from the next request.'

export const marks = {
  differs: 'Differs from default',
  defaultIs: (value: string) => `Default: ${value}`,
  reset: 'Reset',
  resetLabel: (label: string) => `Reset ${label}`,
  changed: 'Changed',
  by: (name: string) => `by ${name}`,
  bySomebody: 'by a deleted account',
} as const

export const secrets = {
  isSet: 'Set. It can be replaced, but not shown.',
  isUnset: 'Not set',
  isRemoved: 'Will be removed when you save',
  replace: 'Replace',
  remove: 'Remove',
  keep: 'Keep',
  labels: {
    replace: (label: string) => `Replace ${label}`,
    remove: (label: string) => `Remove ${label}`,
    keep: (label: string) => `Keep ${label}`,
  },
} as const

export const conflict = {
  title: 'These settings changed while you were editing',
  line: (label: string, from: string | null, to: string | null) => (from === null ? label : `${label}: ${from} → ${to}`),
  isEditedHere: 'You also edited this. Saving replaces it with your value.',
  keep: 'Keep my changes',
  discard: 'Discard my changes',
} as const

export const units = {
  seconds: 'seconds',
  hours: 'hours',
  'per hour': 'per hour',
  'per 5 minutes': 'per 5 minutes, for each IP address',
  characters: 'characters',
  digits: 'digits',
} as const

export const durations = {
  unitOf: (label: string) => `Unit of ${label}`,
  is: (value: string, unit: string) => `= ${value} ${unit}`,
} as const

export const draftText = {
  useMostCharacters: (maxLength: string) => `Use at most ${maxLength} characters`,
  enterWholeNumber: 'Enter a whole number',
  enterNumber: 'Enter a number',
  useNumberBetween: (min: string, max: string) => `Use a number between ${min} and ${max}`,
} as const

export const mailRefusalText = {
  mailServerCantReached: 'The mail server can’t be reached',
  checkHostPort: 'Check the host and the port.',
  connectionCantEncrypted: 'The connection can’t be encrypted',
  checkPortSupportsTLS: 'Check that the port supports TLS, and that the certificate of the server is valid for its host.',
  mailServerRefusedLogin: 'The mail server refused the login',
  checkUserNamePassword: 'Check the user name and the password.',
  mailServerRefusedEmail: 'The mail server refused the email',
  checkServerAllowsSender: 'Check that the server allows the sender email, and sends to this recipient.',
} as const
