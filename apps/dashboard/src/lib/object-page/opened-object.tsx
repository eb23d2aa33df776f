import type { ReactNode } from 'react'
import { GonePanel } from './gone-panel.tsx'
import { addressOf, newKey, type ObjectSearch, type SearchProps } from './object-search.ts'
import { useLastThere } from './use-last-there.ts'

export interface OpenedObjectProps<Item, Search extends ObjectSearch> extends SearchProps<Search> {
  /** All objects, including those that a filter hides; undefined while they load. */
  readonly items: readonly Item[] | undefined
  readonly keyOf: (item: Item) => string
  /** The form of a new object; false or undefined for people who can't create one. */
  readonly renderNew?: (() => ReactNode) | false | undefined
  /** The form that `act` asks for; null where it asks for none, or for one that this person can't use. It stays when the object is deleted. */
  readonly renderForm?: (item: Item, act: string) => ReactNode
  /** The panel that shows the object. */
  readonly renderObject: (item: Item) => ReactNode
  /** What may have happened to an object that isn't there. */
  readonly gone?: ReactNode
}

/** The panel that the address asks for: the form of a new object, an object, a form that changes it, or that it is gone. */
export function OpenedObject<Item, Search extends ObjectSearch>(props: OpenedObjectProps<Item, Search>) {
  const { search, items, keyOf, renderNew } = props
  const { open } = search
  if (open === undefined) return null
  if (open === newKey && renderNew !== undefined) return renderNew === false ? null : renderNew()
  if (items === undefined) return null
  // each object has a panel of its own
  return <Opened key={open} {...props} item={items.find((item) => keyOf(item) === open) ?? null} />
}

interface OpenedProps<Item, Search extends ObjectSearch> extends OpenedObjectProps<Item, Search> {
  readonly item: Item | null
}

function Opened<Item, Search extends ObjectSearch>({ item, search, onSearch, renderForm, renderObject, gone }: OpenedProps<Item, Search>) {
  const { open, act } = search
  const last = useLastThere(open, item)
  const opened = last !== null && act !== undefined ? (renderForm?.(last, act) ?? null) : null
  if (opened !== null && opened !== false) return opened
  if (item === null) return <GonePanel onClose={() => addressOf({ search, onSearch }).close()}>{gone}</GonePanel>
  return renderObject(item)
}
