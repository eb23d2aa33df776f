/** Errors of Postgres versions. */
export const messages = {
  notAvailable: (major: string, available: readonly string[]) => `Postgres ${major} isn’t available here. Choose ${available.join(' or ')}.`,
} as const
