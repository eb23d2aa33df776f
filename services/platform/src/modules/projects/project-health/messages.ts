/** Texts of a project’s health: what each service reports, and what its members are notified of. */
export const healthText = {
  waking: 'The database server is waking up',
  asleep: 'The project is asleep. It wakes up on the first connection',
  comingUp: 'The database server is starting up',
  upgrading: 'The project is being upgraded to a newer Postgres version',
  notCreated: 'The project couldn’t be created',
  paused: 'The project is paused',
  stopping: 'The database server is stopping',
  starting: 'The database server is starting',
  crashed: 'The database server crashed',
  restarting: (why: string) => `${why}; it’s being restarted`,
  notStarted: 'The database server couldn’t start',
  noDirectory: 'The project’s data directory is missing',
  notRunning: 'The database server isn’t running',
  noConnectionsYet: 'Not accepting connections yet',
  noConnections: 'Not accepting connections',
  noneForHealth: 'The database server is running, but all its connections are in use',
  allInUse: (most: number) => `All ${most} connections are in use`,
  noAnswer: 'The database server didn’t respond',
  noneOpened: 'Couldn’t connect',
  inUse: (connections: number, most: number) => `${connections} of ${most} connections in use`,
  noneFree: (inUse: string, reserved: number) => `No free connections: ${inUse}, ${reserved} reserved for maintenance`,
  archivingFails: (failed: string, archived: string | null) =>
    `The last attempt failed ${failed}; ${archived === null ? 'none has succeeded yet' : `the last success was ${archived}`}`,
  nothingToArchive: 'No WAL to archive yet',
  archived: (ago: string) => `Last WAL archived ${ago}`,
  free: (free: string, total: string, share: string) => `${free} of ${total} free (${share})`,
  answered: (tookMs: number) => `Answered in ${tookMs} ms`,
  noDatabase: (name: string) => `This project has no database named ${name}`,
  ago: (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`,
} as const

export const noticeText = {
  openProject: 'Open project',
  openAdvisors: 'Open advisors',
  connections: {
    title: (name: string) => `${name} is running out of connections`,
    message: (connections: number, most: number) =>
      `${connections} of ${most} connections are in use. Close idle ones, or choose a larger compute size.`,
  },
  archivingFails: {
    title: (name: string) => `WAL archiving for ${name} is failing`,
    message: (archived: string | null) =>
      `The last attempt failed; ${archived === null ? 'nothing has been archived yet' : `the last segment was archived ${archived}`}. ` +
      'Backups don’t get new changes, and the waiting WAL fills the disk.',
  },
  archivingWorks: {
    title: (name: string) => `WAL archiving for ${name} works again`,
    message: 'Backups get new changes again.',
  },
  disk: {
    title: 'This installation’s disk is almost full',
    message: (free: string) => `${free}. Projects can’t write once the disk is full.`,
  },
  findings: {
    title: (count: number, name: string) => `${count} new security finding${count === 1 ? '' : 's'} in ${name}`,
    more: (count: number) => `And ${count} more.`,
  },
} as const
