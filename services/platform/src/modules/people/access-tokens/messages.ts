/** Errors of personal access tokens. */
export const messages = {
  pastExpiry: 'Choose a time in the future',
  tooMany: (most: number) => `You have ${most} access tokens, the most one person can have. Revoke one first.`,
  expired: 'The access token has expired. Create a new one under Account → Access tokens.',
} as const
