import { formatNumber } from '../../../lib/bytes.ts'

const users = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'user' : 'users'}`

export const importTexts = {
  title: 'Import users',
  description: 'Passwords keep working: users sign in as before.',
  drop: 'Drop a file here',
  dropHint: 'CSV, NDJSON or JSON from Firebase, Auth0, Keycloak, Supabase, or your own table. The file is read in your browser.',
  choose: 'Choose file',
  anotherFile: 'Choose another file',
  check: 'Check file',
  checking: 'Checking the file. Nothing is changed.',
  importing: 'Importing. Keep this page open; if it closes, import the same file again and no user is created twice.',
  waiting: 'Colonnade isn’t answering. The import continues when it does.',
  cancel: 'Cancel',
  back: 'Back',
  done: 'Done',
  resume: 'Continue import',
  nothing: 'The file has no users to import.',
  start: (count: number) => `Import ${users(count)}`,
  imported: (count: number) => (count === 0 ? 'No user was imported' : `${users(count)} imported`),
  cancelled: (count: number) => `Import canceled. ${users(count)} had been imported and stay; import the file again to continue.`,
  failed: (count: number) =>
    count === 0 ? 'The import failed' : `The import failed after ${users(count)}. Continue to import the rest; no user is created twice.`,
  refused: (count: number) => `${formatNumber(count)} ${count === 1 ? 'row' : 'rows'} can’t be imported`,
  refusedLeftOut: (count: number) => `${formatNumber(count)} ${count === 1 ? 'row was' : 'rows were'} left out`,
  firstOf: (shown: number, all: number) => `First ${formatNumber(shown)} of ${formatNumber(all)}`,
  download: 'Download refused rows',
  downloadCut: (kept: number) => `The file has the first ${formatNumber(kept)}.`,
  withoutPassword: (count: number) => `${users(count)} without a password: they sign in by a link, a code or a reset.`,
  notText: 'The file isn’t UTF-8 text. Save it as UTF-8, then choose it again.',
  empty: 'The file is empty',
  firebaseHint:
    'In the Firebase console: Authentication › Users › ⋮ › Password hash parameters. Paste the whole block into the first field to fill all four.',
  firebaseMissing: 'Add the signer key, or import users without passwords.',
  identitiesHint: 'To bring sign-ins with Google, GitHub and others too, export this query as CSV:',
  peerQuery: `select u.*, (
  select jsonb_agg(i) from auth.identities i where i.user_id = u.id
) as identities
from auth.users u;`,
} as const

export const columnChoicesText = {
  columns: 'Columns',
  field: (column: string) => `Field for ${column}`,
} as const

export const draftFormText = {
  format: 'Format',
  query: 'query',
  existing: 'Existing users',
  skip: 'Skip',
  update: 'Update',
  skipHint: 'Existing users don’t change. Users are matched by ID, email address, phone number and identity.',
  updateHint: 'Updates existing users with values from the file. A new password signs them out.',
  withoutPassword: 'Import users without a password if their hash isn’t supported',
  confirmed: 'Treat addresses and numbers as confirmed unless the file says otherwise',
} as const

export const draftText = {
  empty: 'The file is empty.',
  sameField: 'Two columns map to the same field. Choose one of them.',
  addressMissing: 'Choose the column with the email address or phone number.',
  hashMissing: 'Add the hash parameters, or import users without passwords.',
  notBase64: 'The signer key and salt separator must be base64.',
  numbers: 'Rounds and memory cost must be small numbers, such as 8 and 14.',
} as const

export const filePickerText = {
  fileUsers: 'File with users',
} as const

export const firebaseFieldsText = {
  signerKey: 'Signer key',
  saltSeparator: 'Salt separator',
  rounds: 'Rounds',
  memoryCost: 'Memory cost',
  passwordHashParameters: 'Password hash parameters',
} as const

export const importPanelText = {
  unchanged: 'Nothing has changed yet.',
  failed: 'Failed to import users',
} as const

export const outcomeText = {
  toCreate: 'To create',
  created: 'Created',
  toUpdate: 'To update',
  updated: 'Updated',
  toSkip: 'To skip',
  skipped: 'Skipped',
  refused: 'Refused',
  refusedRows: 'Refused rows',
  line: 'Line',
  reason: 'Reason',
  value: 'Value',
} as const
