/** Reasons why a project’s stored files couldn’t be checked. */
export const messages = {
  unreadable: (why: string) => `Stored files can’t be listed: ${why}`,
  closed: (database: string) => `database ${database} doesn’t accept connections`,
  notTable: (name: string) => `storage.${name} isn’t a table`,
  tooMany: (most: number) => `there are more than ${most} files`,
  stopped: (project: string) => `${project} is stopped, and its files weren’t listed before`,
  notRunning: (project: string) => `${project} isn’t running`,
  unknown: 'Its files aren’t known',
} as const
