export const createReplicaDialogText = {
  title: 'Create read replica',
  description:
    'Copies the primary while it keeps running, then streams every change. The replica answers reads with the same roles and passwords, and uses as much disk as the primary.',
  createReplica: 'Create replica',
  region: 'Region',
  regionHint: 'A label only. Every database of this installation runs on this machine.',
  computeSize: 'Compute size',
  computeSizeHint: 'Whatever its size, a replica accepts at least as many connections as the primary.',
} as const

export const infrastructurePageText = {
  newReadReplica: 'New read replica',
  infrastructure: 'Infrastructure',
  description: 'The Postgres servers of this project. They all run on this machine; regions are labels.',
  primaryDatabase: 'Primary database',
  readReplicas: 'Read replicas',
  countOf: (count: number, most: number) => `${count} of ${most}`,
  view: 'View',
  map: 'Map',
  list: 'List',
  manageReplicas: 'create, promote and delete replicas',
  loadingReplicas: 'Loading replicas',
  noReadReplicas: 'No read replicas',
  emptyBody:
    'A replica is a copy that follows the primary within milliseconds. Use one for reports and dashboards to leave the primary free for writes.',
  replicas: 'Replicas',
  limitReached: (most: number) => `A project can have ${most} read replicas. Delete one to create another.`,
  whenActive: 'You can create and restart replicas when the project is active.',
} as const

export const regionMapText = {
  mapOfRegions: 'Map of regions',
  regions: 'Regions',
  primary: 'Primary',
  readReplica: 'Read replica',
  emptyRegion: 'No database',
  onThisMachine: (servers: string) => `On this machine, in no region: ${servers}`,
  localPrimary: 'the primary',
  localReplica: 'a replica',
  marker: {
    primary: 'primary database',
    replica: (status: string) => `read replica, ${status}`,
    empty: 'no database',
  },
  markerLabel: (region: string, content: string) => `${region}: ${content}`,
  markerLabelCreate: (region: string, content: string) => `${region}: ${content}. Create a read replica here`,
} as const

export const replicaCardText = {
  created: 'Created',
  promote: 'Promote',
  restart: 'Restart',
  restartAction: 'restart the replica',
  tryAgain: 'Try again',
  delete: 'Delete',
  setup: 'Setup',
  connectionString: (name: string) => `Connection string of ${name}`,
  restartTitle: (name: string) => `Restart replica ${name}?`,
  restartDescription:
    'Closes its connections and cancels running queries. The primary keeps running, and the replica follows it again after about a second.',
  restartReplica: 'Restart replica',
  deleteTitle: (name: string) => `Delete replica ${name}?`,
  deleteDescription: 'Closes its connections and deletes its files. The primary keeps all data, and you can create another replica at any time.',
  deleteReplica: 'Delete replica',
} as const

export const replicaLooksText = {
  streaming: 'Streaming',
  settingUp: 'Setting up',
  starting: 'Coming up',
  setupFailed: 'Setup failed',
  paused: 'Paused',
  unhealthy: 'Unhealthy',
  deleting: 'Deleting',
  primaryDown: 'Primary down',
  upToDate: 'Up to date',
  behind: (size: string) => `${size} behind`,
  behindFor: (size: string, time: string) => `${size} behind, ${time}`,
} as const

export const versionText = {
  postgres: (version: string) => `Postgres ${version}`,
  notInstalled: (major: number) => `Postgres ${major} is no longer installed, so this server can’t start again`,
  latest: 'Latest version',
  updatesOnRestart: (version: string) => `Updates to ${version} on restart`,
  available: (version: string) => `Postgres ${version} is available`,
} as const
