import type { LockMode, LockWork } from '@colonnade/pg-meta/statements'

export const runDialogText = {
  title: 'Run this query?',
  selectionTitle: 'Run the selection?',
  irreversible: 'You can’t undo this:',
  effects: 'Effects of this query',
  loading: 'Checking how much data is affected…',
  locked: { before: 'This project is locked. Type', after: 'to change it' },
  unknown: 'Colonnade can’t tell what this query changes.',
  cancel: 'Cancel',
  run: 'Run anyway',
  runSecured: 'Run and enable RLS',
  line: (line: number) => `Line ${line}`,
  count: 'Count rows',
  counted: (rows: string) => `${rows} now`,
  countFailed: (why: string) => `Couldn’t count the rows: ${why}`,
} as const

const exposed = (count: number) =>
  `The data API serves ${count === 1 ? 'its schema' : 'their schemas'}: anyone with the public key can read and change all ${count === 1 ? 'its' : 'their'} rows.`

export const findingText = {
  unsecuredOne: (table: string) => `Creates table ${table} without row-level security`,
  unsecured: (count: number, tables: string, more: number) =>
    `Creates ${count} tables without row-level security: ${tables}${more > 0 ? ` and ${more} more` : ''}`,
  exposed,
  opened: (table: string) => `Turns off row-level security of ${table}`,
  openedAdvice: `${exposed(1)} Its policies stay, but no longer apply.`,
  misplaced: 'Can’t run inside a transaction',
  besideOthers:
    'Statements that run together share a transaction. Select this one and run it alone, or turn on Commit each statement in the options.',
  openTransaction: 'A transaction is open on this connection. Commit it or roll it back first.',
  matched: (how: 'delete' | 'update', table: string) => `${how === 'delete' ? 'Deletes' : 'Updates'} the rows of ${table} that match its WHERE`,
  planned: (rows: string) => `≈ ${rows} by the planner’s estimate`,
  change: 'Changes the database',
  missing: 'doesn’t exist',
  uncounted: (size: string) => `${size}, rows not counted yet`,
  schema: (relations: number, size: string) => `${relations === 1 ? '1 table or view' : `${relations} tables and views`}, ${size}`,
  dependents: (count: number, isCascade: boolean) =>
    `${count === 1 ? '1 other object depends' : `${count} other objects depend`} on it${isCascade ? ' and will be dropped:' : ', so Postgres will refuse:'}`,
  lock: (by: string, table: string | null, mode: LockMode, work: LockWork) =>
    `${by} locks ${table ?? 'every table, one after another'} (${mode}): ${blocked[mode]} ${during[work]}`,
} as const

const blocked: Readonly<Record<LockMode, string>> = {
  SHARE: 'nobody can write',
  'SHARE ROW EXCLUSIVE': 'nobody can write',
  EXCLUSIVE: 'nobody can write',
  'ACCESS EXCLUSIVE': 'nobody can read or write',
}

const during: Readonly<Record<LockWork, string>> = {
  rewrite: 'while the table is rewritten',
  maybe_rewrite: 'while the table is rewritten, if the change needs it',
  scan: 'while every row is checked',
  index: 'while the index is built',
  hold: 'until the transaction ends',
}
