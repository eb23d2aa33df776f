export const healthStripText = {
  failedLoadHealthServices: 'Failed to load the health of the services',
  health: 'Health',
  whatDoAbout: (id: string | number) => `What to do about ${id}`,
} as const

export const serviceLooksText = {
  healthy: 'Healthy',
  warning: 'Warning',
  unhealthy: 'Unhealthy',
  comingUp: 'Coming up',
  notRunning: 'Not running',
  connectionsUse: (activeConnections: string | number, maxConnections: string | number) =>
    `${activeConnections} of ${maxConnections} connections in use`,
  serverCrashedStartedAgain:
    'Colonnade restarts a crashed server automatically, with everything that was committed. If it stays down, restart the project, or contact support with the lines from its log.',
  whenAllConnectionsUse:
    'When all connections are in use, clients can’t open new ones. Close idle connections, use smaller client pools, or choose a larger compute size.',
  showOpenConnections: 'Show open connections',
  walCouldNotArchived:
    'WAL stays on disk until it’s archived. While archiving fails, the disk fills up and you can restore only up to the last archived WAL.',
  showArchiver: 'Show the archiver',
  databaseHasNoRoom: 'A database that runs out of disk space stops accepting writes. Free up space on this machine, or delete data you don’t need.',
  showLargestTables: 'Show the largest tables',
} as const
