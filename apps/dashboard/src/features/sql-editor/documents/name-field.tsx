import { cn } from '@colonnade/ui'
import { useState, type KeyboardEvent } from 'react'
import { nameFieldText } from './messages.ts'

export interface NameFieldProps {
  readonly name: string
  readonly isWritable: boolean
  readonly onRename: (name: string) => void
}

/** What a text is called; a click makes it a field. */
export function NameField({ name, isWritable, onRename }: NameFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    const next = draft?.trim() ?? ''
    if (next !== '' && next !== name) onRename(next)
    setDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit()
    else if (event.key === 'Escape') setDraft(null)
    else return
    // Escape would also cancel a running query
    event.preventDefault()
    event.stopPropagation()
  }
  if (draft !== null) {
    return (
      <input
        aria-label={nameFieldText.name}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the button was that was just clicked
        autoFocus
        maxLength={100}
        value={draft}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
        className="h-7 w-56 min-w-0 rounded-sm border bg-raised px-1.5 text-sm font-semibold outline-none focus-visible:border-accent"
      />
    )
  }
  return (
    <h1 className="max-w-64 min-w-0 text-sm font-semibold">
      {isWritable ? (
        <button
          type="button"
          title={nameFieldText.rename}
          className={cn('block max-w-full truncate rounded-sm px-1.5 py-1 hover:bg-hover', name === '' && 'text-faint')}
          onClick={() => setDraft(name)}
        >
          {name}
        </button>
      ) : (
        <span className="block truncate px-1.5 py-1">{name}</span>
      )}
    </h1>
  )
}
