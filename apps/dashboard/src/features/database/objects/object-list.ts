import type { ListOrder } from '../../../lib/lists/long-table.tsx'

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

/** Those in which all words are found, in an order; what has no value comes last, and equals stay in the order of their names. */
export function arrange<Item>(
  items: readonly Item[],
  {
    words,
    textOf,
    valueOf,
    isDescending,
  }: {
    readonly words: string
    /** What is searched. */
    readonly textOf: (item: Item) => string
    readonly valueOf: (item: Item) => SortValue
    readonly isDescending: boolean
  },
): Item[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = wanted.length === 0 ? items : items.filter((item) => hasAll(textOf(item).toLowerCase(), wanted))
  const direction = isDescending ? -1 : 1
  const keyed = found.map((item) => ({ item, value: valueOf(item) }))
  return keyed
    .sort((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null)
      return direction * compare(one.value, other.value)
    })
    .map(({ item }) => item)
}

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

const collator = new Intl.Collator('en', { numeric: true })

function compare(one: string | number | boolean, other: string | number | boolean): number {
  if (typeof one === 'string' || typeof other === 'string') return collator.compare(String(one), String(other))
  return Number(one) - Number(other)
}
