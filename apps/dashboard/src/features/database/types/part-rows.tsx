import { Button, IconButton } from '@colonnade/ui'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { enterInRows } from '../../../lib/forms/enter-in-rows.ts'
import { partRowsText } from './messages.ts'

export interface PartRowsProps<Part extends { readonly key: string }> {
  /** "Values" */
  readonly title: string
  /** "value", for the names of the buttons. */
  readonly noun: string
  readonly parts: readonly Part[]
  readonly onChange: (parts: readonly Part[]) => void
  readonly makePart: (key: string) => Part
  /** Whether their order can be changed. */
  readonly isOrdered?: boolean
  /** Problems by "value <key>". */
  readonly problems: Readonly<Record<string, string>>
  readonly hint?: ReactNode
  readonly renderPart: (part: Part, change: (next: Partial<Part>) => void, index: number) => ReactNode
}

/** Edits the parts of a type, one per row, with buttons to add, remove and reorder them. */
export function PartRows<Part extends { readonly key: string }>(props: PartRowsProps<Part>) {
  const { title, noun, parts, onChange, makePart, isOrdered = false, problems, hint, renderPart } = props
  const list = useRef<HTMLUListElement>(null)
  // moving or removing a row does not keep the focus
  const focusAfter = (change: readonly Part[], find: (rows: HTMLUListElement) => HTMLElement | null | undefined) => {
    flushSync(() => onChange(change))
    if (list.current) find(list.current)?.focus()
  }
  const move = (index: number, step: number, button: HTMLElement) => {
    const other = index + step
    if (other < 0 || other >= parts.length) return
    const next = [...parts]
    next[index] = parts[other]!
    next[other] = parts[index]!
    focusAfter(next, () => button)
  }
  const add = () => onChange([...parts, makePart(crypto.randomUUID())])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in the fields of its rows
    <fieldset className="flex min-w-0 flex-col gap-2" onKeyDown={(event) => enterInRows(event, add)}>
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      {hint !== undefined && <p className="text-xs text-soft">{hint}</p>}
      <ul ref={list} className="flex flex-col gap-2 empty:hidden">
        {parts.map((part, index) => {
          const problem = problems[`${noun} ${part.key}`]
          return (
            <li key={part.key} data-row className="flex flex-col gap-1">
              <div className="flex items-start gap-1">
                <div className="min-w-0 flex-1">
                  {renderPart(part, (next) => onChange(parts.map((one) => (one.key === part.key ? { ...one, ...next } : one))), index)}
                </div>
                {isOrdered && (
                  <>
                    <IconButton
                      label={partRowsText.moveUp(noun, index + 1)}
                      size="md"
                      aria-disabled={index === 0}
                      className="aria-disabled:opacity-40"
                      onClick={(event) => move(index, -1, event.currentTarget)}
                    >
                      <ArrowUp aria-hidden />
                    </IconButton>
                    <IconButton
                      label={partRowsText.moveDown(noun, index + 1)}
                      size="md"
                      aria-disabled={index === parts.length - 1}
                      className="aria-disabled:opacity-40"
                      onClick={(event) => move(index, 1, event.currentTarget)}
                    >
                      <ArrowDown aria-hidden />
                    </IconButton>
                  </>
                )}
                <IconButton
                  label={partRowsText.remove(noun, index + 1)}
                  size="md"
                  onClick={() =>
                    focusAfter(
                      parts.filter((one) => one.key !== part.key),
                      (rows) =>
                        rows.children.item(Math.min(index, parts.length - 2))?.querySelector('input') ??
                        (rows.nextElementSibling as HTMLElement | null),
                    )
                  }
                >
                  <X aria-hidden />
                </IconButton>
              </div>
              {problem !== undefined && (
                <p role="alert" className="text-xs text-danger">
                  {problem}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <Button
        size="sm"
        className="self-start"
        onClick={() => {
          flushSync(add)
          list.current?.lastElementChild?.querySelector('input')?.focus()
        }}
      >
        <Plus aria-hidden />
        {partRowsText.add(noun)}
      </Button>
    </fieldset>
  )
}
