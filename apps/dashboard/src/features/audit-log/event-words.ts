import { type EventText, eventTexts } from './event-texts.ts'
import { entryText } from './messages.ts'

export interface EventWords {
  readonly text: string
  /** The name of what was changed, where the entry has it. */
  readonly object: string | null
}

/** Returns the text of an event and the name of its object; the event's own name where it has no text yet. */
export function eventWords(event: string, details: Readonly<Record<string, unknown>>): EventWords {
  const { text, link, fields = [] }: EventText = eventTexts[event] ?? { text: event }
  const object = fields.map((field) => nameOf(details[field])).find((name) => name !== null) ?? null
  if (object === null) return { text: text.replace(/:$/u, ''), object }
  return { text: link ? `${text} ${link}` : text, object }
}

/** Returns the name that a value of the details shows: of a list its entries, of an edge function its slug. */
function nameOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value === '' ? null : value
  if (Array.isArray(value)) return value.map(nameOf).filter(Boolean).join(', ') || null
  return typeof value === 'object' && value !== null && 'slug' in value ? nameOf(value.slug) : null
}

/** Returns one value of an event's details as text. */
export function detailText(value: unknown): string {
  if (value === null) return entryText.none
  return typeof value === 'string' ? value : JSON.stringify(value)
}
