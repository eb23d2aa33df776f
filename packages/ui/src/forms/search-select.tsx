import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../class-names.ts'
import { controlClass } from './control-class.ts'

export interface SearchSelectOption {
  readonly value: string
  readonly label: string
  /** A quiet word at the end of its line; typing finds it too. */
  readonly hint?: string
}

export interface SearchSelectProps {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly options: readonly SearchSelectOption[]
  /** Names the search box: "Search projects". */
  readonly searchLabel: string
  readonly emptyText: string
  /** A button below the options: creates what isn't among them. */
  readonly action?: { readonly label: string; readonly onSelect: () => void }
  /** Stands where the choice is while it has no answer: `value` is none of the options. A panel begins in such a field. */
  readonly placeholder?: string
  /** Needed outside of a Field. */
  readonly label?: string
  readonly disabled?: boolean
  readonly className?: string
}

/** Options that are shown at a time: what typing narrows need not all be drawn. */
const maxShown = 50

/** A choice among many, which typing narrows; for the inside of a Field. */
export function SearchSelect({
  value,
  onValueChange,
  options,
  searchLabel,
  emptyText,
  action,
  placeholder,
  label,
  disabled = false,
  className,
}: SearchSelectProps) {
  const [query, setQuery] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const selected = options.find((option) => option.value === value) ?? null
  const found = query.trim() === '' ? options.length : options.filter((option) => matches(option, query)).length
  return (
    <Combobox.Root
      items={options}
      value={selected}
      onValueChange={(next) => next !== null && onValueChange(next.value)}
      itemToStringLabel={(option: SearchSelectOption) => option.label}
      isItemEqualToValue={(one: SearchSelectOption, other: SearchSelectOption) => one.value === other.value}
      filter={matches}
      limit={maxShown}
      autoHighlight
      disabled={disabled}
      open={isOpen}
      onOpenChange={setIsOpen}
      inputValue={query}
      onInputValueChange={setQuery}
    >
      <Combobox.Trigger
        aria-label={label}
        // typing opens the list and searches it
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey, altKey } = event
          if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
          event.preventDefault()
          event.preventBaseUIHandler()
          setQuery(isOpen ? query + key : key)
          setIsOpen(true)
        }}
        className={cn(controlClass, 'flex items-center justify-between gap-2 bg-raised text-left select-none pointer-coarse:text-sm', className)}
      >
        <span className="truncate">{selected?.label ?? placeholder}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Combobox.Popup
            aria-label={searchLabel}
            className="pop flex max-h-[min(20rem,var(--available-height))] w-[max(var(--anchor-width),16rem)] max-w-[calc(100vw-1rem)] flex-col outline-none"
          >
            <div className="flex items-center gap-2 border-b px-2.5">
              <Search aria-hidden className="size-3.5 shrink-0 text-faint" />
              <Combobox.Input
                aria-label={searchLabel}
                placeholder={searchLabel}
                className="h-9 w-full bg-transparent text-sm outline-none placeholder:text-faint pointer-coarse:text-lg"
              />
            </div>
            <Combobox.Empty>
              <div className="px-3 py-4 text-center text-xs text-faint">{emptyText}</div>
            </Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto overscroll-contain p-1 data-empty:p-0">
              {(option: SearchSelectOption) => (
                <Combobox.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-7 items-center gap-2 rounded-sm pr-2 pl-1.5 text-sm outline-none select-none data-highlighted:bg-selected data-highlighted:[&_.text-faint]:text-soft"
                >
                  <span className="w-3.5 shrink-0">
                    <Combobox.ItemIndicator>
                      <Check aria-hidden className="size-3.5 text-accent" />
                    </Combobox.ItemIndicator>
                  </span>
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  {option.hint !== undefined && <span className="max-w-[45%] truncate text-xs text-soft">{option.hint}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
            {action && (
              <button
                type="button"
                className="flex min-h-8 shrink-0 items-center gap-2 border-t px-2.5 text-sm text-soft outline-none hover:bg-hover hover:text-fg focus-visible:bg-selected [&_svg]:size-3.5"
                onClick={() => {
                  setIsOpen(false)
                  action.onSelect()
                }}
              >
                <Plus aria-hidden />
                {action.label}
              </button>
            )}
            {found > maxShown && (
              <p className="border-t px-3 py-1.5 text-xs text-faint">{(found - maxShown).toLocaleString('en')} more: type to narrow the list</p>
            )}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function matches({ label, hint = '' }: SearchSelectOption, query: string): boolean {
  return `${label} ${hint}`.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase())
}
