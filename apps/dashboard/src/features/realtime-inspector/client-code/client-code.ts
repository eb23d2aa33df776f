import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { changesFilterOf, type JoinDraft } from '../join/draft.ts'
import type { ClientKind } from '../../../scope/database-role/client.ts'

export interface CodeInput extends ApiParameters {
  readonly draft: JoinDraft
  readonly kind: ClientKind
  /** Email of the chosen user, if they have one. */
  readonly email: string | null
}

/** Returns supabase-js code that joins the same channel. */
export function clientCode({ url, anonKey, draft, kind, email }: CodeInput): string {
  const { channel, isPrivate, self, ack, presence } = draft
  const config = [
    ...(isPrivate ? ['    private: true,'] : []),
    `    broadcast: { self: ${self}, ack: ${ack} },`,
    ...(presence.isOn && presence.key.trim() !== '' ? [`    presence: { key: ${quote(presence.key.trim())} },`] : []),
  ]
  const filter = changesFilterOf(draft)
  const change =
    filter &&
    `{ ${Object.entries(filter)
      .map(([name, value]) => `${name}: ${quote(value)}`)
      .join(', ')} }`
  return [
    `import { createClient } from '@supabase/supabase-js'`,
    '',
    kind === 'service_role'
      ? `// on a server only: a secret key bypasses row-level security\nconst supabase = createClient(${quote(url)}, process.env.SECRET_KEY)`
      : `const supabase = createClient(${quote(url)}, ${quote(anonKey)})`,
    ...(kind === 'user' ? [`await supabase.auth.signInWithPassword({ email: ${quote(email ?? 'user@example.com')}, password: '…' })`] : []),
    // private channels need the token before they are joined
    ...(isPrivate && kind === 'user' ? ['await supabase.realtime.setAuth()'] : []),
    '',
    `const channel = supabase.channel(${quote(channel.trim() === '' ? 'room-1' : channel.trim())}, {`,
    '  config: {',
    ...config,
    '  },',
    '})',
    '',
    'channel',
    `  .on('broadcast', { event: '*' }, ({ event, payload }) => console.log(event, payload))`,
    ...(presence.isOn ? [`  .on('presence', { event: 'sync' }, () => console.log(channel.presenceState()))`] : []),
    ...(change === null ? [] : [`  .on('postgres_changes', ${change}, (change) => console.log(change))`]),
    '  .subscribe((status, error) => console.log(status, error))',
    '',
    '// once it is SUBSCRIBED',
    `await channel.send({ type: 'broadcast', event: 'message', payload: { text: 'Hello' } })`,
    '',
  ].join('\n')
}

/** Quotes a string for JavaScript. */
const quote = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
