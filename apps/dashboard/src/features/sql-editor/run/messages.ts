const rolledBack = 'Uncommitted changes were rolled back.'

export const runErrorText = {
  cancelled: 'Cancelled',
  offline: 'You’re offline',
  sessionLost: 'The connection of this query was closed',
  connectionLost: 'The connection to the database was lost',
  connectionEnded: 'The connection was ended',
  connectionEndedAt: (setting: string) => `The connection was ended by ${setting}`,
  statementTimeout: 'The query took longer than statement_timeout',
  timeLimit: (limit: string) => `Stopped at its time limit${limit}`,
  noValues: 'The query has placeholders such as $1 but no values',
} as const

export const runAdviceText = {
  privilege: 'The database role has no privilege for this, or no row-level security policy allows it to write the row.',
  forbidden: 'Ask an owner of the organization for a role that can do this.',
  serialization: 'The transaction was rolled back. Run it again.',
  tooManyConnections: 'All database connections are in use. Check Running queries, then try again when one is free.',
  storageFull: 'The disk is full. Free some space, then try again.',
  queryTooLarge: 'The query is larger than a run allows. Run it in parts, or load it with psql.',
  resultTooLarge: 'Select fewer rows or columns, or set a row limit.',
  notActive: 'The database only runs while the project is active.',
  rateLimited: 'Too many runs in a short time. Try again in a moment.',
  runAgain: 'Run it again.',
  locked: 'While the production lock is on, changes need the project’s name. Run it again to enter it.',
  replicaMissing: 'The read replica no longer exists. Queries now run on the primary: run it again.',
  replicaNotReady: 'Choose the primary or another read replica as the source.',
  sessionBusy: 'The connection of this query is still running something. Wait for it, or end it in Running queries.',
  readOnly: {
    replica: 'This query changes data, and a replica only answers reads. Choose the primary as the source.',
    reader: 'This query changes data, and your role can only read.',
    writer: 'This query changes data in a read-only transaction. Check for BEGIN READ ONLY or default_transaction_read_only.',
  },
  cancelled: `Postgres stopped the query. ${rolledBack}`,
  statementTimeout: (message: string) =>
    `The query, its connection or its role sets a lower limit than the one in the options. Postgres says: ${message}. ${rolledBack}`,
  timeLimit: `${rolledBack} Choose a longer limit in the options to let it finish.`,
  sessionLost: 'Nothing ran. Run it again on a new connection, without the temporary tables, settings and transaction of the old one.',
  offline: 'Nothing was sent, and nothing was run. Your query is safe: run it again once you’re online.',
  unknown: 'Your query is safe. The outcome of its statements is not known: check before you run them again.',
  valueTooLarge: `Or leave out that column, or select its length. The connection was closed. ${rolledBack}`,
  lockTimeout:
    'Another transaction holds a lock that this one needs, for longer than lock_timeout allows (NOWAIT doesn’t wait). The transaction was rolled back. Find the lock in Running queries, then run it again.',
  noValues:
    'Write a value for each, or a name such as :id to enter its value on each run. For the plan without values, use EXPLAIN (GENERIC_PLAN) on Postgres 16 or later.',
  endedAt: (message: string) =>
    `The query, its connection, its role or the database sets that limit. Postgres says: ${message}. ${rolledBack} Your query is safe.`,
  ended: `Its process was ended, or the database is shutting down. ${rolledBack} Your query is safe.`,
  connectionLost: `The database may be restarting. ${rolledBack} Your query is safe: run it again in a moment.`,
  sharedTransaction:
    'Statements that run together share a transaction, and this one can’t run in it. Commit each statement separately instead: earlier statements then stay committed if one fails. To always do so, turn on Commit each statement in the options.',
} as const

export const partialText = {
  complete: 'The results below are from earlier statements.',
  cut: (rows: string) => `${rows} arrived before the error. The last result is incomplete.`,
  lost: (rows: string) => `${rows} arrived before the connection was lost. The rest is missing.`,
  rolledBack: 'Rolled back: nothing was kept.',
  partlyRolledBack: (statements: string, count: number) =>
    `${statements} before the error ${count === 1 ? 'was' : 'were'} rolled back. Earlier statements are committed.`,
  committed: (statements: string, count: number) => `${statements} before the error ${count === 1 ? 'is' : 'are'} committed.`,
} as const

export const runText = {
  run: 'Run',
  runSelection: 'Run selection',
  runStatement: 'Run statement at cursor',
  runAll: 'Run all',
  more: 'More ways to run',
  cancel: 'Cancel',
  readOnly: 'Read-only',
  readOnlyHint: 'Your role can read but not change the database. Statements run as a read-only database role.',
} as const

export const optionsText = {
  title: 'Run options',
  button: (choices: string, isKept: boolean) => `Options: ${choices}${isKept ? ', connection open' : ''}`,
  rowLimit: 'Rows per result',
  noLimit: 'No limit',
  noLimitHint: 'All rows load. They show up as they arrive.',
  timeLimit: 'Time limit',
  noTimeLimit: 'None',
  otherTimeLimit: 'Other',
  customTimeLimit: 'Custom limit',
  customTimeLimitHint: 'For example 90 s, 5 min or 2 h. At most 24 h.',
  timeLimitInvalid: 'Enter a time from 1 ms to 24 h',
  commitEach: 'Commit each statement',
  commitEachHint:
    'Runs statements one at a time, like psql. Earlier statements stay committed if one fails. Needed for procedures that commit, and for VACUUM next to other statements. Off: an error rolls back the whole run.',
  keepSession: 'Keep the connection',
  keepSessionHint: (minutes: number) =>
    `Settings, temporary tables and transactions stay available to the next run, until ${minutes} minutes pass without one. An open transaction always keeps its connection.`,
  closeSession: 'Close connection',
  session: {
    open: 'A connection is open.',
    inTransaction: 'A connection is open, with a transaction.',
    lost: 'The connection was lost. The next run opens a new one.',
    next: 'The next run opens a connection.',
    none: 'No connection is open.',
  },
} as const

export const lockText = {
  title: 'Production lock',
  hint: 'Changes from the dashboard or the API require the project’s name, each time. Applies to everyone, but not to direct connections such as psql.',
  notAllowed: 'Only administrators and owners can change it.',
  lockFailed: 'lock the project',
  unlockFailed: 'unlock the project',
  badge: 'Locked',
  badgeHint: 'Production lock: changes require the project’s name. Turn it off in the options.',
} as const

export const runBarText = {
  esc: 'Esc',
} as const

export const runChoicesText = {
  noLimit: 'No limit',
  allRows: 'All rows',
  noTimeLimit: (rows: string) => `${rows} · no time limit`,
} as const
