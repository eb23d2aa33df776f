export const entryKinds = ['broadcast', 'presence', 'changes', 'system', 'sent'] as const
export type EntryKind = (typeof entryKinds)[number]

/** A message that arrived or was sent. */
export interface LogEntry {
  readonly id: number
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly kind: EntryKind
  readonly event: string
  /** One-line summary. */
  readonly summary: string
  /** The beginning of its content, such as a changed row. */
  readonly preview: string
  readonly tone: 'neutral' | 'warning' | 'danger'
  /** Advice; null for none. */
  readonly advice: string | null
  /** The payload as JSON on one line. */
  readonly text: string
}

/** Most messages in the log, and most characters of their payloads. */
export const entriesMost = 1_000
export const charactersMost = 10_000_000

/** Messages, oldest first. */
interface Kept {
  readonly entries: readonly LogEntry[]
  /** Number of older messages dropped. */
  readonly forgotten: number
}

export interface MessageLog {
  readonly shown: Kept
  /** Messages that arrived while paused; null when not paused. */
  readonly held: Kept | null
}

const nothing: Kept = { entries: [], forgotten: 0 }
export const emptyLog: MessageLog = { shown: nothing, held: null }

export function addEntries({ shown, held }: MessageLog, arrived: readonly LogEntry[]): MessageLog {
  return held === null ? { shown: add(shown, arrived), held } : { shown, held: add(held, arrived) }
}

export const pauseLog = ({ shown, held }: MessageLog): MessageLog => ({ shown, held: held ?? nothing })

/** Resumes, and adds the messages that arrived while paused. */
export function resumeLog({ shown, held }: MessageLog): MessageLog {
  if (held === null) return { shown, held }
  const { entries, forgotten } = add(shown, held.entries)
  return { shown: { entries, forgotten: forgotten + held.forgotten }, held: null }
}

/** Clears the log, and stays paused if it was. */
export const clearLog = ({ held }: MessageLog): MessageLog => ({ shown: nothing, held: held && nothing })

function add({ entries, forgotten }: Kept, arrived: readonly LogEntry[]): Kept {
  const all = [...entries, ...arrived]
  let characters = 0
  let first = all.length
  while (first > 0 && all.length - first < entriesMost) {
    characters += all[first - 1]!.text.length
    // keeps the newest however long it is
    if (characters > charactersMost && first < all.length) break
    first -= 1
  }
  return { entries: first === 0 ? all : all.slice(first), forgotten: forgotten + first }
}

/** Returns matching entries of the given kinds, newest first. */
export function findEntries(entries: readonly LogEntry[], words: string, kind: EntryKind | 'all'): readonly LogEntry[] {
  const wanted = words.trim().toLowerCase()
  const has = (text: string): boolean => text.toLowerCase().includes(wanted)
  return entries
    .filter((entry) => (kind === 'all' || entry.kind === kind) && (wanted === '' || has(entry.event) || has(entry.summary) || has(entry.text)))
    .toReversed()
}

/** Formats a payload: JSON, or the number of bytes and the first of them. */
export function textOfPayload(payload: unknown): string {
  if (payload instanceof ArrayBuffer) {
    const bytes = new Uint8Array(payload)
    const shown = [...bytes.subarray(0, 64)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    return JSON.stringify({ bytes: bytes.length, hex: bytes.length > 64 ? `${shown} …` : shown })
  }
  return JSON.stringify(payload) ?? 'null'
}

/** Most characters of a payload on an entry's line. */
export const previewMost = 300

/** Formats JSON over several lines. */
export const prettyText = (text: string): string => JSON.stringify(JSON.parse(text), null, 2)
