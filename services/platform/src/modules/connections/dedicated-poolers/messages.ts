/** Texts of dedicated poolers. */
export const messages = {
  noPooler: 'This installation runs no connection pooler',
  freePlan: 'The Free plan uses the shared pooler. Upgrade to a paid plan for a dedicated pooler.',
  noIpv4: 'This installation has no IPv4 address. Set COLONNADE_IPV4_HOST.',
  noneYet: 'The project has no dedicated pooler. Turn on the IPv4 add-on first.',
  portsFailed: (reason: string) => `Its ports could not be opened: ${reason}`,
  down: {
    title: (project: string) => `The dedicated pooler of ${project} isn’t running`,
    message: (problem: string) => `${problem}. Colonnade tries again every minute. Until then, clients use the shared pooler.`,
    action: 'Open project',
  },
} as const
