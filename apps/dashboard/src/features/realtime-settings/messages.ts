import type { LimitName } from './settings-draft.ts'

export const pageText = {
  title: 'Realtime settings',
  description: 'Control who can connect to Realtime, and how much they can use it.',
  loading: 'Loading Realtime settings',
  failed: 'Failed to load Realtime settings',
} as const

export const accessText = {
  title: 'Access',
  subject: 'change them',
  description: 'Changes apply within a second.',
  privateOnly: 'Private channels only',
  privateOnlyHint:
    'Clients can only join private channels, which policies on realtime.messages protect. Turn this on once your app no longer uses public channels.',
  policies: 'Realtime policies',
  presence: 'Presence',
  presenceHint: 'Lets clients share their state with everyone in the channel.',
  suspend: 'Suspend Realtime',
  suspendHint: 'Closes every connection and refuses new ones. Broadcasts over HTTP are refused too. Nothing in your database changes.',
  saved: 'Realtime settings saved',
  suspendTitle: 'Suspend Realtime?',
  suspendConfirm: 'Suspend Realtime',
} as const

/** Says which clients a save disconnects. */
export const effectText = {
  none: 'Saving disconnects no one.',
  suspend: (clients: number | undefined) =>
    `${
      clients === undefined
        ? 'Saving disconnects every connected client within a second.'
        : clients === 0
          ? 'Saving disconnects no one, because no clients are connected right now.'
          : `Saving disconnects ${clients === 1 ? '1 client' : `${clients.toLocaleString('en')} clients`} within a second.`
    } No one can connect until you turn this off.`,
  resume: 'Clients can connect again within a second.',
  privateOnly: 'Saving disconnects no one: clients stay in public channels until they reconnect, and can’t join new ones.',
  presenceOff: 'Saving disconnects no one: what clients share now stays visible until they leave.',
  users: 'Saving disconnects no one: connected clients stay, even beyond the new limit.',
  channels: 'Saving disconnects no one: clients keep the channels they have joined.',
  rates: 'Saving disconnects no one. A client that sends more than the limit allows is removed from its channel.',
} as const

export const limitsText = {
  title: 'Limits',
  subject: 'change them',
  description: (plan: string) => `Protect your project from too many clients or messages. Defaults come from the ${plan} plan.`,
  saved: 'Realtime limits saved',
  whole: 'Enter a whole number',
  least: 'Enter at least 1',
  most: (most: number) => `Use at most ${most.toLocaleString('en')}`,
  tooSlow: 'Allow at least as many bytes per second as the largest payload',
  reset: 'Use default',
  resetOf: (label: string) => `Use default for ${label}`,
  range: (standard: number, most: number) =>
    standard === most
      ? `Default and maximum: ${most.toLocaleString('en')}.`
      : `Default: ${standard.toLocaleString('en')}. Maximum: ${most.toLocaleString('en')}.`,
  limits: {
    max_concurrent_users: { label: 'Concurrent clients', hint: 'Open connections. More are refused with “Too many connected users”.' },
    max_channels_per_client: { label: 'Channels per client', hint: 'Channels that one connection can be in at once.' },
    max_joins_per_second: { label: 'Joins per second', hint: 'New connections and channel joins from all clients.' },
    max_events_per_second: { label: 'Messages per second', hint: 'Broadcasts from all clients, over sockets and HTTP.' },
    max_bytes_per_second: { label: 'Bytes per second', hint: 'Total size of broadcasts from all clients.' },
    max_presence_events_per_second: { label: 'Presence changes per second', hint: 'Presence updates from all clients.' },
    max_payload_size_in_kb: { label: 'Payload size in KB', hint: 'The largest broadcast or presence state a client can send.' },
  } satisfies Record<LimitName, { readonly label: string; readonly hint: string }>,
  pool: 'Database connections',
  poolHint: (kept: number) =>
    `Realtime opens up to 2 connections to check policies, and closes them when it has nothing to check. The management API also stores connection_pool (${kept}), which has no effect.`,
} as const

export const tablesText = {
  title: 'Published tables',
  description: 'Clients can listen to row changes in these tables.',
  none: 'No tables are published. Clients that ask for row changes are refused.',
  manage: 'Manage tables',
  asleep: 'The project is asleep. Wake it up to see its published tables.',
  paused: 'The project isn’t running, so its published tables can’t be loaded.',
  wake: 'Wake up',
  noRight: 'Your role can’t read the database, so you can’t see its published tables.',
  loading: 'Loading published tables',
  failed: 'Failed to load published tables',
} as const

export const disconnectText = {
  title: 'Disconnect all clients',
  description: 'Closes every connection within a second. The client libraries reconnect automatically, with your current settings and policies.',
  action: 'Disconnect all',
  confirmTitle: 'Disconnect all clients?',
  connected: (clients: number) =>
    clients === 0
      ? 'No clients are connected right now.'
      : `${clients.toLocaleString('en')} ${clients === 1 ? 'client is' : 'clients are'} connected right now.`,
  confirmText: (clients: number | undefined) =>
    `${
      clients === undefined
        ? 'This closes every open connection to this project.'
        : clients === 0
          ? 'No clients are connected right now. This closes any connection opened before you confirm.'
          : `This closes ${clients === 1 ? '1 open connection' : `${clients.toLocaleString('en')} open connections`} to this project.`
    } Clients reconnect automatically, usually within a few seconds, and miss broadcasts and row changes in between.`,
  done: 'All clients disconnected',
} as const
