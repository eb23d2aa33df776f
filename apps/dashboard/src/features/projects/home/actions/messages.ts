export const pauseDialogText = {
  pause: (project: string | number) => `Pause this ${project}?`,
  stopsDatabaseClosesOpen: 'Stops the database and closes open connections. Your data stays, and restoring takes about a second.',
  pauseOf: (project: string | number) => `Pause ${project}`,
} as const

export const projectActionsText = {
  actions: 'Actions',
  pause: 'Pause',
  toRestore: (project: string) => `restore the ${project}`,
  restore: 'Restore',
  restart: 'Restart',
  changeComputeSize: 'Change compute size',
  resetDatabasePassword: 'Reset database password',
  rename: 'Rename',
  delete: (project: string | number) => `Delete ${project}`,
} as const

export const removeDialogText = {
  delete: (noun: string | number) => `Delete this ${noun}?`,
  branchesFirst: 'This project has branches. Delete them first.',
  externalDescription: 'Deletes the project with its snippets and settings. Your Postgres server and its database stay as they are.',
  deleteOf: (noun: string | number) => `Delete ${noun}`,
  everythingIsDeleted: {
    project:
      'Permanently deletes the database, its data, its backups and its point-in-time recovery archive, including copies stored elsewhere. You can’t undo this.',
    branch: 'Permanently deletes the branch, its data and its backups, including copies stored elsewhere. You can’t undo this.',
  },
  branches: 'Branches',
  manageBranches: 'Manage branches',
} as const

export const renameDialogText = {
  rename: (project: string | number) => `Rename ${project}`,
  confirm: 'Rename',
  name: 'Name',
} as const

export const resetPasswordDialogText = {
  resetDatabasePassword: 'Reset database password',
  clientsCantConnectOld: 'Clients can no longer connect with the old password. Open connections stay open.',
  resetPassword: 'Reset password',
  databasePasswordReset: 'Database password reset',
  hint: (project: string | number) => `Password of the postgres role. The Overview of the ${project} shows it once more.`,
} as const

export const resizeDialogText = {
  resize: (project: string | number) => `Resize this ${project}`,
  description: 'The database restarts with the memory and connections of the new size. Open connections close.',
  changeSize: 'Change size',
  computeSize: 'Compute size',
} as const

export const restartDialogText = {
  restart: (project: string | number) => `Restart this ${project}?`,
  description: 'Closes open connections and cancels running queries. Clients can reconnect after about a second.',
  restartOf: (project: string | number) => `Restart ${project}`,
} as const
