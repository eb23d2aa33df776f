export const startText = {
  title: 'Realtime',
  description: 'Send messages between clients, share who is online, and follow changes to rows, over one WebSocket.',
  parts: 'What Realtime does',
  broadcast: {
    title: 'Broadcast',
    text: 'Clients send each other messages through channels. Your database can send them too, with realtime.send().',
  },
  presence: { title: 'Presence', text: 'Every client of a channel sees who else is in it, and what they share about themselves.' },
  changes: {
    title: 'Row changes',
    text: 'Clients hear of inserts, updates and deletes in published tables. Row-level security decides who hears of which row.',
    action: 'Choose tables',
  },
} as const
