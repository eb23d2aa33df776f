import { SearchInput } from '@colonnade/ui'
import { focusListOnArrowDown } from './use-list-keys.ts'

export interface ListSearchProps {
  /** "Search projects". */
  readonly label: string
  /** What is searched, where the label does not say it. */
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The search of a list of entries, into which the arrow key leads. */
export function ListSearch({ label, placeholder = label, value, onChange }: ListSearchProps) {
  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={focusListOnArrowDown}
      className="w-full md:w-64"
    />
  )
}
