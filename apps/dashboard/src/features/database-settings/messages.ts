export const databaseSettingsPageText = {
  databaseSettings: 'Database settings',
  database: 'Database',
  connectionsDatabase: (name: string | number) => `Connections to ${name}’s database.`,
} as const

export const dedicatedPartText = {
  failedLoadDedicatedPooler: 'Failed to load the dedicated pooler',
  viewAdd: 'View add-on',
  dedicatedPooler: 'Dedicated pooler',
  on: 'On',
  failing: 'Failing',
  poolerProjectIPv4User: 'A pooler for this project only, on IPv4, with user names without the project ref.',
  transactionMode: 'Transaction mode:',
  sessionMode: ', session mode:',
  as: ', as',
  sessionModeLabel: 'Session mode: ',
  copyConnectionStringDedicated: 'Copy connection string, dedicated pooler',
  onePortSharesConnections: 'One port shares connections between clients, one transaction at a time. The other is for session mode.',
  eachClientHasOwn: 'Each client has its own connection. There’s no transaction mode port.',
  poolMode: 'Pool mode',
  poolModeSaved: 'Pool mode saved',
  changePoolMode: 'change the pool mode',
  transaction: 'Transaction',
  session: 'Session',
  change: 'change it',
} as const

export const domainPartText = {
  viewAdd: 'View add-on',
  customDomain: 'Custom domain',
  active: 'Active',
  waitingDns: 'Waiting for DNS',
  failing: 'Failing',
  connectThroughOwnDomain: 'Connect through your own domain over TLS.',
  bothPortsOverTls: ', on both ports over TLS, as postgres',
} as const

export const limitsDraftText = {
  enterWholeNumberFrom: (min: string | number, max: string | number) => `Enter a whole number from ${min} to ${max}, or leave it empty`,
  enterSecondsLeaveEmpty: (value: string | number, value2: string | number) => `Enter ${value} to ${value2} seconds, or leave it empty for no limit`,
} as const

export const limitsPanelText = {
  connectionLimits: 'Connection limits',
  howDatabaseServersConnections: 'How the database server’s connections are divided.',
  failedLoadLimits: 'Failed to load the limits',
  loadingLimits: 'Loading the limits',
  connectionLimitsSaved: 'Connection limits saved',
  changeThem: 'change them',
  appliesNewClientsAll: 'Applies to new clients of all poolers without a restart. Connected clients stay connected.',
  saveLimits: 'Save limits',
  serverConnections: 'Server connections',
  computeSize: 'compute size',
  reserved: 'Reserved',
  dashboardDirectConnections: 'for the dashboard and direct connections',
  poolerSessions: 'Pooler sessions',
  rest: 'the rest',
  transactionModeLimits: 'Transaction mode limits',
  poolSize: 'Pool size',
  connectionsSharedTransactionsEmpty: (min: string | number, max: string | number, defaultValue: string | number) =>
    `Connections shared by transactions, ${min} to ${max}. Empty: ${defaultValue}, the default for the compute size.`,
  clientsTransactionMode: 'Clients in transaction mode',
  clientsShareThemTime: (min: string | number, max: string | number, defaultValue: string | number) =>
    `Clients that can share them at a time, ${min} to ${max}. Empty: ${defaultValue}.`,
} as const

export const networksPanelText = {
  networkRestrictions: 'Network restrictions',
  addressesClientsConnectPooler: 'The addresses that clients can connect to the pooler from, in both modes.',
  failedLoadNetworkRestrictions: 'Failed to load the network restrictions',
  loadingNetworkRestrictions: 'Loading the network restrictions',
  copiedFromSourceWhen: 'Copied from its source when the branch was created. Later changes there don’t apply here.',
  eachBranchCopiedThese: 'Each branch copied these when it was created. Changes here don’t apply to branches.',
  networkRestrictionsSaved: 'Network restrictions saved',
  change: 'change it',
  appliesNewConnectionsDashboard: 'Applies to new connections. The dashboard and direct connections on this machine aren’t restricted.',
  allowConnections: 'Allow connections',
  fromEverywhere: 'From everywhere',
  from: 'Only from',
  networks: 'Networks',
  noOneConnectWhile: 'No one can connect while the list is empty.',
  onePerLineAddress: 'One per line: an address, or a network such as 203.0.113.0/24 or 2001:db8::/32.',
  addMyAddress: 'Add my address',
  blockAllConnections: 'Block all connections?',
  listEmptySoPooler: 'The list is empty, so the pooler refuses every new connection in both modes. Open connections stay open.',
  blockAllConnectionsLabel: 'Block all connections',
} as const

export const networksText = {
  line: (value: string | number, message: string | number) => `Line ${value}: ${message}`,
  projectHaveUpNetworks: (networksMax: string | number) => `A project can have up to ${networksMax} networks`,
} as const

export const poolerPanelText = {
  eachClientHasOwn: 'Each client has its own connection until it disconnects.',
  connectionsSharedBetweenClients: 'Connections are shared between clients, one transaction at a time. PREPARE statements aren’t supported.',
  sincePoolerStarted: 'Since the pooler started',
  connectionPooler: 'Connection pooler',
  oneEndpointAllProjects: 'One endpoint for all your projects. Wakes sleeping projects on connect.',
  failedLoadPooler: 'Failed to load the pooler',
  loadingPooler: 'Loading the pooler',
  installationDoesntRunPooler: 'This installation doesn’t run a pooler.',
  sessionMode: 'Session mode',
  transactionMode: 'Transaction mode',
  copyConnectionStringMode: (poolMode: string | number) => `Copy connection string, ${poolMode} mode`,
  sessions: 'Sessions',
  transactionModeClients: 'Transaction-mode clients',
  sharedConnections: 'Shared connections',
  waitTime: 'Wait time',
  acceptedRefused: 'Accepted, refused',
  receivedSent: 'Received, sent',
} as const

export const timeoutsPanelText = {
  timeouts: 'Timeouts',
  setDatabaseEveryConnection: 'Set in the database for every connection, unless its role or client overrides them.',
  failedLoadTimeouts: 'Failed to load the timeouts',
  loadingTimeouts: 'Loading the timeouts',
  projectAsleepReadingTimeouts: 'The project is asleep. Reading the timeouts wakes it up.',
  availableWhenProjectActive: 'Available when the project is active.',
  wakeUpShow: 'Wake up and show',
  statement: 'Statement',
  secondsUntilStatementCancelled: 'Seconds until a statement is cancelled. Empty: no limit.',
  idleTransaction: 'Idle in a transaction',
  secondsUntilIdleTransaction: 'Seconds until an idle transaction ends. Empty: no limit.',
  timeoutsSaved: 'Timeouts saved',
  changeThem: 'change them',
  appliesNewConnections: 'Applies to new connections.',
  changeThemWhenProject: 'You can change them when the project is active.',
  saveTimeouts: 'Save timeouts',
  databaseTimeouts: 'Database timeouts',
  none: 'none',
  rolesTheirOwnTimeouts: (value: string | number) => `Roles with their own timeouts: ${value}. Change them with ALTER ROLE … SET.`,
} as const

export const tlsPanelText = {
  tls: 'TLS',
  poolersAcceptEncryptedConnections: 'The poolers accept encrypted connections. You can require encryption.',
  failedLoadTlsSettings: 'Failed to load the TLS settings',
  loadingTlsSettings: 'Loading the TLS settings',
  encryptionRequired: 'Encryption required',
  encryptionNoLongerRequired: 'Encryption no longer required',
  enforceSslIncomingConnections: 'Enforce SSL on incoming connections',
  refusesUnencryptedClientsBefore:
    'Refuses unencrypted clients before they send a password, with an error that says why. Open connections stay open. Direct connections work only on this machine and aren’t encrypted.',
  change: 'change it',
  installationsOwnCertificateClients: 'The installation’s own certificate. Clients that use it as',
  verifyServerVerifyCa: 'can verify the server with verify-ca or verify-full.',
  changeTlsSettings: 'change the TLS settings',
  certificate: 'Certificate',
  rootCertificate: 'Root certificate',
  issuedClientsTrustIssuer: (issuer: string | number) =>
    `Issued by ${issuer}. Clients that trust the issuer don’t need a file. Others need the issuer’s root certificate.`,
  downloadCertificate: 'Download certificate',
  valid: 'Valid for',
  expires: 'Expires',
  sha256: 'SHA-256',
  copyFingerprint: 'Copy fingerprint',
} as const
