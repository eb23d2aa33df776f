/** Errors of API keys, request tokens and signing keys. */
export const messages = {
  roleNotAssumable: (role: string) =>
    `authenticator can’t become the role ${role}. Grant it first: grant "${role.replaceAll('"', '""')}" to authenticator`,
  checkRole: 'Check the role of an API key',
  tooManyKeys: (most: number) => `A project can have ${most} API keys. Delete one first.`,
  legacyOff: (isDeleted: boolean) =>
    `The secret that signs the legacy API keys was ${isDeleted ? 'deleted. Use other API keys.' : 'revoked. Restore it first, under JWT keys.'}`,
  keysHidden: 'Your role doesn’t allow you to see API keys',
  onlySecretKeys: 'Only secret keys can have a role',
  past: 'Choose a time in the future',
  keyNameTaken: (name: string) => `The project already has a key of that type named ${name}. Choose another name.`,
  roleForbidsRoles: (role: string) => `Your role, ${role}, can’t send requests as another database role`,
  requestWrites: 'this request writes',
  tokenTooLong: (length: number, most: number) =>
    `These claims make a token of ${length.toLocaleString('en')} characters. Services accept at most ${most.toLocaleString('en')}.`,
  tooManySigningKeys: (most: number) => `A project can have ${most} signing keys. Delete one first.`,
  hasStandby: 'Another key is on standby. Use or delete it first.',
  legacyKeysOn: 'Legacy API keys that this secret signed are still on. Turn them off first, under API keys.',
  publicHalf: 'This is only the public half of the key. Import the private key.',
  otherAlgorithm: (algorithm: string, wanted: string) => `This key signs with ${algorithm}, not ${wanted}`,
  standbyTooShort: (minutes: number, readyAt: string) =>
    `Keep the key on standby for ${minutes} minutes, until ${readyAt}, so that services that cache keys know it`,
  sameState: 'The key already has this status',
  inUse: 'This key signs new tokens. Use another key first.',
  standbyFirst: 'Move the key to standby first',
  neverUsed: 'A standby key has never been used. Delete it instead.',
  stillAccepted: 'Tokens that this key signed are still accepted. Revoke it first.',
} as const
