/** Errors of Realtime. */
export const messages = { notRunning: 'The Realtime service isn’t running yet. Try again in a moment.' } as const
