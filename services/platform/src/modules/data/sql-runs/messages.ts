/** Texts of SQL runs and their sessions: refusals, and the notices that come with results. */
export const messages = {
  noSession: 'A read-only run can’t use a session. Leave out is_continued.',
  lockedSession: 'a session that could change it can’t be used',
  roleInTransaction: 'The role can’t be changed while a transaction is open. End the transaction first, or use SET LOCAL ROLE.',
  full: (isOwn: boolean, count: number) => `${isOwn ? 'Your' : 'All'} ${count} SQL sessions are busy or in a transaction. End one of them first.`,
  lost: (reason: string) => `The session no longer exists: ${reason}`,
} as const

/** Reasons as `messages.lost` has them. */
export const lostText = {
  idle: 'it was idle, or others needed its connection',
  closed: 'it was closed',
  ended: 'its connection to the database ended',
} as const

export const noticeText = {
  leftOpen: {
    message: 'The script left a transaction open, so it was rolled back',
    hint: 'End it with COMMIT in the same run, or run it in a session.',
    readOnlyHint:
      'Sessions aren’t available on replicas, for readers, or while the project is locked. Select the whole transaction and run it at once.',
  },
  settings: {
    message: (settings: string) => `This connection keeps settings of the script: ${settings}`,
    hint: 'To reset them, run RESET ALL or close the connection under Options.',
  },
} as const
