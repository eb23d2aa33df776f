// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- no element of HTML is a list that a field walks (ARIA, combobox)
import { useId, useState, type KeyboardEvent, type Ref } from 'react'
import { cn } from '../class-names.ts'

export interface Suggestion {
  /** What the field holds once it is chosen. */
  readonly text: string
  readonly label: string
  /** A quiet word at the end of its line. */
  readonly hint?: string
}

export interface SuggestInputProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly suggestions: readonly Suggestion[]
  /** Enter, where no suggestion is chosen. */
  readonly onCommit: (value: string) => void
  /** Keys that mean something else here; `preventDefault` keeps them from the list. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly isInvalid?: boolean
  readonly isMono?: boolean
  readonly ref?: Ref<HTMLInputElement>
  readonly className?: string
}

/** A text field with suggestions: arrow keys select one, Tab accepts it, Enter submits. Any other text is also valid. */
export function SuggestInput({
  label,
  placeholder,
  value,
  suggestions,
  onValueChange,
  onCommit,
  onKeyDown: onOwnKeyDown,
  isInvalid = false,
  isMono = false,
  ref,
  className,
}: SuggestInputProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const shown = isOpen && suggestions.length > 0
  const chosen = shown ? suggestions[active] : undefined
  const write = (text: string) => {
    setActive(-1)
    setIsOpen(true)
    onValueChange(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onOwnKeyDown?.(event)
    if (event.defaultPrevented) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!shown) return setIsOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = active < 0 && step < 0 ? suggestions.length - 1 : (active + step + suggestions.length) % suggestions.length
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Tab' && !event.shiftKey && shown && value !== '') {
      event.preventDefault()
      write((chosen ?? suggestions[0]!).text)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen !== undefined) return write(chosen.text)
      setIsOpen(false)
      onCommit(value)
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      event.stopPropagation()
      setIsOpen(false)
      setActive(-1)
    }
  }
  return (
    <div className={cn('relative min-w-0', className)}>
      <input
        ref={ref}
        role="combobox"
        aria-label={label}
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
        aria-invalid={isInvalid || undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => write(event.target.value)}
        onClick={() => setIsOpen(true)}
        onBlur={() => {
          setIsOpen(false)
          setActive(-1)
        }}
        onKeyDown={onKeyDown}
        className={cn(
          'h-7 w-full min-w-0 bg-transparent px-1 text-xs text-fg outline-none placeholder:text-faint pointer-coarse:text-lg',
          isMono && 'font-mono',
        )}
      />
      {shown && (
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label={`Suggestions for ${label}`}
          className="pop absolute top-full left-0 z-50 mt-1 max-h-72 w-max max-w-[min(26rem,calc(100vw-2rem))] min-w-56 overflow-y-auto overscroll-contain p-1"
        >
          {suggestions.map((suggestion, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's
            <li
              key={suggestion.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // the field keeps the focus
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => write(suggestion.text)}
              className={cn('flex min-h-7 items-center gap-3 rounded-sm px-2 text-xs select-none hover:bg-hover', index === active && 'bg-selected')}
            >
              <span className={cn('min-w-0 flex-1 truncate', isMono && 'font-mono')}>{suggestion.label}</span>
              {suggestion.hint !== undefined && <span className="max-w-[60%] truncate text-2xs text-soft">{suggestion.hint}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
