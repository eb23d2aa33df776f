import type { ListOrder } from '../lists/long-table.tsx'

/** The order that an address asks for; that of `first` where it asks for none, from its end where the list begins there. */
export function orderOf(text: string | undefined, first: string, isFromEnd = false): ListOrder {
  if (text === undefined || text === '' || text === '-') return { column: first, isDescending: isFromEnd }
  return text.startsWith('-') ? { column: text.slice(1), isDescending: true } : { column: text, isDescending: false }
}

/** The same as an address has it; undefined for the one without being asked. */
export function orderText({ column, isDescending }: ListOrder, first: string, isFromEnd = false): string | undefined {
  if (column === first && isDescending === isFromEnd) return undefined
  return isDescending ? `-${column}` : column
}

export type SortValue = string | number | boolean | null

/** All in an order; what has no value comes last, and equals stay as they are. */
export function ordered<Item>(items: readonly Item[], valueOf: (item: Item) => SortValue, isDescending: boolean): Item[] {
  const direction = isDescending ? -1 : 1
  return items
    .map((item) => ({ item, value: sortKeyOf(valueOf(item)) }))
    .sort((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null)
      return direction * compare(one.value, other.value)
    })
    .map(({ item }) => item)
}

/**
 * Finds those in whose text all words are, in the order in which they are. The texts are put together once, for the first words; of words
 * that go on where the last ones ended, only what those left is searched.
 */
export function finder<Item>(items: readonly Item[], textOf: (item: Item) => string): (words: string) => readonly Item[] {
  let texts: readonly string[] | undefined
  let last: { readonly words: string; readonly indexes: readonly number[]; readonly found: readonly Item[] } | undefined
  return (words) => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
    if (wanted.length === 0) return items
    if (last?.words === words) return last.found
    const all = (texts ??= items.map((item) => textOf(item).toLowerCase()))
    const among = last !== undefined && words.startsWith(last.words) ? last.indexes : all.keys()
    const indexes: number[] = []
    for (const index of among) if (hasAll(all[index]!, wanted)) indexes.push(index)
    last = { words, indexes, found: indexes.map((index) => items[index]!) }
    return last.found
  }
}

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

const collator = new Intl.Collator('en', { numeric: true })

/** A text with what can be compared in its place; null where only the collator knows. */
interface SortText {
  readonly text: string
  readonly plain: string | null
}

type SortKey = SortText | number | boolean | null

/** Numbers of more digits are left to the collator. */
const plainDigits = 60

const code = (character: string): number => character.codePointAt(0)!
const [underscore, zero, nine, firstLetter, lastLetter] = [code('_'), code('0'), code('9'), code('a'), code('z')]

const sortKeyOf = (value: SortValue): SortKey => (typeof value === 'string' ? { text: value, plain: plainOf(value) } : value)

/**
 * A text of small letters, digits and underscores, as most names are, in a form whose code units are in the collator's order and take a tenth
 * of its time: underscores first, then numbers, which begin with how long they are, then letters. Null for other texts.
 */
function plainOf(text: string): string | null {
  let plain = ''
  for (let at = 0; at < text.length;) {
    const unit = text.codePointAt(at)!
    if (unit >= firstLetter && unit <= lastLetter) {
      plain += text[at]
      at += 1
    } else if (unit === underscore) {
      plain += '!'
      at += 1
    } else if (unit >= zero && unit <= nine) {
      const begin = at
      while (text.codePointAt(at) === zero) at += 1
      let end = at
      while (end < text.length && text.codePointAt(end)! >= zero && text.codePointAt(end)! <= nine) end += 1
      if (end - begin > plainDigits) return null
      // of nothing but zeros one is left
      const digits = end > at ? text.slice(at, end) : '0'
      plain += String.fromCodePoint(code('!') + digits.length) + digits
      at = end
    } else return null
  }
  return plain
}

function compare(one: SortKey, other: SortKey): number {
  if (isText(one) && isText(other)) {
    if (one.plain === null || other.plain === null) return collator.compare(one.text, other.text)
    return one.plain < other.plain ? -1 : Number(one.plain > other.plain)
  }
  return Number(one) - Number(other)
}

const isText = (value: SortKey): value is SortText => typeof value === 'object' && value !== null
