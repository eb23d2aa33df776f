/** Errors of storage settings, credentials and tokens. */
export const messages = {
  tooManyCredentials: (most: number) => `A project can have ${most} S3 access keys. Revoke one first.`,
  roleForbids: (role: string, isReading: boolean) => `Your role, ${role}, can’t ${isReading ? 'read' : 'change'} the files of this project`,
  roleForbidsRoles: (role: string) => `Your role, ${role}, can’t look at files as another database role`,
  tokenTooLong: (length: number, most: number) =>
    `These claims make a token of ${length.toLocaleString('en')} characters. Services accept at most ${most.toLocaleString('en')}.`,
  readsOnly: 'A token for another role can only read',
} as const
