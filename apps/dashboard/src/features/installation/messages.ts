export const hostedInvoiceListText = {
  noInvoicesYetTheyre: 'No invoices yet. They’re created at the end of each month for organizations on a paid plan.',
  invoices: 'invoices',
  invoice: 'Invoice ',
  deleted: 'Deleted',
} as const

export const hostedOrganizationListText = {
  organizations: 'organizations',
  noOwner: 'No owner',
  owned: (value: string | number) => `Owned by ${value}`,
} as const

export const logPanelText = {
  debug: 'Debug',
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
  platformLogSince: 'Platform log since',
  keptMemoryWrittenStandard: 'kept in memory and written to standard output.',
  infoAbove: 'Info and above',
  warningsErrors: 'Warnings and errors',
  errors: 'Errors',
  log: 'Log',
  logLines: 'Log lines',
  searchLog: 'Search the log',
  level: 'Level',
  noLogLinesYet: 'No log lines yet',
  noMatchingLines: 'No matching lines',
  errorsWarningsPlatformShow: 'Errors and warnings of the platform show up here.',
  changeSearchLevel: 'Change the search or the level.',
  showMore: 'Show more',
  moreLinesExistSearch: 'More lines exist. Search to narrow them down.',
  loadingLog: 'Loading the log',
} as const

export const machinePanelText = {
  projectServers: 'Project servers',
  running: 'Running',
  asleep: 'Asleep',
  wakeUpNextConnection: 'wake up on the next connection',
  paused: 'Paused',
  notHealthy: 'Not healthy',
  none: 'none',
  membersWereNotified: 'members were notified',
  machine: 'Machine',
  colonnade: (colonnade: string | number) => `Colonnade ${colonnade}`,
  node: (node: string | number) => `Node ${node}`,
  postgres: (postgres: string | number) => `Postgres ${postgres}`,
  platform: (platformBytes: string | number) => `the platform ${platformBytes}`,
  projectServersOf: (serversBytes: string | number) => `project servers ${serversBytes}`,
  memory: 'Memory',
  readyConnections: 'ready for connections',
  untilTheyreRestored: 'until they’re restored',
  used: (value: string | number) => `Used by ${value}.`,
  disk: 'Disk',
  freeAllProjects: (freeBytes: string | number) => `${freeBytes} free for all projects.`,
  processors: 'Processors',
  loadAverageOverLast: 'Load average over the last minute.',
  memoryOf: (bytes: string | number) => `${bytes} of memory`,
  changingNow: (changing: string | number) => `${changing} changing now`,
  loadingMachine: 'Loading the machine',
} as const

export const offsitePanelText = {
  offSiteCopies: 'Off-site copies',
  copiesAllProjectsBackups: 'Copies of all projects’ backups and archived WAL in external object storage.',
  copyFailed: (problem: string | number) => `Copy failed: ${problem}`,
  copyNow: 'Copy now',
  under: (prefix: string | number) => ` under ${prefix}`,
  aws: (region: string | number) => `AWS, ${region}`,
  notEverythingHasBeen: 'Not everything has been copied yet.',
  backupsFilesStoredMachine:
    'Backups and files are stored on this machine only. If it’s lost, so are they. To copy them to S3-compatible storage, set',
  and: 'and',
  walProjectsTotalBucket: (backups: string, wal: string, files: string, size: string) =>
    `${backups}, ${wal} of WAL and ${files} of projects, ${size} total, in the bucket`,
  at: (endpoint: string) => `at ${endpoint}.`,
  waitingVerifiedCopied: (backups: string, count: number) => `${backups} ${count === 1 ? 'is' : 'are'} waiting to be verified or copied. `,
  lastCompleteCopy: 'Last complete copy',
} as const

export const paymentsPanelText = {
  payments: 'Payments',
  howOrganizationsPayTheir: 'How organizations pay their invoices.',
  at: (address: string | number) => ` at ${address}`,
  testModeNoMoney: ' In test mode, no money moves, but invoices are still marked as paid.',
  noEventsFromStripe: 'No events from Stripe yet. ',
  readFromStripeBecause: ' (read from Stripe, because no webhook event arrived)',
  copyWebhookUrl: 'Copy webhook URL',
  failedRefundedDisputedPayments: 'Failed, refunded and disputed payments',
  invoice: 'Invoice',
  organization: 'Organization',
  problem: 'Problem',
  stripeMode: (mode: 'test' | 'live') => `Stripe, ${mode} mode`,
  manualOpenInvoiceBelow: 'Manual: open an invoice below and mark it as paid or void. To charge cards with Stripe, set',
  and: 'and',
  card: (organizations: string, count: number) => `${organizations} ${count === 1 ? 'has' : 'have'} a card`,
  lastEvent: 'Last event:',
  webhookUrl: 'Webhook URL:',
  failed: (reason: string | null) => `Failed: ${reason ?? 'declined'}`,
  refunded: 'Refunded',
  disputed: 'Disputed',
  when: 'When',
} as const

export const peopleListText = {
  people: 'people',
  signOutEverywhere: (value: string | number) => `Sign ${value} out everywhere?`,
  endsAllTheirSessions: 'Ends all their sessions except the one you’re using. They can sign in again. Their access tokens keep working.',
  signOut: 'Sign out',
  ownerInstallation: 'Owner of this installation',
  neverSeen: 'never seen',
  about1Session: '1 session',
  noSessions: 'no sessions',
  sessions: (sessions: string | number) => `${sessions} sessions`,
  notAnyOrganization: 'Not in any organization',
  signOutEverywhereOf: (username: string | number) => `Sign ${username} out everywhere`,
  delete: (username: string | number) => `Delete ${username}`,
  deleteLabel: 'Delete',
} as const

export const privateWebhooksPanelText = {
  webhooksPrivateAddresses: 'Webhooks to private addresses',
  letsOrganizationAdministratorsSend:
    'Lets organization administrators send webhooks to addresses in this machine’s own network, also over plain HTTP.',
  allowWebhooksPrivateAddresses: 'Allow webhooks to private addresses',
  couldntSaveSetting: (error: string | number) => `Couldn’t save the setting. ${error}`,
} as const

export const releasePanelText = {
  updates: 'Updates',
  colonnadeDoesntCheckUpdates: 'Colonnade doesn’t check for updates, because it makes no calls to the internet.',
  restartNeeded: 'Restart needed',
  running: 'Running',
  installed: 'Installed',
  unknown: 'Unknown',
  folder: 'Folder',
  installedVersionIsntRunning: 'The installed version isn’t the running one. Restart Colonnade to use it.',
  updateBackUpData:
    'To update, back up its data, stop Colonnade, pull the new version into its folder, and start it. It migrates its own database and the projects’ databases automatically.',
  howUpdate: 'how to update',
  gitPullNpmStart: 'git pull\nnpm start',
  colonnade: (version: string | number) => `Colonnade ${version}`,
} as const

export const removePersonDialogText = {
  cantDeleteYet: (username: string | number) => `Can’t delete ${username} yet`,
  delete: (username: string | number) => `Delete ${username}?`,
  deletePerson: 'Delete person',
  owner: (username: string) => `${username} is the only owner of`,
  makeSomeoneElseOwner: (count: number) => `. Make someone else an owner first, or delete ${count === 1 ? 'the organization' : 'the organizations'}.`,
  deleted: (username: string | number) => `${username} deleted`,
  endsAllSessionsDeletes: 'Ends all sessions, and deletes access tokens, passkeys and linked accounts.',
  removesThemFrom: (value: string | number) => `Removes them from ${value}.`,
  deletesPrivateSnippetsNotifications: 'Deletes private snippets, notifications and the picture.',
  projectsSharedSnippetsTickets: 'Projects, shared snippets, tickets and the audit log stay, with their name but not their email address.',
  weEmailThemAddress: 'We email them. The address can sign up again, as a new account without any of this data.',
} as const

export const reportPanelText = {
  problem: (problem: string) => `${problem}.`,
  failingSince: 'Failing since',
  colonnadeTriesAgainEvery: 'Colonnade tries again every minute.',
  loading: (title: string) => `Loading ${title.toLowerCase()}`,
} as const

export const searchedListText = {
  search: (label: string | number) => `Search ${label}`,
  noFound: (label: string | number) => `No ${label} found`,
  showAll: 'Show all',
  noNamesAddressesContain: (search: string | number) => `No names or addresses contain “${search}”.`,
} as const

export const signUpPanelText = {
  invitation: 'By invitation',
  anyone: 'Anyone',
  peopleInvitedOrganizationSign:
    'Only people invited to an organization can sign up, with a password or through a provider that verified the invited address.',
  anyoneWhoReachInstallation:
    'Anyone who can reach this installation can sign up with an email address or through a provider. They can create their own organizations and projects, and see nothing else until they’re invited.',
  accounts: 'Accounts',
  whoSignUp: 'Who can sign up.',
  whoSignUpLabel: 'Who can sign up',
  couldntSaveSetting: (error: string | number) => `Couldn’t save the setting. ${error}`,
} as const
