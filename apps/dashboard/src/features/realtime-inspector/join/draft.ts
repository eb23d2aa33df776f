import { draftText } from '../messages.ts'

export const changeEvents = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const
export type ChangeEvent = (typeof changeEvents)[number]

/** Row changes to receive. */
export interface ChangesDraft {
  readonly isOn: boolean
  readonly schema: string
  /** An asterisk means every published table. */
  readonly table: string
  readonly event: ChangeEvent
  readonly filter: string
}

/** A channel in the form. */
export interface JoinDraft {
  readonly channel: string
  readonly isPrivate: boolean
  /** True if clients receive their own messages. */
  readonly self: boolean
  /** True if the server acknowledges messages. */
  readonly ack: boolean
  readonly presence: { readonly isOn: boolean; readonly key: string }
  readonly changes: ChangesDraft
}

/** Values the URL can fill in. */
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

/** Longest channel name in bytes: a topic has 255, and nine of them are its prefix. */
export const channelBytesMost = 246

const operators = 'eq|neq|lt|lte|gt|gte|in|like|ilike|is|match|imatch|isdistinct'
const filterStart = new RegExp(`^[^=]+=(?:not\\.)?(?:${operators})\\.`)

export type DraftField = 'channel' | 'table' | 'filter'

/** Returns problems of the form by field. */
export function draftProblems({ channel, changes }: JoinDraft): Readonly<Partial<Record<DraftField, string>>> {
  const name = channel.trim()
  return {
    ...(name === '' && { channel: draftText.noChannel }),
    ...(new TextEncoder().encode(name).length > channelBytesMost && { channel: draftText.longChannel(channelBytesMost) }),
    ...(changes.isOn && changes.table.trim() === '' && { table: draftText.noTable }),
    ...(changes.isOn && changes.filter.trim() !== '' && !filterStart.test(changes.filter.trim()) && { filter: draftText.badFilter }),
  }
}

/** Returns the options for the client's `channel()`. */
export function channelConfigOf({ isPrivate, self, ack, presence }: JoinDraft): {
  readonly private: boolean
  readonly broadcast: { readonly self: boolean; readonly ack: boolean }
  readonly presence: { readonly key: string; readonly enabled: boolean }
} {
  return { private: isPrivate, broadcast: { self, ack }, presence: { key: presence.isOn ? presence.key.trim() : '', enabled: presence.isOn } }
}

/** Returns the options for `on('postgres_changes')`; null without row changes. */
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

/** Returns true if joining queries the database, which wakes an asleep project. */
export function needsDatabase({ isPrivate, changes }: JoinDraft): boolean {
  return isPrivate || changes.isOn
}
