export const addonPanelText = {
  addUpdated: 'Add-on updated',
  close: 'Close',
  current: 'Current',
  failedChangeAdd: 'Failed to change the add-on',
  change: 'change it',
  requirements: 'Requirements',
} as const

export const addonWordsCopy = {
  computeSize: 'Compute size',
  memoryConnectionsDatabaseServer: 'Memory and connections of the database server.',
  restartsServerOpenConnections: 'Restarts the server: open connections close, and new ones wait about a second.',
  anyPlan: 'Any plan.',
  pointTimeRecovery: 'Point-in-time recovery',
  archivesEveryWriteSo: 'Archives every write, so you can restore to any second in the window, even just before a table was dropped.',
  startsBackupNothingRestarts: 'Starts with a backup. Nothing restarts.',
  diskSpaceEverythingWritten: 'Disk space for everything written in the window, compressed.',
  windowCantLongerThan: 'The window can’t be longer than the plan’s daily backup retention. Not available on branches.',
  customDomain: 'Custom domain',
  connectThroughOwnDomain: 'Connect through your own domain, as postgres, without the project ref in the user name.',
  paidPlan: 'A paid plan.',
  twoDnsRecordsOne: 'Two DNS records: one that proves you own the domain, and one that points it here.',
  dedicatedPoolerIPv4: 'Dedicated pooler with IPv4',
  poolerMachinesIPv4Address:
    'A pooler on this machine’s IPv4 address for this project only. Clients connect as postgres, without the project ref in the user name.',
  paidPlanFreePlan: 'A paid plan. Free plan projects use the shared pooler.',
  nothingRestartsSharedPooler: 'Nothing restarts. The shared pooler keeps working.',
  sharedPooler: 'Shared pooler',
  buffersConnectionsWorkers: (bytes: string | number, connections: string | number, workers: string | number) =>
    `${bytes} buffers, ${connections} connections, ${workers} workers`,
  changing: 'Changing',
  turningOff: 'Turning off',
  failing: 'Failing',
  change: (name: string | number) => `Change to ${name}`,
  databaseRestartsOpenConnections: 'The database restarts, and open connections close.',
  deletesArchiveStillRestore: 'Deletes the archive. You can still restore backups, but not moments between them.',
  turnOff: 'Turn off',
  turn: (name: string | number) => `Turn on, ${name}`,
  deletesArchiveFromBefore: 'Deletes the archive from before the shorter window.',
  closesPortsClientsUse: 'Closes its ports. Clients that use them must connect through the shared pooler instead.',
  turnLabel: 'Turn on',
  changeWhenActive: (noun: string | number) => `You can change it when the ${noun} is active.`,
  turnWhenActive: (noun: string | number) => `You can turn it on when the ${noun} is active.`,
} as const

export const addonsPageText = {
  addOns: 'Add-ons',
  extras: (name: string | number) => `Extras for ${name}.`,
  failedLoadAddOns: 'Failed to load add-ons',
  loadingAddOns: 'Loading add-ons',
  waitingDns: 'Waiting for DNS',
  change: 'Change',
  show: 'Show',
} as const

export const poolerAddressText = {
  addresses: 'Addresses',
  transactions: 'Transactions',
  sessions: 'Sessions',
  copyConnectionString: 'Copy connection string',
  poolModeLimits: 'Pool mode and limits',
} as const
