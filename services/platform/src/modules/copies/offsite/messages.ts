/** Errors and notifications of off-site copies. A `key` names an object in the object storage. */
export const messages = {
  notConfigured: 'Off-site copies aren’t set up on this installation. Set COLONNADE_S3_BUCKET where the platform starts.',
  damagedFile: (key: string) => `The off-site copy of a file is damaged: ${key}`,
  damagedBackup: (key: string) => `The off-site copy of the backup is damaged: ${key}`,
  interrupted: (key: string) => `The object storage interrupted the transfer of ${key}`,
  internal: 'Off-site copying failed unexpectedly. See the platform’s log',
  failing: {
    title: 'Backups aren’t being copied off-site',
    message: (problem: string) => `${problem}. Existing copies are safe. Colonnade tries again every minute.`,
  },
} as const
