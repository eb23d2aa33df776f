import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import { Button, Kbd } from '@colonnade/ui'
import { useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { randomUuid } from '../staging/room.ts'
import { cellBarText } from './messages.ts'
import { nowOf } from './moment.ts'

/** What a cell can become besides what is typed into it. */
export interface CellOption {
  readonly label: string
  /** With Alt. */
  readonly key: string
  readonly input: CellInput | null
}

const moments = new Set(['date', 'time', 'timetz', 'timestamp', 'timestamptz'])

/** The options of a column; one without an input opens the large editor. */
export function cellOptions(column: EntityColumn, takesEmpty: boolean): CellOption[] {
  const option = (isOffered: boolean, label: string, key: string, input: () => CellInput | null): CellOption[] =>
    isOffered ? [{ label, key, input: input() }] : []
  const plain = !column.is_array
  return [
    ...option(column.is_nullable, 'NULL', 'N', () => ({ kind: 'null' })),
    ...option(takesEmpty, cellBarText.empty, 'E', () => ({ kind: 'text', text: '' })),
    ...option(column.default_value !== null || column.is_identity, cellBarText.default, 'D', () => ({ kind: 'default' })),
    ...option(plain && moments.has(column.base_format), column.base_format === 'date' ? cellBarText.today : cellBarText.now, 'T', () => ({
      kind: 'text',
      text: nowOf(column.base_format, new Date()),
    })),
    ...option(plain && column.base_format === 'uuid', cellBarText.generate, 'G', () => ({ kind: 'text', text: randomUuid() })),
    ...option(true, cellBarText.open, 'O', () => null),
  ]
}

/** The option that a key press asks for. */
export function optionOfKey(options: readonly CellOption[], { altKey, code }: Pick<KeyboardEvent, 'altKey' | 'code'>): CellOption | undefined {
  return altKey ? options.find(({ key }) => code === `Key${key}`) : undefined
}

export interface CellBarProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly options: readonly CellOption[]
  readonly onChoose: (option: CellOption) => void
}

const barPx = 36

/** The options below a cell that is being edited. The cell keeps the focus. */
export function CellBar({ anchor, options, onChoose }: CellBarProps) {
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number } | null>(null)
  useLayoutEffect(() => {
    const box = anchor.current?.getBoundingClientRect()
    if (!box) return
    const isBelow = box.bottom + barPx < window.innerHeight
    // where the cell stands is known only once it is laid out
    // oxlint-disable-next-line react/set-state-in-effect
    setPlace({ left: Math.max(4, Math.min(box.left, window.innerWidth - 360)), top: isBelow ? box.bottom + 2 : box.top - barPx })
  }, [anchor])
  if (place === null) return null
  return createPortal(
    <div role="toolbar" aria-label={cellBarText.otherValues} style={place} className="pop fixed z-30 flex gap-0.5 p-0.5">
      {options.map((option) => (
        <Button
          key={option.label}
          size="sm"
          variant="ghost"
          tabIndex={-1}
          className="h-6 px-1.5 text-xs"
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.label}
          <Kbd>{cellBarText.alt(option.key)}</Kbd>
        </Button>
      ))}
    </div>,
    document.body,
  )
}
