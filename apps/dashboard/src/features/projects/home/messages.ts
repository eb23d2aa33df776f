export const connectCardText = {
  connect: 'Connect',
  driversFrameworks: 'Drivers and frameworks',
  replace: 'Replace',
  databasePassword: 'with your database password.',
  uriConnectionString: 'URI connection string',
  withPasswordHint: 'Includes your database password until you reload or close this page.',
  loadingConnectionStrings: 'Loading connection strings',
} as const

export const eventLogText = {
  changingComputeSize: 'Changing the compute size',
  restartingPostgres: 'Restarting Postgres',
  stoppingPostgres: 'Stopping Postgres',
  deletingAllData: 'Deleting all data',
  stoppingPrimary: 'Stopping the primary',
  promotingReplica: 'Promoting the replica',
  connectingOtherReplicas: 'Connecting the other replicas',
} as const

export const eventsCardText = {
  recentEvents: 'Recent events',
  loadingEvents: 'Loading events',
  events: 'Events',
  showLess: 'Show less',
  showAll: (count: number) => `Show all ${count}`,
} as const

export const failedScreenText = {
  unknownReason: 'The database server isn’t running. The reason is unknown.',
  whatWentWrong: 'What went wrong',
  setupStoppedHereTry: (project: string | number) => `Setup of this ${project} stopped here. Try again to continue from this step.`,
  restoreHint: 'The database doesn’t respond. Restore starts its server again with the data on disk.',
  tryAgain: 'Try again',
  restore: (project: string | number) => `Restore ${project}`,
  delete: (project: string | number) => `Delete ${project}`,
  latestServerLogLines: 'Latest server log lines',
  log: 'log',
  ifDoesntStart: 'If it doesn’t start, ',
  promoteReadReplica: 'promote a read replica',
  losesLeastData: ' (loses the least data) or ',
  restoreBackup: 'restore a backup',
} as const

export const firstStepsText = {
  firstSteps: 'First steps',
  databaseEmpty: 'Your database is empty',
  pickOneGetStarted: 'Pick one to get started. You can do the others later.',
  dismissFirstSteps: 'Dismiss first steps',
  createTable: 'Create a table',
  startFromTemplateEdit: 'Start from a template you can edit and run.',
  openTableEditor: 'Open the table editor',
  runSql: 'Run SQL',
  writeSqlPasteDump: 'Write SQL, or paste a dump from another database.',
  openSqlEditor: 'Open the SQL editor',
  connectApp: 'Connect your app',
  connectHint: 'Use psql, a driver, an ORM or a framework.',
  showConnectionDetails: 'Show connection details',
} as const

export const passwordNoticeText = {
  markSaved: 'mark the password as saved',
  iveSaved: 'I’ve saved it',
  saveDatabasePassword: 'Save your database password',
  copyDatabasePassword: 'Copy database password',
  shownUntilReloadClose: 'Shown only until you reload or close this page.',
  didAnyoneSaveDatabase: 'Did anyone save the database password?',
  resetPassword: 'Reset password',
  wasGeneratedWhenWas: (project: string, isActive: boolean) =>
    `It was generated when this ${project} was restored, and shown only then to the person who restored it. Colonnade doesn’t store it. If nobody saved it, reset it${isActive ? '' : ` when the ${project} is active`}.`,
  databasePassword: 'Database password',
} as const

export const pausedScreenText = {
  paused: (project: string | number) => `This ${project} is paused`,
  restore: (project: string | number) => `Restore ${project}`,
  dataSafeDiskUses: 'The data is safe on disk and uses no memory or CPU. Restoring takes about a second.',
  administratorRestore: 'An administrator can restore it.',
} as const

export const projectFactsText = {
  copyRef: (noun: string | number) => `Copy ${noun} ref`,
  ref: (noun: 'branch' | 'project') => (noun === 'branch' ? 'Branch ref' : 'Project ref'),
  started: 'Started',
  externalServer: 'External server',
  postgres: (dbVersion: string | number) => `Postgres ${dbVersion}`,
} as const

export const projectStatusScreenText = {
  pausing: 'Pausing',
  pausingHint: 'Postgres finishes its work and stops. Your data stays.',
  deleting: 'Deleting',
  deletingHint: 'Deleting the database and everything in it.',
  noLongerExists: (project: string | number) => `This ${project} no longer exists`,
  wasDeletedNoLonger: 'It was deleted, or you no longer have access to it.',
  backProjects: 'Back to projects',
  backBranches: 'Back to branches',
} as const

export const stepsCardText = {
  settingUp: (noun: string | number) => `Setting up your ${noun}`,
  restarting: (noun: string | number) => `Restarting your ${noun}`,
  starting: (noun: string | number) => `Starting your ${noun}`,
  progress: 'Progress',
  steps: 'Steps',
  waitingFirstStep: 'Waiting for the first step',
} as const

export const upgradingScreenText = {
  upgrading: 'Upgrading',
  viewProgress: 'View progress',
  hint: 'Upgrading to a newer version of Postgres. The database is unavailable until this finishes.',
} as const
