export const addIssuerDialogText = {
  addIssuer: 'Add issuer',
  description: 'Anyone with a token from this issuer can access this project’s data with the role in the token.',
  issuerAdded: 'Issuer added',
  type: 'Type',
  issuerURL: 'Issuer URL',
  example: (example: string) => `For example ${example}`,
} as const

export const checkTokenText = {
  notToken: 'This isn’t a token. A token has three parts separated by dots.',
  unknownIssuer: (iss: string) => `No issuer matches ${iss}`,
  noIssuer: 'The token doesn’t name its issuer (iss)',
  unknownKey: (issuer: string, keyId: string) => `${issuer} has no key with the ID ${keyId}`,
  otherAlgorithm: (keyAlgorithm: string, algorithm: string) => `The key is for ${keyAlgorithm}, but the token uses ${algorithm}`,
  signatureWrong: 'The signature is wrong',
  noExpiry: 'The token has no expiry (exp)',
  expired: (date: string) => `The token expired on ${date}`,
  notYetValid: 'The token isn’t valid yet',
  roleNotText: 'The role claim isn’t a string',
} as const

export const issuerKindsText = {
  firebaseAuth: 'Firebase Auth',
  auth0: 'Auth0',
  amazonCognito: 'Amazon Cognito',
  clerk: 'Clerk',
  workOS: 'WorkOS',
  otherOIDCIssuer: 'Other OIDC issuer',
} as const

export const issuerRowText = {
  found: 'Found ',
  keyCount: (count: number) => (count === 1 ? '1 key' : `${count} keys`),
  manualKeys: 'Keys entered manually',
  keysOf: (url: string) => `Keys of ${url}`,
  keysFailed: (problem: string) => `The latest check for keys failed, so these stay in use: ${problem}`,
  deleteIssuer: (url: string) => `Delete ${url}`,
  delete: 'Delete',
} as const

export const thirdPartyPageText = {
  title: 'Third-party auth',
  description: 'Let users of another sign-in service access this project’s data with the tokens they get there.',
  addIssuer: 'Add issuer',
  loadingIssuers: 'Loading issuers',
  failedLoadIssuers: 'Failed to load issuers',
  issuers: 'Issuers',
  roleHint: 'Set the role claim to authenticated for signed-in users. Tokens without a role act as anon. Tokens can’t act as service_role.',
  noIssuersYet: 'No issuers yet.',
  changeIssuers: 'change issuers',
  deleteTitle: 'Delete issuer?',
  deleteBody: (issuer: string) => `Tokens from ${issuer} are refused from now on.`,
  deleteConfirm: 'Delete issuer',
  issuerDeleted: 'Issuer deleted',
} as const

export const tokenCheckText = {
  title: 'Check a token',
  description: 'Your browser checks the token. It isn’t sent anywhere.',
  unsupported: 'This browser can’t check the signature',
  token: 'Token',
  submit: 'Check token',
  result: 'Result',
  valid: (issuer: string, keyId: string, role: string) => `Signed by ${issuer} with key ${keyId}. Acts as ${role}.`,
} as const
