/** Errors of the team, and mails to members. `actor` is the person who made the change. */
export const messages = {
  ownProjects: 'Someone else must change your own projects',
  ownerHasAll: 'Owners have access to all projects. Change the role first.',
  ownTwoFactor: 'Turn on two-step sign-in for yourself first, under Account → Security, or sign in with a passkey.',
  lastOwner: (isSelf: boolean) =>
    `An organization needs an owner. ${isSelf ? 'You are' : 'This member is'} the only one. Make someone else an owner first.`,
  tokenLacks: (scope: string, role: string) => `The access token lacks the scope ${scope}, which ${role} has`,
  onlyOwners: 'Only owners can add or remove owners',
  roleDoesNotAllow: (own: string, other: string) => `Your role, ${own}, doesn’t let you manage ${other}`,
  hello: (name: string) => `Hello ${name},`,
  open: (organization: string) => `Open ${organization}`,
  removed: {
    subject: (organization: string) => `You were removed from ${organization}`,
    text: (actor: string, organization: string) => `${actor} removed you from ${organization} on Colonnade. Your account stays the same.`,
  },
  role: {
    subject: (organization: string, role: string) => `Your role in ${organization} is now ${role}`,
    text: (actor: string, organization: string, before: string, after: string) =>
      `${actor} changed your role in ${organization} on Colonnade from ${before} to ${after}.`,
  },
  projects: {
    subject: (organization: string) => `Your projects in ${organization} have changed`,
    text: (actor: string, organization: string) => `${actor} changed your projects in ${organization} on Colonnade, or your role in them.`,
  },
} as const
