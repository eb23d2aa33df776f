/** Texts of sleeping projects: why one can’t sleep now, or can’t wake up. */
export const messages = {
  planLimit: (plan: string, minutes: number) => `Projects on the ${plan} plan sleep after at most ${minutes} idle minutes. Choose a shorter time.`,
  notStarted: 'The database server wasn’t started',
  notWokenBecause: (why: string) => `The project couldn’t wake up: ${why}`,
  replicas: 'Read replicas keep the project awake. Drop them first.',
  inUse: 'The project is in use. It can sleep once all connections and calls end.',
  keptAwake: 'The project is in use or being changed, so it can’t sleep now. Try again later.',
} as const
