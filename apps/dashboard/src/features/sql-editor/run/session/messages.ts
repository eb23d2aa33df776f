export const transactionText = {
  region: 'Transaction',
  open: 'A transaction is open.',
  failed: 'The transaction failed and can only be rolled back.',
  since: 'Since',
  commit: 'Commit',
  rollBack: 'Roll back',
  ran: (statements: string) => `${statements} so far`,
  remaining: (span: string) => `Rolls back in ${span} if unused.`,
} as const

export const openTransactionText = {
  title: 'A transaction is open',
  stay: 'Stay',
  leaving: (minutes: number) =>
    `Its changes aren’t committed, and its locks stay. If you leave it open, it rolls back ${minutes} minutes after its last use.`,
  leaveOpen: 'Leave it open',
  rollBackAndLeave: 'Roll back and leave',
  closing: 'Closing this tab ends its connection. Uncommitted changes are lost.',
  commitAndClose: 'Commit and close',
  rollBackAndClose: 'Roll back and close',
} as const

export const lostText = {
  region: 'Connection lost',
  title: 'The connection of this query was lost.',
  others: 'Its temporary tables, settings, prepared statements and cursors are gone.',
  safe: 'Committed changes are safe.',
  rolledBack: (ran: string) => `The open transaction${ran} was rolled back.`,
  runAgain: 'Run again on a new connection',
  dismiss: 'Dismiss',
} as const
