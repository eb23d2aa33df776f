export const computePageText = {
  computeDisk: 'Compute and disk',
  description: (name: string | number) => `The size of ${name}’s database server, and the resources it uses.`,
  failedLoadDiskUsage: 'Failed to load disk usage',
  loadingDiskUsage: 'Loading disk usage',
} as const

export const diskPanelText = {
  disk: 'Disk',
  description: 'The database server’s data, and the backups and archives stored next to it.',
  volume: 'Volume',
  freeAllProjectsMachine: (free: string, used: string) => `${free} free for all projects on this machine. This one uses ${used}.`,
  storedSeparately: 'Stored separately',
  backups: 'Backups',
  walArchive: 'WAL archive',
  deletedFilesBackups: 'Deleted files in backups',
  filesWaitingRemoved: 'Files waiting to be removed',
  removeFailed: (problem: string | number) => `Couldn’t remove deleted files. ${problem}.`,
  databases: 'Databases',
  growth: 'Growth',
  diskActivity: 'Disk activity',
  reads: 'Reads',
  writes: 'Writes',
  syncs: (syncs: string | number) => `${syncs} syncs/s`,
  read: 'Read',
  written: 'Written',
  diskUsageType: 'Disk usage by type',
} as const

export const diskWordsCopy = {
  databasesWalLogs: 'Databases, WAL and logs',
  databases: 'Databases',
  wal: 'WAL',
  templatesLogsOther: 'Templates, logs and other',
  thanAgo: (size: string, isMore: boolean, since: string) => `${size} ${isMore ? 'more' : 'less'} than ${since} ago`,
  noChangeLast: (since: string | number) => `No change in the last ${since}`,
} as const

export const growthChartText = {
  databaseSizeLast24: 'Database size, last 24 hours',
  database: 'Database',
} as const

export const sizePanelText = {
  computeSize: 'Compute size',
  description: 'The memory and connections available to the database server.',
  descriptionWithUse: (memory: string | number) => `The memory and connections available to the database server. It’s using ${memory} of memory now.`,
  current: 'Current',
  buffers: (bytes: string | number) => `${bytes} buffers`,
  connections: (connections: string | number) => `${connections} connections`,
  workers: (workers: string | number) => `${workers} workers`,
  change: 'change it',
  changeHint: 'Restarts the server: open connections close, and new ones wait about a second.',
  changeSizeWhenActive: (project: string | number) => `You can change the size when the ${project} is active.`,
  changeSize: 'Change size',
  changeOf: (name: string | number) => `Change to ${name}?`,
  confirmDescription: (bytes: string | number, connections: string | number, compute: string | number) =>
    `The database restarts with ${bytes} of buffers and ${connections} connections instead of ${compute}. Open connections close.`,
  confirm: (name: string | number) => `Change to ${name}`,
} as const
