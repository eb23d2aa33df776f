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
  asHint: 'Uses a token that opens Realtime only. It lasts 10 minutes and is renewed while you stay.',
  options: 'Options',
  optionsOf: ({ self, ack, presence }: { readonly self: boolean; readonly ack: boolean; readonly presence: { readonly isOn: boolean } }) =>
    [self && 'self', ack && 'ack', presence.isOn && 'presence'].filter(Boolean).join(', ') || 'none',
  self: 'Receive your own messages',
  selfHint: 'broadcast.self: messages that you send also come back to you.',
  ack: 'Acknowledge messages',
  ackHint: 'broadcast.ack: the server replies once it has your message, or refuses it.',
  presence: 'Presence',
  presenceHint: 'See who is in the channel, who joins and who leaves.',
  presenceKey: 'Presence key',
  presenceKeyHint: 'Names you in the channel. Clients with the same key count as one member. Random if empty.',
  changes: 'Row changes',
  changesHint: 'Receive changes to tables in the supabase_realtime publication.',
  schema: 'Schema',
  table: 'Table',
  tableHint: 'Enter * for every published table of the schema.',
  event: 'Event',
  events: { '*': 'All events', INSERT: 'INSERT', UPDATE: 'UPDATE', DELETE: 'DELETE' },
  filter: 'Filter',
  filterHint: 'column=operator.value, such as id=eq.5 or status=in.(open,new). A comma means “and”.',
  submit: 'Join channel',
  again: 'Join again',
  leave: 'Leave channel',
  noRight: 'Your role can’t join as a client: that takes access to service keys and writing SQL. Ask an owner for the developer role.',
  asleepWakes: 'The project is asleep. Joining this channel wakes it up.',
  asleepStays: 'The project is asleep. Broadcast and presence work without waking it up.',
  changed: 'You changed the form. Join again to use it.',
  noKey: 'This project has no publishable key. Create one in API settings.',
} as const

export const draftText = {
  noChannel: 'Enter a channel name',
  longChannel: (most: number) => `Channel names have at most ${most} bytes`,
  noTable: 'Enter a table, or * for all of them',
  badFilter: 'Write column=operator.value, such as id=eq.5',
} as const

export const stateText = {
  joining: 'Joining…',
  joined: (channel: string, who: string) => `Joined ${channel} as ${who}`,
  lost: 'Not connected. Trying again…',
  ended: 'Not joined',
  left: 'Left the channel',
} as const

export const lostText = {
  off: 'Realtime is off for this project.',
  connections: (used: number, most: number) => `The project already has ${used.toLocaleString('en')} of ${most.toLocaleString('en')} connections.`,
  joins: (most: number) => `Clients reached the limit of ${most.toLocaleString('en')} joins a second.`,
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
  filterColumnAdvice: 'Fix the column in the filter, or grant SELECT on it.',
  selectColumn: 'A selected column doesn’t exist, or this client can’t read it.',
  selectColumnAdvice: 'Fix the column, or grant SELECT on it.',
  filter: 'The filter can’t be read.',
  filterAdvice: 'Write column=operator.value, such as id=eq.5.',
  unpublished: 'The table doesn’t exist, or isn’t in the publication supabase_realtime.',
  unpublishedAdvice: 'Open “Why nothing?” to add it to the publication.',
  whyAdvice: 'Open “Why nothing?” to see what to change.',
  notFollowed: 'The database can’t be followed right now.',
  notFollowedAdvice: 'Leave and join again in a few seconds. If it stays, check that no tool uses up all replication slots.',
  readerLost: 'The connection to the database was lost.',
  readerLostAdvice: 'The channel joins again automatically. Changes in between may be missing.',
  permission: 'This client can no longer read the channel.',
  permissionAdvice: 'A policy or the token changed. Check the policies on realtime.messages.',
  messages: 'Too many messages a second.',
  limitAdvice: 'Send less often, or raise the limit in Realtime settings.',
  presence: 'This client changed its presence more than 5 times in 30 seconds.',
  presenceAdvice: 'Track less often. Use broadcast for what changes fast, such as cursors.',
  presenceSize: 'The presence state is too large.',
  presenceSizeAdvice: 'Share less, or raise the payload limit in Realtime settings.',
  token: 'The token expired.',
  tokenAdvice: 'Join again to get a new one. In your app, call supabase.realtime.setAuth() when the session is refreshed.',
  joinUnauthorized:
    'This client isn’t allowed to read the channel: no SELECT policy on realtime.messages lets it. Open “Why nothing?” to see each policy.',
  joinPrivateOnly: 'This project only allows private channels. Turn on Private, or allow public channels in Realtime settings.',
  joinChannels: 'This connection has reached the limit of channels per client.',
  joinRate: 'Clients are joining faster than the limit of joins a second allows. Try again in a moment.',
  joinToken: 'The server refused the token. Join again to get a new one.',
  joinConnecting: 'Realtime is still connecting to the database. Try again in a few seconds.',
  joinChangesLate: 'The changes of this project can’t be followed right now. Try again in a few seconds.',
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
  held: (held: number) => `Paused. ${count(held, 'new message')} held back.`,
  heldFull: (most: number) => `Older held messages are dropped beyond ${most.toLocaleString('en')}.`,
  clear: 'Clear',
  copyAll: 'Copy messages',
  copyOne: 'payload',
  bound: (most: number) => `Keeps the newest ${most.toLocaleString('en')} messages, up to 10 MB.`,
  forgotten: (forgotten: number) => `${count(forgotten, 'older message')} dropped.`,
  older: (more: number) => `Show ${more.toLocaleString('en')} more`,
  arrived: (arrived: number) => count(arrived, 'new message'),
  noMatch: { title: 'No matching messages', text: 'Try other words, or show all kinds.' },
  nothing: { title: 'Nothing has arrived yet', text: 'Send a message below, change a row, or open “Why nothing?” if you expected one.' },
  start: {
    title: 'Join a channel to watch it',
    text: 'Enter a channel name, choose whom to join as, and click Join channel. Messages appear here as they arrive.',
  },
} as const

export const membersText = {
  title: 'In this channel',
  none: 'No member shares its presence.',
  more: (more: number) => `and ${more.toLocaleString('en')} more`,
  track: 'Show me',
  untrack: 'Hide me',
  failed: 'The server refused the presence update.',
} as const

export const sendText = {
  title: 'Send a message',
  by: 'Send by',
  ways: { socket: 'Socket', rest: 'REST', sql: 'SQL' },
  wayHints: {
    socket: 'channel.send() through the connection that you joined with.',
    rest: 'POST /realtime/v1/api/broadcast, as a server without a connection does.',
    sql: 'select realtime.send(…) in your database, as a trigger does. Runs as postgres.',
  },
  event: 'Event',
  payload: 'Payload',
  noEvent: 'Enter an event name',
  longEvent: 'Event names have at most 255 bytes',
  submit: 'Send message',
  notJoined: 'Join the channel first.',
  replies: {
    ok: 'The server has the message.',
    unacknowledged: 'Sent. Turn on “Acknowledge messages” to get a reply.',
    'timed out': 'The server didn’t answer within 10 seconds.',
    error:
      'The server refused the message. In a private channel, an INSERT policy on realtime.messages must allow it; otherwise it may be too large.',
  },
  rest: (status: number, said: string) => `${status} ${said}`.trim(),
  sql: 'realtime.send() ran. The message arrives once its transaction is read, usually at once.',
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
  messages: 'Messages a second',
  joins: 'Joins a second',
  presence: 'Presence events a second',
  of: (most: number) => `of ${most.toLocaleString('en')}`,
  peak: (peak: number) => `${peak.toLocaleString('en')} at most in the last 10 s`,
  channel: 'Channel',
  clients: 'Clients',
  members: 'Members',
  isPrivate: 'Private',
  open: (topic: string) => `Fill in ${topic}`,
  fill: 'Use',
  empty: { title: 'No live channels', text: 'Channels appear here while clients have joined them. Asking doesn’t wake the project.' },
  more: (more: number) => `and ${count(more, 'more channel')}`,
  failed: 'Failed to load live channels',
} as const
