import type { TriedAccess } from '@colonnade/pg-meta/realtime-trial'

export const testText = {
  tab: 'Test access',
  intro: 'See what a client can do in a private channel, and which policy decides. Everything is rolled back.',
  noRight: { title: 'You can’t test policies', text: 'Your role can only read. Ask an owner for the developer role.' },
  who: 'As',
  topic: 'Topic',
  topicHint: 'The channel’s name, as your app calls it.',
  topicMissing: 'Enter a topic',
  topicLong: 'Topics have at most 255 bytes, with realtime: in front',
  submit: 'Test access',
  nothingYet: { title: 'Choose a client and a topic', text: 'Joining and sending are tried in the database as that client, then rolled back.' },
  results: (who: string, topic: string) => `What ${who} can do in “${topic}”`,
  joins: 'This client can join the private channel.',
  refused: 'This client can’t join the private channel.',
} as const

export const accessText: Readonly<Record<`${TriedAccess['access']} ${TriedAccess['extension']}`, { readonly title: string; readonly hint: string }>> =
  {
    'read broadcast': { title: 'Hear broadcasts', hint: "on('broadcast')" },
    'read presence': { title: 'See presence', hint: "on('presence')" },
    'write broadcast': { title: 'Send broadcasts', hint: 'send(), httpSend()' },
    'write presence': { title: 'Share presence', hint: 'track()' },
  }
