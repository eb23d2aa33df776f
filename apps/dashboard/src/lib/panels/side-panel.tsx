import { Sheet } from '@colonnade/ui'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { keep, readKept } from '../kept.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** Width until somebody changes it: of panels with fields, and of those with rows or SQL. */
export const panelPx = { form: 512, wide: 800 } as const

export interface SidePanelProps {
  readonly title: string
  readonly description?: ReactNode
  /** Whether closing it would throw something away: then it asks first. */
  readonly isDirty?: boolean
  /** Buttons at the foot; the last is what the panel is for. */
  readonly footer?: ReactNode
  /** Closes it: Esc, the cross and a click beside it. What saves calls the panel's `onDone` instead, which does not ask. */
  readonly onClose: () => void
  /** By Ctrl+Enter (⌘ on a Mac), from wherever one is in the panel. */
  readonly onSubmit?: () => void
  /** Panels that show lines of data start wider; each width is remembered. */
  readonly size?: keyof typeof panelPx
  /** Opens with the focus in its first field; else on the button that closes it. */
  readonly isForm?: boolean
  readonly children: ReactNode
}

/** What all panels over the grid have in common. It is mounted while it is open. */
export function SidePanel({
  title,
  description,
  isDirty = false,
  footer,
  onClose,
  onSubmit,
  size = 'form',
  isForm = true,
  children,
}: SidePanelProps) {
  const [px, setPx] = useState(() => keptWidth(size))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || onSubmit === undefined) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <Sheet
      isOpen
      isForm={isForm}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      {...(description !== undefined && { description })}
      {...(footer !== undefined && { footer })}
      className="max-w-full"
      width={{
        px,
        onChange: (next) => {
          setPx(next)
          keep(widthKey(size), String(next))
        },
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the button at the foot */}
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
        {children}
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </Sheet>
  )
}

const widthKey = (size: keyof typeof panelPx) => `table-editor:panel-width:${size}`

function keptWidth(size: keyof typeof panelPx): number {
  const kept = Number(readKept(widthKey(size)))
  return Number.isInteger(kept) && kept >= panelPx.form / 2 ? kept : panelPx[size]
}
