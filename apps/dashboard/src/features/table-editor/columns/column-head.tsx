import { referencesOf, type Entity, type EntityColumn } from '@colonnade/pg-meta'
import { ColumnHeading, LabelledIcon, Menu } from '@colonnade/ui'
import { ChevronDown, KeyRound, Link2, Lock, Pin } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import { useColumnActions } from './column-actions.ts'
import { ColumnMenu } from './column-menu.tsx'
import { columnHeadText } from './messages.ts'

export interface ColumnHeadProps {
  readonly entity: Entity
  readonly column: EntityColumn
  readonly direction: 'ASC' | 'DESC' | undefined
  readonly isFrozen: boolean
  readonly tabIndex: number
}

/** The head of a column: what it is, how it is sorted, and a menu of what can be done with it. */
export function ColumnHead({ entity, column, direction, isFrozen, tabIndex }: ColumnHeadProps) {
  const actions = useColumnActions()
  const [made, setMade] = useState<MenuMade>('not')
  return (
    <div
      className="group/head relative h-full min-w-0"
      // before the press that may follow at once: its release would meet another button
      onPointerEnter={() => made === 'not' && flushSync(() => setMade('ready'))}
    >
      <div className="h-full min-w-0">
        <ColumnHeading
          name={column.name}
          type={column.type}
          isNumber={cellKind(column) === 'number'}
          direction={direction}
          hasMenu
          icon={
            <>
              {isFrozen && <LabelledIcon icon={Pin} label={columnHeadText.frozen} className="text-faint" />}
              <ColumnSign entity={entity} column={column} />
            </>
          }
        />
      </div>
      <HeadMenu name={column.name} tabIndex={tabIndex} made={made} onOpen={() => setMade('open')}>
        <ColumnMenu column={column} direction={direction} isFrozen={isFrozen} actions={actions} />
      </HeadMenu>
    </div>
  )
}

/** Renders the menu only when the pointer comes near: wide tables have hundreds of heads. */
type MenuMade = 'not' | 'ready' | 'open'

interface HeadMenuProps {
  readonly name: string
  readonly tabIndex: number
  readonly made: MenuMade
  readonly onOpen: () => void
  readonly children: ReactNode
}

function HeadMenu({ name, tabIndex, made, onOpen, children }: HeadMenuProps) {
  const button = (
    <button
      type="button"
      data-column-menu
      tabIndex={tabIndex}
      aria-label={columnHeadText.column(name)}
      aria-haspopup="menu"
      className="absolute -right-1 bottom-0.5 rounded-sm bg-(--rdg-header-background-color) p-0.5 text-faint opacity-0 group-hover/head:opacity-100 hover:bg-selected hover:text-fg focus-visible:opacity-100 data-popup-open:opacity-100 [&_svg]:size-3.5"
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation()
        if (made === 'not') onOpen()
      }}
    >
      <ChevronDown aria-hidden />
    </button>
  )
  if (made === 'not') return button
  return (
    <Menu align="end" isOpenAtFirst={made === 'open'} trigger={button}>
      {children}
    </Menu>
  )
}

/** A sign for what a column is: a key, a reference, or a value set by the database. */
function ColumnSign({ entity, column }: { readonly entity: Entity; readonly column: EntityColumn }) {
  if (entity.primary_keys.some(({ name }) => name === column.name))
    return <LabelledIcon icon={KeyRound} label={columnHeadText.primaryKey} className="text-accent" />
  const [target] = referencesOf(entity, column.name)
  if (target)
    return <LabelledIcon icon={Link2} label={columnHeadText.references(target.target_table_name, target.target_column_name)} className="text-faint" />
  if (column.is_generated) return <LabelledIcon icon={Lock} label={columnHeadText.generated} className="text-faint" />
  return null
}
