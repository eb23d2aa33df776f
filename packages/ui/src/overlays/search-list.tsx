import { Autocomplete } from '@base-ui/react/autocomplete'
import { Check, Search } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

export interface SearchListItem {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly hint?: ReactNode
  readonly isCurrent?: boolean
  /** The link that it is, without children. */
  readonly link: ReactElement
}

export interface SearchListProps {
  /** Names the search box: "Search projects". */
  readonly label: string
  readonly items: readonly SearchListItem[]
  /** Entries above which the list scrolls. */
  readonly maxShown: number
  readonly emptyText: string
  readonly onSelect: () => void
}

/** Entries that are in the list at once; the others are found by typing. */
const maxListed = 100

/** A list of links that typing narrows and arrow keys walk; for the inside of a popover. */
export function SearchList({ label, items, maxShown, emptyText, onSelect }: SearchListProps) {
  return (
    <Autocomplete.Root
      open
      inline
      items={items}
      limit={maxListed}
      itemToStringValue={(item: SearchListItem) => item.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2 border-b px-2.5">
        <Search aria-hidden className="size-3.5 shrink-0 text-faint" />
        <Autocomplete.Input
          aria-label={label}
          placeholder={label}
          className="h-9 w-full bg-transparent text-sm outline-none placeholder:text-faint pointer-coarse:text-lg"
        />
      </div>
      <Autocomplete.Empty>
        <div className="px-3 py-4 text-center text-xs text-faint">{emptyText}</div>
      </Autocomplete.Empty>
      <Autocomplete.List className="overflow-y-auto overscroll-contain p-1 data-empty:p-0" style={{ maxHeight: `${maxShown * 2 + 0.5}rem` }}>
        {(item: SearchListItem) => (
          <Autocomplete.Item
            key={item.id}
            value={item}
            render={item.link}
            onClick={onSelect}
            className="flex h-8 items-center gap-2 rounded-sm px-2 text-sm outline-none select-none data-highlighted:bg-selected data-highlighted:[&_.text-faint]:text-soft"
          >
            {item.icon}
            <span className="min-w-0 flex-1 truncate">{item.label}</span>
            {item.hint !== undefined && <span className="text-xs text-faint">{item.hint}</span>}
            {item.isCurrent === true && <Check aria-label="Current" className="size-3.5 text-accent" />}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      {items.length > maxListed && (
        <p className="border-t px-3 py-1.5 text-xs text-faint">{items.length.toLocaleString('en')} total. Type to find the others.</p>
      )}
    </Autocomplete.Root>
  )
}
