export const activityButtonText = {
  runningQueries: 'Running queries',
  description: 'Queries running in this database, and idle transactions that are still open.',
} as const

export const activityListText = {
  loadFailed: 'Failed to load running queries',
  loading: 'running queries',
  emptyTitle: 'No running queries',
  emptyBody: 'No query is running in this database and no transaction is open. This list updates automatically.',
  title: 'Running queries',
  startedHere: 'Started here',
  cancelProcess: (processId: number) => `Cancel process ${processId}`,
  cancel: 'Cancel',
  terminateProcess: (processId: number) => `Terminate process ${processId}`,
  terminate: 'Terminate',
  queryOf: (processId: number) => `Query of process ${processId}`,
  cancelTitle: (processId: number) => `Cancel the query of process ${processId}?`,
  terminateTitle: (processId: number) => `Terminate process ${processId}?`,
  cancelBody: 'Stops the statement with an error and fails its transaction. The connection stays open.',
  terminateBody: 'Closes the connection and rolls back its transaction. The client sees a lost connection.',
  cancelQuery: 'Cancel query',
  alreadyEnded: (processId: number) => `Process ${processId} had already ended`,
} as const

export const activityWordsCopy = {
  blockedBy: (processes: string) => `Blocked by ${processes}`,
  waiting: (type: string, event: string) => `Waiting: ${type}, ${event}`,
  transactionOpen: (span: string) => `Transaction open for ${span}`,
  idleInFailedTransaction: (span: string) => `Idle in a failed transaction for ${span}`,
  idleInTransaction: (span: string) => `Idle in a transaction for ${span}`,
  running: (span: string) => `Running for ${span}`,
  longIdle: 'An open transaction holds its locks and stops vacuum from removing old rows',
  process: (processId: number) => `process ${processId}`,
  blocks: (count: number) => `Blocks ${count} other ${count === 1 ? 'query' : 'queries'}`,
  preparedTransaction: 'a prepared transaction',
} as const
