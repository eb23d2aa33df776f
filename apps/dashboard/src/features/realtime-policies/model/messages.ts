import { type Reach, roleText } from '../../../scope/policies/reach.ts'
import type { ChannelActionId, ChannelCommand, ChannelWarning, PolicyMeaning } from './access.ts'
import type { TemplateField, TemplateId } from './realtime-templates.ts'

export const pageText = {
  title: 'Realtime policies',
  description: 'Policies on realtime.messages decide who can join private channels and send to them. service_role bypasses them.',
  asleep: { title: 'This project is asleep', text: 'Wake it up to see its realtime policies.', action: 'Wake up' },
  noRight: { title: 'You don’t have access', text: 'Ask an owner of the organization for a role that can read the database.' },
  noTable: { title: 'This database has no realtime schema', text: 'The realtime.messages table is missing. Restore the realtime schema first.' },
  failed: 'Failed to load policies',
  loading: 'Loading policies',
  rlsOff:
    'Row-level security is off for realtime.messages. Policies do nothing: anyone with your anon key can join and send to every private channel.',
  rlsAction: 'Open the table’s policies',
  publicOpen: 'Public channels don’t check policies: anyone with your anon key can join them.',
  publicAction: 'Allow private channels only',
  access: 'Who can use private channels',
  policies: 'Policies',
  warnings: 'Warnings',
  newPolicy: 'New policy',
  empty: {
    title: 'No policies yet',
    text: 'Only service_role can join private channels. To let your users in, start from a template.',
  },
} as const

export const actionText: Readonly<Record<ChannelActionId, string>> = {
  hear: 'Receive broadcasts',
  see: 'See presence',
  send: 'Send broadcasts',
  share: 'Share presence',
}

export const reachText: Readonly<Record<Reach, { readonly short: string; readonly long: string }>> = {
  none: { short: 'No', long: 'No policy allows it' },
  some: { short: 'Some topics', long: 'Allowed for topics or users that meet a condition' },
  all: { short: 'All topics', long: 'Allowed in every private channel' },
}

const verbs: Readonly<Record<ChannelActionId, string>> = {
  hear: 'receive broadcasts',
  see: 'see presence',
  send: 'send broadcasts',
  share: 'share presence',
}

const joined = (words: readonly string[]): string => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`)

const who = (roles: readonly string[]): string =>
  roles.includes('public')
    ? 'Anyone'
    : joined(roles.map((role) => (role === 'anon' ? 'Visitors' : role === 'authenticated' ? 'Signed-in users' : role)))

/** Describes in a sentence what a policy lets clients do. */
export function meaningText(
  { roles, action }: { readonly roles: readonly string[]; readonly action: 'PERMISSIVE' | 'RESTRICTIVE' },
  { actions, topics, hasCondition }: PolicyMeaning,
): string {
  if (actions.length === 0) return 'Has no effect on channels: Realtime uses only SELECT and INSERT policies.'
  if (action === 'RESTRICTIVE' && topics === null && !hasCondition) return `Restricts nothing: its condition is always true for ${roles.join(', ')}.`
  const what = joined(actions.map((id) => verbs[id]))
  const where =
    topics !== null && topics.length > 0
      ? `in ${topics.length === 1 ? 'the topic' : 'the topics'} ${joined(topics.map((topic) => `“${topic}”`))}${hasCondition ? ', if its condition is met' : ''}`
      : hasCondition
        ? 'where its condition is met'
        : 'in every private channel'
  return action === 'RESTRICTIVE' ? `${who(roles)} can ${what} only ${where}.` : `${who(roles)} can ${what} ${where}.`
}

/** Explains why something is probably a mistake, and what to do about it. */
export function warningText(warning: ChannelWarning): string {
  switch (warning.kind) {
    case 'anon-opens':
      return `“${warning.policy}” lets anyone ${warning.command === 'SELECT' ? 'join' : 'send to'} every private channel without signing in.`
    case 'deaf':
      return `${joined(warning.roles.map(roleText))}: policies allow sending but not joining. Clients must join a channel before they can send over a socket.`
  }
}

export const templateText: Readonly<Record<TemplateId, { readonly title: string; readonly hint: string; readonly name: string }>> = {
  'signed-in': {
    title: 'Signed-in users can use every channel',
    hint: 'Everyone with an account can join, and send to, any topic.',
    name: 'Signed-in users use all channels',
  },
  own: {
    title: 'Each user can use their own topic',
    hint: 'Only the user with the ID in the topic, such as user:6f1….',
    name: 'Users use their own topic',
  },
  members: {
    title: 'Members can use their room’s topic',
    hint: 'Only users listed in a table of room members.',
    name: 'Members use their rooms',
  },
  topic: { title: 'Signed-in users can use one topic', hint: 'Only a topic you choose.', name: 'Signed-in users use a topic' },
  listen: {
    title: 'Only your server can send',
    hint: 'Signed-in users can join and listen. Only your database and service_role send messages.',
    name: 'Signed-in users listen',
  },
  presence: {
    title: 'Presence only',
    hint: 'Users see who else is there, but can’t receive or send broadcasts.',
    name: 'Signed-in users share presence',
  },
  claim: {
    title: 'Administrators can use every channel',
    hint: 'Users with the role admin in their app_metadata.',
    name: 'Administrators use all channels',
  },
}

export const formText = {
  change: (name: string) => `Create realtime policies: ${name}`,
  title: 'New realtime policy',
  template: 'Template',
  scratch: 'Write your own policy instead',
  commands: 'Allowed operations',
  commandNames: { SELECT: 'Join', INSERT: 'Send' } satisfies Record<ChannelCommand, string>,
  commandHints: {
    SELECT: 'Join the channel and listen (SELECT)',
    INSERT: 'Send to the channel (INSERT)',
  } satisfies Record<ChannelCommand, string>,
  commandsMissing: 'Choose at least one operation',
  extensions: 'For',
  both: 'Both',
  broadcast: 'Broadcasts',
  presence: 'Presence',
  name: 'Name',
  nameHint: 'If you allow both operations, each gets its own policy, with the operation added to the name.',
  nameMissing: 'Enter a name',
  nameTooLong: (bytes: number) => `Use at most ${bytes} bytes`,
  field: {
    topic: 'Topic',
    prefix: 'Topics begin with',
    table: 'Members table',
    topicColumn: 'Column with the rest of the topic',
    userColumn: 'Column with the user’s ID',
  } satisfies Record<TemplateField, string>,
  valueMissing: {
    topic: 'Enter a topic',
    prefix: '',
    table: 'Enter a table, such as public.room_members',
    topicColumn: 'Enter a column name',
    userColumn: 'Enter a column name',
  } satisfies Record<TemplateField, string>,
  valueTooLong: (bytes: number) => `Use at most ${bytes} bytes`,
  membersNote: 'The policy reads this table as the user, so the table’s own policies must let users see their memberships.',
  submit: (count: number) => (count > 1 ? `Create ${count} policies` : 'Create policy'),
  done: (count: number) => (count > 1 ? `${count} policies created` : 'Policy created'),
} as const
