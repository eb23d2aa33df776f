import { Popover, SearchList, type SearchListItem } from '@colonnade/ui'
import { ChevronsUpDown } from 'lucide-react'
import { cloneElement, useState, type ReactElement, type ReactNode } from 'react'

/** Entries above which the list scrolls (spec §9). */
const maxShown = 7

export interface SwitcherProps {
  /** What it switches: "organization". */
  readonly noun: string
  /** Several of them, where that is no mere "s". */
  readonly nouns?: string
  readonly current: ReactNode
  readonly items: readonly SearchListItem[]
  /** Links below the list, such as "New project". */
  readonly footer?: readonly ReactElement<{ onClick?: () => void }>[]
  /** Fetches the entries again: their names and statuses change while the list is closed. */
  readonly onOpen?: () => void
}

export function Switcher({ noun, nouns = `${noun}s`, current, items, footer = [], onOpen }: SwitcherProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <span aria-hidden className="text-strong select-none">
        /
      </span>
      <Popover
        label={`Switch ${noun}`}
        isOpen={isOpen}
        onOpenChange={(next) => {
          setIsOpen(next)
          if (next) onOpen?.()
        }}
        trigger={
          <button
            type="button"
            className="flex h-7 min-w-0 items-center gap-1.5 rounded-md px-1.5 text-sm text-fg transition-colors hover:bg-hover data-popup-open:bg-selected"
          >
            <span className="sr-only">Switch {noun}: </span>
            {current}
            <ChevronsUpDown aria-hidden className="size-3 shrink-0 text-faint" />
          </button>
        }
      >
        <SearchList label={`Search ${nouns}`} items={items} maxShown={maxShown} emptyText={`No ${noun} matches`} onSelect={() => setIsOpen(false)} />
        {footer.length > 0 && (
          <div className="flex flex-col border-t p-1 [&_a]:flex [&_a]:h-8 [&_a]:items-center [&_a]:gap-2 [&_a]:rounded-sm [&_a]:px-2 [&_a:hover]:bg-selected [&_svg]:size-3.5 [&_svg]:text-faint">
            {footer.map((link) => cloneElement(link, { key: link.key, onClick: () => setIsOpen(false) }))}
          </div>
        )}
      </Popover>
    </>
  )
}
