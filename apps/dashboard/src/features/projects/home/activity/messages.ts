export const activityCardText = {
  liveActivity: 'Live activity',
  notAnswering: 'Not answering',
  everySecond: 'Every second',
  everySeconds: (value: string | number) => `Every ${value} seconds`,
  failedLoadLiveActivity: 'Failed to load the live activity',
} as const

export const figureTileText = {
  connections: 'Connections',
} as const

export const figuresText = {
  connections: 'Connections',
  of: (maxConnections: string | number) => `of ${maxConnections}`,
  queriesRunning: 'Queries running',
  now: 'now',
  idle: (number: string | number) => `${number} idle`,
  transactions: 'Transactions',
  perSecond: 'per second',
  all: (transactions: string | number) => `${transactions} total`,
  cacheHits: 'Cache hits',
  databaseSize: 'Database size',
  table: 'table',
  tables: 'tables',
  disk: (diskBytes: string | number) => `, ${diskBytes} on disk`,
  most: (max: string | number) => `${max} at most`,
} as const

export const hourChartText = {
  lastHour: (label: string | number) => `${label}, last hour`,
} as const

export const lastHourText = {
  loadingLastHour: 'Loading the last hour',
  failedLoadLastHour: 'Failed to load the last hour',
  collecting: 'Collecting',
  firstReadingComesWithin: 'The first reading appears within a minute, then one every minute.',
} as const
