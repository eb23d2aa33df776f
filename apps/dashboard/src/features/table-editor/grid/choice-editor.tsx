// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- no element of HTML is a list that a field walks (ARIA, combobox)
import type { CellInput } from '@colonnade/pg-meta'
import { cn } from '@colonnade/ui'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { choicesOf, findChoices, type Choice } from '../changes/choices.ts'
import { useGridContext, useLeavesMovedRow } from './grid-context.ts'
import { choiceEditorText } from './messages.ts'
import { shownCell } from './staged-rows.ts'
import type { CellEditorProps } from './text-editor.tsx'

/**
 * One of the values that there are: true and false, or the labels of an enum, and NULL and the default where they may be. Typing narrows
 * them, arrow keys walk them, Enter and Tab take one; Esc leaves the cell as it was.
 */
export function ChoiceEditor({ row, rowIdx, field, place, onRowChange, onClose }: CellEditorProps) {
  const { staging } = useGridContext()
  useLeavesMovedRow(row, rowIdx, () => onClose(false, false))
  const value = shownCell(row, field.name, place, row.id === null ? undefined : staging.rows.get(row.id)).text
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const all = choicesOf(field)
  const isCurrent = (choice: Choice) => (value === null ? choice.input.kind === 'null' : choice.input.kind === 'text' && choice.input.text === value)
  const current = all.find(isCurrent)
  const [text, setText] = useState('')
  const [active, setActive] = useState(() => Math.max(0, all.findIndex(isCurrent)))
  const found = findChoices(all, text)
  const chosen = found[active]
  const choose = (taken: CellInput) => onRowChange({ ...row, draft: { column: field.name, input: taken } }, true)
  const move = (step: number) => {
    if (found.length === 0) return
    const next = (active + step + found.length) % found.length
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) move(Math.abs(step) === 1 ? step : Math.max(-active, Math.min(step, found.length - 1 - active)))
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) choose(chosen.input)
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        ref={input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the cell was opened to choose for it
        autoFocus
        role="combobox"
        aria-label={field.name}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
        autoComplete="off"
        spellCheck={false}
        className="absolute inset-0 h-full w-full border-0 bg-raised px-2 font-mono text-xs text-fg outline-none placeholder:text-soft"
        placeholder={current?.label ?? value ?? undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onBlur={() => onClose(false, false)}
        onKeyDown={onKeyDown}
      />
      <ChoiceList id={id} label={field.name} anchor={input} choices={found} active={active} current={current} onChoose={choose} />
    </>
  )
}

interface ChoiceListProps {
  readonly id: string
  readonly label: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly choices: readonly Choice[]
  readonly active: number
  readonly current: Choice | undefined
  readonly onChoose: (input: CellInput) => void
}

const listPx = 240

/** Below the cell, or above it where there is more room. The cell keeps the focus. */
function ChoiceList({ id, label, anchor, choices, active, current, onChoose }: ChoiceListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState<{ readonly left: number; readonly top?: number; readonly bottom?: number; readonly minWidth: number } | null>(
    null,
  )
  useLayoutEffect(() => {
    const box = anchor.current?.getBoundingClientRect()
    if (!box) return
    const isBelow = box.bottom + listPx < window.innerHeight || box.top < window.innerHeight - box.bottom
    const upright = isBelow ? { top: box.bottom + 2 } : { bottom: window.innerHeight - box.top + 2 }
    // where the cell stands is known only once it is laid out
    // oxlint-disable-next-line react/set-state-in-effect
    setPlace({ ...upright, left: Math.max(4, Math.min(box.left, window.innerWidth - Math.max(box.width, 180))), minWidth: Math.max(box.width, 160) })
  }, [anchor])
  useLayoutEffect(() => {
    if (place !== null) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [place])
  if (place === null) return null
  return createPortal(
    <ul
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={choiceEditorText.values(label)}
      style={{ ...place, maxHeight: listPx }}
      className="pop fixed z-30 max-w-96 overflow-y-auto overscroll-contain p-1"
    >
      {choices.map((choice, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's
        <li
          key={choice.label}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice.input)}
          className={cn(
            'flex min-h-7 items-center rounded-sm px-2 font-mono text-xs select-none hover:bg-hover',
            index === active && 'bg-selected',
            choice.input.kind !== 'text' && 'text-faint italic',
            choice.label === current?.label && 'font-semibold',
          )}
        >
          <span className="truncate">{choice.label}</span>
        </li>
      ))}
      {choices.length === 0 && <li className="px-2 py-1 text-xs text-faint">{choiceEditorText.noMatch}</li>}
    </ul>,
    document.body,
  )
}
