import { draftText } from '../messages.ts'

export const changeEvents = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const
export type ChangeEvent = (typeof changeEvents)[number]

/** Rows to hear of. */
export interface ChangesDraft {
  readonly isOn: boolean
  readonly schema: string
  /** An asterisk is every published table. */
  readonly table: string
  readonly event: ChangeEvent
  readonly filter: string
}

/** A channel to join, as the form holds it. */
export interface JoinDraft {
  readonly channel: string
  readonly isPrivate: boolean
  /** Whether messages come back to whoever sent them. */
  readonly self: boolean
  /** Whether the server says that a message arrived. */
  readonly ack: boolean
  readonly presence: { readonly isOn: boolean; readonly key: string }
  readonly changes: ChangesDraft
}

/** What the address can fill in. */
export interface DraftStart {
  readonly channel?: string | undefined
  readonly private?: boolean | undefined
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly event?: ChangeEvent | undefined
  readonly filter?: string | undefined
}

export function startDraft({ channel, private: isPrivate, schema, table, event, filter }: DraftStart): JoinDraft {
  return {
    channel: channel ?? '',
    isPrivate: isPrivate ?? false,
    self: true,
    ack: true,
    presence: { isOn: true, key: '' },
    changes: { isOn: table !== undefined, schema: schema ?? 'public', table: table ?? '', event: event ?? '*', filter: filter ?? '' },
  }
}

/** The topic of the protocol has a prefix of nine bytes, and 255 in all. */
export const channelBytesMost = 246

const operators = 'eq|neq|lt|lte|gt|gte|in|like|ilike|is|match|imatch|isdistinct'
const filterStart = new RegExp(`^[^=]+=(?:not\\.)?(?:${operators})\\.`)

export type DraftField = 'channel' | 'table' | 'filter'

/** Says what keeps a channel from being joined, by the field. */
export function draftProblems({ channel, changes }: JoinDraft): Readonly<Partial<Record<DraftField, string>>> {
  const name = channel.trim()
  return {
    ...(name === '' && { channel: draftText.noChannel }),
    ...(new TextEncoder().encode(name).length > channelBytesMost && { channel: draftText.longChannel(channelBytesMost) }),
    ...(changes.isOn && changes.table.trim() === '' && { table: draftText.noTable }),
    ...(changes.isOn && changes.filter.trim() !== '' && !filterStart.test(changes.filter.trim()) && { filter: draftText.badFilter }),
  }
}

/** What `channel()` of the client takes. */
export function channelConfigOf({ isPrivate, self, ack, presence }: JoinDraft): {
  readonly private: boolean
  readonly broadcast: { readonly self: boolean; readonly ack: boolean }
  readonly presence: { readonly key: string; readonly enabled: boolean }
} {
  return { private: isPrivate, broadcast: { self, ack }, presence: { key: presence.isOn ? presence.key.trim() : '', enabled: presence.isOn } }
}

/** What `on('postgres_changes')` of the client takes; null where no changes are wanted. */
export function changesFilterOf({ changes }: JoinDraft): {
  readonly event: ChangeEvent
  readonly schema: string
  readonly table: string
  readonly filter?: string
} | null {
  if (!changes.isOn) return null
  const filter = changes.filter.trim()
  return { event: changes.event, schema: changes.schema, table: changes.table.trim(), ...(filter !== '' && { filter }) }
}

/** Whether joining asks the project's database, which wakes a project that sleeps. */
export function needsDatabase({ isPrivate, changes }: JoinDraft): boolean {
  return isPrivate || changes.isOn
}
