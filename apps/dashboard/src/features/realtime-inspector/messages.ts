import type { EntryKind } from './log/message-log.ts'

const count = (value: number, one: string, many = `${one}s`): string => `${value.toLocaleString('en')} ${value === 1 ? one : many}`

export const pageText = {
  title: 'Realtime Inspector',
  description: 'Join a channel as any client, watch what arrives, and send messages.',
  tabs: { messages: 'Messages', channels: 'Live channels', code: 'Client code', why: 'Why nothing?' },
  noRight: { title: 'You don’t have access', text: 'Your role can’t use Realtime. Ask an owner for the developer role.' },
  off: 'Realtime is off for this project, so no client can connect. Turn it on in Realtime settings.',
  privateOnly: 'This project only allows private channels. Turn on Private to join.',
  settings: 'Open Realtime settings',
} as const

export const joinText = {
  title: 'Channel',
  name: 'Channel name',
  namePlaceholder: 'room-1',
  isPrivate: 'Private',
  privateHint: 'Policies on realtime.messages decide who can join and send. Public channels are open to everyone with your anon key.',
  as: 'Join as',
  asHint: 'Uses a token that only works with Realtime. It lasts 10 minutes and renews while you’re joined.',
  options: 'Options',
  optionsOf: ({ self, ack, presence }: { readonly self: boolean; readonly ack: boolean; readonly presence: { readonly isOn: boolean } }) =>
    [self && 'self', ack && 'ack', presence.isOn && 'presence'].filter(Boolean).join(', ') || 'none',
  self: 'Receive your own messages',
  selfHint: 'broadcast.self: the server also sends you your own messages.',
  ack: 'Acknowledge messages',
  ackHint: 'broadcast.ack: the server confirms or refuses each message you send.',
  presence: 'Presence',
  presenceHint: 'See who is in the channel, who joins and who leaves.',
  presenceKey: 'Presence key',
  presenceKeyHint: 'Identifies you in the channel. Clients with the same key count as one member. Leave empty for a random key.',
  changes: 'Row changes',
  changesHint: 'Receive changes to tables in the supabase_realtime publication.',
  schema: 'Schema',
  table: 'Table',
  tableHint: 'Enter * for every published table in the schema.',
  event: 'Event',
  events: { '*': 'All events', INSERT: 'INSERT', UPDATE: 'UPDATE', DELETE: 'DELETE' },
  filter: 'Filter',
  filterPlaceholder: 'id=eq.5',
  filterHint: 'column=operator.value, such as id=eq.5 or status=in.(open,new). A comma means “and”.',
  submit: 'Join channel',
  again: 'Join again',
  leave: 'Leave channel',
  noRight: 'Your role can’t join as a client, because that needs access to service keys and SQL. Ask an owner for the developer role.',
  asleepWakes: 'The project is asleep. Joining this channel wakes it up.',
  asleepStays: 'The project is asleep. Broadcast and presence work without waking it up.',
  changed: 'You changed the form. Join again to apply your changes.',
  noKey: 'This project has no publishable key. Create one in API settings.',
} as const

export const draftText = {
  noChannel: 'Enter a channel name',
  longChannel: (most: number) => `Use at most ${most} bytes`,
  noTable: 'Enter a table, or * for all tables',
  badFilter: 'Use the form column=operator.value, such as id=eq.5',
} as const

export const stateText = {
  joining: 'Joining…',
  joined: (channel: string, who: string) => `Joined ${channel} as ${who}`,
  lost: 'Disconnected. Reconnecting…',
  ended: 'Not joined',
  left: 'Left the channel',
} as const

export const lostText = {
  off: 'Realtime is off for this project.',
  connections: (used: number, most: number) => `The project is using ${used.toLocaleString('en')} of its ${most.toLocaleString('en')} connections.`,
  joins: (most: number) => `Clients reached the limit of ${most.toLocaleString('en')} joins per second.`,
  paused: 'The project is paused. Restore it to connect.',
  unknown: 'The server didn’t accept the connection. Check your network; the inspector keeps trying.',
} as const

export const entryText = {
  joined: (channel: string, who: string) => `Joined ${channel} as ${who}`,
  replayed: 'Replayed',
  closed: 'The server closed the channel.',
  timedOut: 'The server didn’t answer within 10 seconds. Try again.',
  lost: 'The connection was lost.',
  sent: { ok: 'Received by the server', 'timed out': 'No answer from the server', error: 'Refused by the server' },
  rowError: (said: string) =>
    /401/.test(said)
      ? 'This client can’t select the table’s primary key, so it gets no row. See “Why nothing?”.'
      : /400/.test(said)
        ? 'The table has no primary key, so clients get no row. See “Why nothing?”.'
        : /413/.test(said)
          ? 'The change is larger than 1 MB. Long values were left out.'
          : said,
} as const

export const systemText = {
  subscribed: 'Row changes are streaming.',
  replicating: 'Broadcasts from SQL are streaming.',
  filterColumn: 'The filter names a column that doesn’t exist, or that this client can’t read.',
  filterColumnAdvice: 'Correct the column in the filter, or grant SELECT on it.',
  selectColumn: 'A selected column doesn’t exist, or this client can’t read it.',
  selectColumnAdvice: 'Correct the column, or grant SELECT on it.',
  filter: 'The filter is invalid.',
  filterAdvice: 'Use the form column=operator.value, such as id=eq.5.',
  unpublished: 'The table doesn’t exist, or isn’t in the publication supabase_realtime.',
  unpublishedAdvice: 'Open “Why nothing?” to add it to the publication.',
  whyAdvice: 'Open “Why nothing?” to see what to change.',
  notFollowed: 'Row changes can’t be streamed right now.',
  notFollowedAdvice:
    'Leave the channel and join again in a few seconds. If this keeps happening, check whether another tool is using all replication slots.',
  readerLost: 'The connection to the database was lost.',
  readerLostAdvice: 'The channel rejoins automatically. You may have missed changes in between.',
  permission: 'This client can no longer read the channel.',
  permissionAdvice: 'A policy or the token changed. Check the policies on realtime.messages.',
  messages: 'Too many messages per second.',
  limitAdvice: 'Send less often, or raise the limit in Realtime settings.',
  presence: 'This client changed its presence more than 5 times in 30 seconds.',
  presenceAdvice: 'Track less often. For state that changes fast, such as cursors, use broadcast.',
  presenceSize: 'The presence state is too large.',
  presenceSizeAdvice: 'Share less, or raise the payload limit in Realtime settings.',
  token: 'The token expired.',
  tokenAdvice: 'Join again to get a new one. In your app, call supabase.realtime.setAuth() when the session refreshes.',
  joinUnauthorized:
    'This client isn’t allowed to read the channel: no SELECT policy on realtime.messages allows it. Open “Why nothing?” to see each policy.',
  joinPrivateOnly: 'This project only allows private channels. Turn on Private, or allow public channels in Realtime settings.',
  joinChannels: 'This connection has reached the limit of channels per client.',
  joinRate: 'Clients exceeded the limit on joins per second. Try again in a moment.',
  joinToken: 'The server refused the token. Join again to get a new one.',
  joinConnecting: 'Realtime is still connecting to the database. Try again in a few seconds.',
  joinChangesLate: 'Row changes can’t be streamed right now. Try again in a few seconds.',
  joinTopic: 'The server refused this channel name. Enter another one.',
} as const

export const logText = {
  label: 'Messages',
  search: 'Search messages',
  kind: 'Show',
  all: 'All',
  kinds: { broadcast: 'Broadcast', presence: 'Presence', changes: 'Row changes', system: 'System', sent: 'Sent' } satisfies Record<EntryKind, string>,
  pause: 'Pause',
  resume: 'Resume',
  held: (held: number) => `Paused. ${count(held, 'new message')} waiting.`,
  heldFull: (most: number) => `Only the newest ${most.toLocaleString('en')} wait; older ones are dropped.`,
  clear: 'Clear',
  copyAll: 'Copy messages',
  copyOne: 'Copy payload',
  bound: (most: number) => `Keeps the newest ${most.toLocaleString('en')} messages, up to 10 MB.`,
  forgotten: (forgotten: number) => `${count(forgotten, 'older message')} dropped.`,
  older: (more: number) => `Show ${more.toLocaleString('en')} more`,
  arrived: (arrived: number) => count(arrived, 'new message'),
  noMatch: { title: 'No matching messages', text: 'Change your search, or show all kinds.' },
  nothing: { title: 'No messages yet', text: 'Send a message below or change a row. If you expected a message, open “Why nothing?”.' },
  start: {
    title: 'Join a channel to watch it',
    text: 'Enter a channel name, choose who to join as, and click Join channel. Messages appear here as they arrive.',
  },
} as const

export const membersText = {
  title: 'In this channel',
  none: 'No one is sharing presence.',
  more: (more: number) => `and ${more.toLocaleString('en')} more`,
  track: 'Show me',
  untrack: 'Hide me',
  failed: 'The server refused the presence update.',
} as const

export const sendText = {
  title: 'Send a message',
  by: 'Send via',
  ways: { socket: 'Socket', rest: 'REST', sql: 'SQL' },
  wayHints: {
    socket: 'channel.send(), over the connection you joined with.',
    rest: 'POST /realtime/v1/api/broadcast, as a server sends without a connection.',
    sql: 'select realtime.send(…) in your database, as a trigger sends. Runs as postgres.',
  },
  event: 'Event',
  payload: 'Payload',
  noEvent: 'Enter an event name',
  longEvent: 'Use at most 255 bytes',
  accepted: 'Accepted',
  submit: 'Send message',
  notJoined: 'Join the channel first.',
  replies: {
    ok: 'The server received the message.',
    unacknowledged: 'Sent. Turn on “Acknowledge messages” to get a reply.',
    'timed out': 'The server didn’t answer within 10 seconds.',
    error:
      'The server refused the message. In a private channel, an INSERT policy on realtime.messages must allow it; otherwise it may be too large.',
  },
  rest: (status: number, said: string) => `${status} ${said}`.trim(),
  sql: 'realtime.send() ran. The message usually arrives right away.',
} as const

export const codeText = {
  title: 'Client code',
  description: 'The same channel with supabase-js.',
  label: 'client code',
} as const

export const liveText = {
  title: 'Live channels',
  figures: 'Right now',
  connections: 'Connections',
  messages: 'Messages per second',
  joins: 'Joins per second',
  presence: 'Presence events per second',
  of: (most: number) => `of ${most.toLocaleString('en')}`,
  peak: (peak: number) => `Peak in the last 10 s: ${peak.toLocaleString('en')}`,
  channel: 'Channel',
  clients: 'Clients',
  members: 'Members',
  isPrivate: 'Private',
  open: (topic: string) => `Use ${topic}`,
  fill: 'Use',
  empty: { title: 'No live channels', text: 'Channels appear here while clients are in them. This page doesn’t wake the project.' },
  more: (more: number) => `and ${count(more, 'more channel')}`,
  failed: 'Failed to load live channels',
} as const
