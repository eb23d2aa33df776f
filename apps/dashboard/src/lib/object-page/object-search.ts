import { z } from 'zod'

/** What the address says about a list of objects: everything that a link should bring back. A page extends it with what it filters by. */
export const ObjectSearch = z.object({
  /** Words to search for. */
  q: z.string().optional().catch(undefined),
  /** Heading of the column that the list is sorted by; a minus in front of it sorts in descending order. */
  order: z.string().optional().catch(undefined),
  /** Key of the object whose panel is open; "new" for one that is being created. */
  open: z.string().optional().catch(undefined),
  /** What the panel does with the object, such as "edit", "duplicate" or "delete". Without it, the panel shows the object. */
  act: z.string().optional().catch(undefined),
})
export type ObjectSearch = z.infer<typeof ObjectSearch>

export interface SearchOptions {
  /** Replaces the entry in the browser's history instead of adding one. */
  readonly isReplaced?: boolean
  /** Leaves a form that otherwise asks before it discards changes. */
  readonly isSaved?: boolean
}

/** The address of a list of objects, as its route hands it over. */
export interface SearchProps<Search extends ObjectSearch = ObjectSearch> {
  readonly search: Search
  /** Fields that are undefined are removed from the address. */
  readonly onSearch: (next: Search, options?: SearchOptions) => void
}

/** Returns true while something is being created or changed. */
export function isFormOpen({ open, act }: Pick<ObjectSearch, 'open' | 'act'>): boolean {
  return open === newKey || act !== undefined
}

/** The key of an object that is being created. */
export const newKey = 'new'

/** What a page of objects does with its address. */
export interface ObjectAddress<Search extends ObjectSearch> {
  /** Shows an object. */
  readonly open: (key: string) => void
  /** Opens the form of a new object. */
  readonly create: () => void
  /** Does something with the open object, such as "edit". */
  readonly act: (verb: string) => void
  /** Goes back from a form to the panel that shows the object. */
  readonly show: (options?: SearchOptions) => void
  /** Closes the panel; `change` is what else changes, such as the schema. */
  readonly close: (change?: Partial<Search>, options?: SearchOptions) => void
  /** Closes a form that was saved, without asking. `change` says where to go instead, such as to the object's new schema. */
  readonly leaveSaved: (change?: Partial<Search>, options?: SearchOptions) => void
}

/** Returns what a page of objects does with its address: panels and forms open and close by it, so that a link brings them back. */
export function addressOf<Search extends ObjectSearch>({ search, onSearch }: SearchProps<Search>): ObjectAddress<Search> {
  const closed = { ...search, open: undefined, act: undefined }
  return {
    open: (key) => onSearch({ ...search, open: key, act: undefined }),
    create: () => onSearch({ ...search, open: newKey, act: undefined }),
    act: (verb) => onSearch({ ...search, act: verb }),
    show: (options) => onSearch({ ...search, act: undefined }, options),
    close: (change, options) => onSearch({ ...closed, ...change }, options),
    leaveSaved: (change, options) => onSearch({ ...closed, ...change }, { ...options, isSaved: true }),
  }
}
