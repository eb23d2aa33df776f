import type { ColumnAccess, ColumnAccessType } from '@colonnade/pg-meta/column-access'
import { cn, TableHead } from '@colonnade/ui'
import { Check, CheckCheck, Minus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { heldBy, levelOf, nextLevel, type Held, type Level } from './access-changes.ts'
import { accessMatrixText } from './messages.ts'

export interface AccessMatrixProps {
  readonly label: string
  readonly access: ColumnAccess
  readonly privilege: ColumnAccessType
  readonly roles: readonly string[]
  readonly columns: readonly string[]
  readonly mayWrite: boolean
  /** Returns what a role will hold, including unsaved changes. */
  readonly heldOf: (role: string) => Held
  readonly onTable: (role: string, level: Level) => void
  readonly onColumn: (role: string, column: string, level: Level) => void
}

/** Shows a privilege by column and role. Arrow keys move between cells; each press selects the next level. */
export function AccessMatrix(props: AccessMatrixProps) {
  const { label, access, privilege, roles, columns, mayWrite, heldOf, onTable, onColumn } = props
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={accessMatrixText.area(label)} className="max-h-[70vh] overflow-auto rounded-md border">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys walk between the buttons in its cells */}
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-sm" onKeyDown={walk}>
        <thead className="sticky top-0 z-20">
          <tr>
            <TableHead className="sticky left-0 z-10">{accessMatrixText.column}</TableHead>
            {roles.map((role) => (
              <TableHead key={role} className="max-w-32 min-w-24 text-center">
                <span className="block truncate font-mono font-normal" title={role}>
                  {role}
                </span>
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <RowHead isWhole>{accessMatrixText.wholeTable}</RowHead>
            {roles.map((role) => {
              const held = heldOf(role)
              return (
                <Cell
                  key={role}
                  name={accessMatrixText.onTable(privilege, role)}
                  level={held.table}
                  isInherited={false}
                  isChanged={heldBy(access, role, privilege).table !== held.table}
                  isFixed={!mayWrite || role === access.owner}
                  onPress={() => onTable(role, nextLevel(held.table, role))}
                />
              )
            })}
          </tr>
          {columns.map((column) => (
            <tr key={column}>
              <RowHead>{column}</RowHead>
              {roles.map((role) => {
                const held = heldOf(role)
                const level = levelOf(held, column)
                return (
                  <Cell
                    key={role}
                    name={accessMatrixText.onColumn(privilege, column, role)}
                    level={level}
                    isInherited={level > 0 && held.table === level}
                    isChanged={levelOf(heldBy(access, role, privilege), column) !== level}
                    isFixed={!mayWrite || role === access.owner}
                    onPress={() => onColumn(role, column, nextLevel(level, role))}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function RowHead({ isWhole = false, children }: { readonly isWhole?: boolean; readonly children: string }) {
  return (
    <th scope="row" className="sticky left-0 h-9 max-w-48 border-b bg-surface px-3 text-left font-normal max-sm:max-w-32">
      <span className={cn('block truncate', !isWhole && 'font-mono text-xs')} title={children}>
        {children}
      </span>
    </th>
  )
}

interface CellProps {
  /** "SELECT on column id for anon" */
  readonly name: string
  readonly level: Level
  readonly isInherited: boolean
  readonly isChanged: boolean
  readonly isFixed: boolean
  readonly onPress: () => void
}

const icons = [Minus, Check, CheckCheck] as const

function Cell({ name, level, isInherited, isChanged, isFixed, onPress }: CellProps) {
  const Icon = icons[level]
  const text = accessMatrixText.state(accessMatrixText.levels[level], isInherited, isChanged)
  return (
    <td className={cn('border-b px-1 text-center', isChanged && 'bg-warning-tint')}>
      <button
        type="button"
        aria-label={`${name}: ${text}`}
        title={text}
        aria-disabled={isFixed}
        onClick={isFixed ? undefined : onPress}
        className={cn(
          'inline-flex h-7 w-full items-center justify-center rounded-sm not-aria-disabled:hover:bg-hover',
          level === 0 ? 'text-faint' : isInherited ? 'text-soft' : 'text-accent',
        )}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </td>
  )
}

const steps: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

function walk(event: KeyboardEvent<HTMLTableElement>) {
  const step = steps[event.key]
  const cell = event.target instanceof HTMLElement ? event.target.closest('td') : null
  const row = cell?.closest('tr')
  if (step === undefined || !cell || !row) return
  event.preventDefault()
  event.currentTarget.rows[row.rowIndex + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector('button')?.focus()
}
