/** A text, or a moment that stands in it. */
export type MessagePart = { readonly text: string; readonly at: null } | { readonly text: string; readonly at: string }

/** As the contract of notifications says that moments are written: "2026-01-31 12:00:05 UTC". */
const moment = /\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\b/g

/** A message in parts, so that its moments are shown by the reader's clock. */
export function messageParts(message: string): MessagePart[] {
  const parts: MessagePart[] = []
  let end = 0
  const add = (text: string) => void (text !== '' && parts.push({ text, at: null }))
  for (const { 0: text, index } of message.matchAll(moment)) {
    const at = `${text.slice(0, 10)}T${text.slice(11, 19)}Z`
    if (Number.isNaN(Date.parse(at))) continue
    add(message.slice(end, index))
    parts.push({ text, at })
    end = index + text.length
  }
  add(message.slice(end))
  return parts
}
