/** Errors of auth settings, users and third-party sign-in. */
export const messages = {
  notRunning: 'The auth service isn’t running yet. Try again in a moment.',
  userIds: 'User IDs are UUIDs',
  issuer: {
    noKeys: 'None of its keys has an ID and is for ES256, RS256 or EdDSA',
    tooManyKeys: (most: number) => `It has more than ${most} keys`,
    noKeySet: 'Its keys aren’t a JWKS document',
    otherIssuer: 'The address belongs to another issuer',
    noKeysUrl: 'Its configuration doesn’t contain the address of its keys',
    status: (url: string, status: number) => `${url} responded with ${status} instead of 200`,
    tooLarge: (url: string, most: number) => `${url} sent more than ${most} bytes`,
    noJson: (url: string) => `${url} didn’t respond with JSON`,
    tooMany: (most: number) => `A project can trust ${most} other issuers. Remove one first.`,
    privateKey: 'One of these keys is private. Enter only public keys.',
    own: 'This is the project’s own issuer, which it already trusts',
  },
} as const
