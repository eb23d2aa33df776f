import { DocsButton, Select } from '@colonnade/ui'
import { useId, type ReactNode } from 'react'

export interface ChoiceFrameProps<Id extends string> {
  /** Names the list: "Framework". */
  readonly label: string
  readonly items: readonly { readonly id: Id; readonly label: string; readonly docs: string }[]
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
  /** Beside the heading. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A list at the side, or a menu above on phones, and what belongs to its chosen entry. */
export function ChoiceFrame<Id extends string>({ label, items, chosen, onChoose, aside, children }: ChoiceFrameProps<Id>) {
  const group = useId()
  const { label: name, docs } = items.find(({ id }) => id === chosen)!
  return (
    <div className="flex min-h-0 flex-1 flex-col md:flex-row">
      <div className="border-b p-3 md:hidden">
        <Select label={label} value={chosen} onValueChange={onChoose} options={items.map((item) => ({ value: item.id, label: item.label }))} />
      </div>
      <fieldset className="hidden w-48 shrink-0 flex-col gap-px overflow-y-auto border-r p-2 md:flex">
        <legend className="sr-only">{label}</legend>
        {items.map((item) => (
          <label
            key={item.id}
            className="relative flex h-8 shrink-0 items-center rounded-md px-2.5 text-sm text-soft transition-colors select-none hover:bg-hover hover:text-fg has-checked:bg-selected has-checked:font-medium has-checked:text-fg has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input type="radio" name={group} className="sr-only" checked={item.id === chosen} onChange={() => onChoose(item.id)} />
            {item.label}
          </label>
        ))}
      </fieldset>
      <section
        // the next choice begins at its top
        key={chosen}
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 overflow-y-auto p-4 *:shrink-0 focus-visible:-outline-offset-2 md:p-5"
      >
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <h3 className="text-base font-semibold">{name}</h3>
          <div className="flex flex-wrap items-center gap-2">
            {aside}
            <DocsButton href={docs} label={`${name} docs`} />
          </div>
        </div>
        {children}
      </section>
    </div>
  )
}
