/** Texts of queries: refusals, and the notices that come with results. */
export const messages = {
  claimsNeedRole: 'Claims need a role. Set role as well.',
  roleForbidsRoles: (role: string) => `Your role, ${role}, can’t run queries as another database role`,
  roleForbidsChanges: (role: string) => `Your role, ${role}, can’t change the database`,
  migrationRole: 'A migration runs as the project’s own role. Leave out role and read_only, or migration.',
  migrationParameters: 'A migration can’t have parameters. Write the values into its statements.',
  migrationCopy: 'A migration can’t contain COPY. Write the rows as INSERT statements.',
  migrationControl: (command: string) =>
    `A migration runs in one transaction, so it can’t contain ${command}. Leave it out, or save the statements before and after it as separate migrations. Nothing was changed.`,
  separateHint:
    'Nothing was changed. A migration of several statements runs in one transaction, and this statement can’t be part of one. Save it as a separate migration.',
  locked: (why: string) => `The project is locked against changes: ${why}. Type its name to run it.`,
  rolledBack: 'The transaction was rolled back',
  accessLost: 'You no longer have access, so this was stopped. Uncommitted changes are rolled back.',
} as const

export const noticeText = {
  rowsLeftOut: { message: 'Some rows were left out because the project has too many results in progress', hint: 'Run it again in a moment.' },
  resultsLeftOut: { message: (most: number) => `Only the first ${most} results are shown`, hint: 'Run the rest separately.' },
  copyToStdout: { message: 'The output of COPY TO STDOUT isn’t shown', hint: 'Use SELECT here, or COPY from a client such as psql.' },
  leftOpen: { message: 'The query left a transaction open, so it was rolled back', hint: 'End it with COMMIT in the same run.' },
} as const
