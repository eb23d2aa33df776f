export const allProjectsText = {
  projects: 'Projects',
  createFirstOrganization: 'Create your first organization',
  newOrganization: 'New organization',
  organizationHint: 'Projects belong to an organization. Each organization has its own plan and members.',
  createFirstProject: 'Create your first project',
  noProjectsYet: 'No projects yet',
  projectHint: 'Each project is a Postgres cluster with its own data, roles and password. It’s ready in about a second.',
  noPermission: 'You don’t have permission to create projects in your organizations. Ask an administrator.',
} as const

export const generalPageText = {
  generalSettings: 'General settings',
  general: 'General',
  settings: (name: string | number) => `Settings for ${name}.`,
  name: 'Name',
  rename: 'Rename',
  branchRef: 'Branch ref',
  projectRef: 'Project ref',
  copyRef: (noun: string | number) => `Copy ${noun} ref`,
  restart: 'Restart',
  restartHint: 'Closes open connections. Clients can reconnect after about a second.',
  restartWhenActive: (noun: string | number) => `You can restart the ${noun} when it’s active.`,
  restartOf: (noun: string | number) => `Restart ${noun}`,
  restartSleep: 'Restart and sleep',
  pause: 'Pause',
  pauseHint: 'Stops the database and its replicas. Your data stays, and restoring takes about a second.',
  disconnectHint: 'Disconnects Colonnade from the server, which keeps running. Restoring takes about a second.',
  pauseWhenActive: (noun: string | number) => `You can pause the ${noun} when it’s active.`,
  pauseOf: (noun: string | number) => `Pause ${noun}`,
  renameIt: 'rename it',
  operateIt: 'restart, pause, restore or suspend it',
  transferDelete: 'transfer or delete it',
  delete: (noun: string | number) => `Delete ${noun}`,
  deleteHint: 'Deletes the database, its replicas and all their data. You can’t undo this.',
  deleteExternalHint: 'Deletes the project with its snippets and settings. Your Postgres server and its database stay as they are.',
  deleteWhenNoLonger: (status: string) => `You can delete it when it’s no longer ${status}.`,
  paused: 'Paused',
  dataSafeDiskUses: 'The data is safe on disk and uses no memory or CPU. Restoring takes about a second.',
  restore: (project: string | number) => `restore the ${project}`,
  restoreOf: (project: string | number) => `Restore ${project}`,
} as const

export const mutationsText = {
  deleting: (name: string | number) => `Deleting ${name}`,
} as const

export const organizationProjectsText = {
  projects: 'Projects',
  createFirstProject: 'Create your first project',
  noProjectsYet: 'No projects yet',
  projectHint: 'Each project is a Postgres cluster with its own data, roles and password. It’s ready in about a second.',
  noPermission: 'You don’t have permission to create projects in this organization. Ask an administrator.',
} as const

export const passwordFieldText = {
  databasePassword: 'Database password',
  copyDatabasePassword: 'Copy database password',
  generatePassword: 'Generate password',
  generate: 'Generate',
} as const

export const passwordSettingText = {
  databasePassword: 'Database password',
  hint: (project: string | number) =>
    `Password of the postgres role. Colonnade doesn’t store it; if you lose it, reset it. The Overview of the ${project} shows a new password once.`,
  reset: 'reset it',
  resetWhenActive: (project: string | number) => `You can reset it when the ${project} is active.`,
  resetPassword: 'Reset password',
} as const
