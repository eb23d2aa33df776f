import type { TriedAccess } from '@colonnade/pg-meta/realtime-trial'

export const testText = {
  tab: 'Test access',
  intro: 'See what a client can do in a private channel, and which policies decide. Nothing is changed: each test is rolled back.',
  noRight: { title: 'You can’t test policies', text: 'Your role is read-only. Ask an owner for the developer role.' },
  who: 'Test as',
  topic: 'Topic',
  topicHint: 'The channel name your app uses.',
  topicPlaceholder: 'room:1',
  topicMissing: 'Enter a topic',
  topicLong: 'Use at most 255 bytes, including the realtime: prefix',
  submit: 'Test access',
  nothingYet: { title: 'Choose a client and a topic', text: 'Joining and sending run in the database as that client, then are rolled back.' },
  results: (who: string, topic: string) => `What ${who} can do in “${topic}”`,
  joins: 'This client can join the private channel.',
  refused: 'This client can’t join the private channel.',
} as const

export const accessText: Readonly<Record<`${TriedAccess['access']} ${TriedAccess['extension']}`, { readonly title: string; readonly hint: string }>> =
  {
    'read broadcast': { title: 'Receive broadcasts', hint: "on('broadcast')" },
    'read presence': { title: 'See presence', hint: "on('presence')" },
    'write broadcast': { title: 'Send broadcasts', hint: 'send(), httpSend()' },
    'write presence': { title: 'Share presence', hint: 'track()' },
  }
