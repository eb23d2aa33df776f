/** What a command is found by. */
export interface Findable {
  readonly label: string
  /** Where it belongs. */
  readonly hint?: string | undefined
  /** More words that find it. */
  readonly synonyms?: string | undefined
}

/** How well a text fits, best first. */
export const fits = { exact: 0, prefix: 1, word: 2, synonym: 3, inside: 4, fuzzy: 5 } as const
export type Fit = (typeof fits)[keyof typeof fits]

/** Returns how well a text fits an entry; null where it doesn't. What is written wrong fits only where `isFuzzy`. */
export function fit(entry: Findable, text: string, isFuzzy = true): Fit | null {
  const wanted = wordsOf(text)
  return wanted.length === 0 ? fits.exact : fitWords(entry, wanted, isFuzzy)
}

function fitWords(entry: Findable, wanted: readonly string[], isFuzzy: boolean): Fit | null {
  const { label, hint = '', synonyms = '' } = entry
  const name = label.toLowerCase()
  const [place, others] = [hint.toLowerCase(), synonyms.toLowerCase()]
  for (const word of wanted) {
    if (!name.includes(word) && !place.includes(word) && !others.includes(word)) return isFuzzy && resembles(name, wanted) ? fits.fuzzy : null
  }
  const phrase = wanted.join(' ')
  if (name === phrase) return fits.exact
  if (name.startsWith(phrase)) return fits.prefix
  if (wanted.every((word) => beginsWord(label, name, word))) return fits.word
  return wanted.every((word) => beginsWord(label, name, word) || beginsWord(place, place, word) || beginsWord(others, others, word))
    ? fits.synonym
    : fits.inside
}

/** The words of what was typed, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/**
 * Returns whether a word begins with these letters: after what is neither letter nor digit, or at a capital after a small letter. Tens of
 * thousands of names are looked through with every key that is pressed, so it does without regular expressions where it can.
 */
function beginsWord(text: string, lower: string, letters: string): boolean {
  for (let at = lower.indexOf(letters); at >= 0; at = lower.indexOf(letters, at + 1)) {
    if (at === 0 || !isWordPart(lower.charCodeAt(at - 1)) || isCapital(text, at)) return true
  }
  return false
}

function isWordPart(code: number): boolean {
  if (code < 128) return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
  return /[\p{L}\p{N}]/u.test(String.fromCharCode(code))
}

/** Returns whether a capital stands there after a small letter. */
function isCapital(text: string, at: number): boolean {
  return text[at] !== text[at]!.toLowerCase() && text[at - 1] !== text[at - 1]!.toUpperCase()
}

/** Returns whether words of a name resemble what was typed: their initials (`uef` for user_events_fact), or one letter wrong. */
function resembles(name: string, wanted: readonly string[]): boolean {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const [only] = wanted
  if (wanted.length === 1 && only!.length > 1 && words.length > 1 && initials(words).startsWith(only!)) return true
  return wanted.every((typed) => typed.length >= leastTyped && words.some((word) => word.startsWith(typed) || isOneOff(typed, word)))
}

/** Letters from which on one of them may be wrong. */
const leastTyped = 4

function initials(words: readonly string[]): string {
  return words.map((word) => word[0]).join('')
}

/** Returns whether the beginning of a word is what was typed but for one letter too many, missing, replaced, or swapped with the next. */
function isOneOff(typed: string, word: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  const rest = typed.slice(same)
  const swapped = rest.length > 1 ? rest[1]! + rest[0]! + rest.slice(2) : null
  return (
    word.startsWith(rest, same + 1) ||
    word.startsWith(rest.slice(1), same) ||
    word.startsWith(rest.slice(1), same + 1) ||
    (swapped !== null && word.startsWith(swapped, same))
  )
}

export interface Ranked<Entry> {
  /** How well the first fits; `Infinity` where nothing does. */
  readonly best: number
  readonly entries: readonly Entry[]
}

export interface RankOptions<Entry> {
  readonly most: number
  readonly isFuzzy: boolean
  /** How far ahead an entry is of others that fit as well, from 0; less than 1. */
  readonly lead?: (entry: Entry) => number
}

/** The best `most` of them, best first; equally good ones keep their order. */
export function rank<Entry extends Findable>(
  all: readonly Entry[],
  text: string,
  { most, isFuzzy, lead = () => 0 }: RankOptions<Entry>,
): Ranked<Entry> {
  const wanted = wordsOf(text)
  const byFit = new Map<Fit, { readonly entry: Entry; readonly score: number }[]>()
  for (const entry of all) {
    const how = fitWords(entry, wanted, isFuzzy)
    if (how === null) continue
    const ahead = lead(entry)
    const equals = byFit.get(how)
    if (equals === undefined) byFit.set(how, [{ entry, score: how - ahead }])
    // of many that fit equally well only the first can show, and those that are ahead
    else if (equals.length < most || ahead > 0) equals.push({ entry, score: how - ahead })
  }
  const found = [...byFit.values()].flat().sort((left, right) => left.score - right.score)
  return { best: found[0]?.score ?? Infinity, entries: found.slice(0, most).map(({ entry }) => entry) }
}
