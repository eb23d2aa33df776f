/** What a command is found by. */
export interface Findable {
  readonly label: string
  /** More words that find it. */
  readonly keywords?: string | undefined
}

/** How well a text fits, the smaller the better: the label's beginning, a word's beginning, inside, all its words somewhere. */
export function fit({ label, keywords = '' }: Findable, text: string): number | null {
  const wanted = text.trim().toLowerCase()
  const name = label.toLowerCase()
  if (wanted === '') return 0
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const at = name.indexOf(wanted)
  if (at > 0) return isWordStart(label, at) ? 2 : 3
  const all = `${name} ${keywords.toLowerCase()}`
  if (wanted.split(/\s+/).every((word) => all.includes(word))) return 4
  return initials(label).startsWith(wanted) && wanted.length > 1 ? 5 : null
}

/** The best `limit` of them, best first; equally good ones keep their order. */
export function rank<Item extends Findable>(items: readonly Item[], text: string, limit: number): { readonly best: number; readonly items: Item[] } {
  const byFit = new Map<number, Item[]>()
  for (const item of items) {
    const found = fit(item, text)
    if (found === null) continue
    const group = byFit.get(found)
    if (group === undefined) byFit.set(found, [item])
    else if (group.length < limit) group.push(item)
  }
  const order = [...byFit.keys()].sort((left, right) => left - right)
  return { best: order[0] ?? Infinity, items: order.flatMap((key) => byFit.get(key)!).slice(0, limit) }
}

/** Words begin after what is neither letter nor digit, and at a capital after a small letter. */
function isWordStart(text: string, at: number): boolean {
  return /[^\p{L}\p{N}]$/u.test(text.slice(0, at)) || /\p{Ll}\p{Lu}/u.test(text.slice(at - 1, at + 1))
}

/** `ue` for "user events", `uef` for user_events_fact. */
function initials(label: string): string {
  return [...label.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word[0]!.toLowerCase()).join('')
}
