/** Errors of two-step sign-in. */
export const messages = {
  wrongFirstCode: 'The code is wrong. Enter the current one, and check that the clock of your phone is correct.',
  noPassword: 'You have no password yet. Set one first, under Account → Security.',
  wrongPassword: 'The password is wrong',
  wrongCode: 'The code is wrong or was already used. Wait for the next one.',
} as const
