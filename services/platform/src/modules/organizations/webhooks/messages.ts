/** Errors of webhooks, and the notification of a paused one. */
export const messages = {
  tooMany: (most: number) => `An organization can have ${most} webhooks. Delete one first.`,
  noEvent: 'The event doesn’t exist or was removed from the log',
  unreadableSecret: 'Its secret can’t be read, because the key of the installation has changed. Create a new secret.',
  paused: {
    title: (host: string) => `The webhook to ${host} is paused`,
    gone: 'Its receiver answered that it no longer exists. Fix it, then resume the webhook under Integrations.',
    failed: (attempts: number, problem: string) =>
      `An event couldn’t be delivered in ${attempts} attempts: ${problem}. Fix the receiver, then resume the webhook under Integrations.`,
    action: 'Open integrations',
  },
} as const
