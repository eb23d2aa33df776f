import { Button } from '@colonnade/ui'
import { TriangleAlert } from 'lucide-react'
import type { OtherChange } from './draft.ts'
import { conflict } from './messages.ts'

export interface ConflictNoticeProps {
  readonly changes: readonly OtherChange[]
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** What somebody else changed while these settings were edited. */
export function ConflictNotice({ changes, onKeep, onDiscard }: ConflictNoticeProps) {
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-warning/40 bg-warning-tint px-3 py-2.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-medium">{conflict.title}</p>
        <ul className="flex flex-col gap-1 text-xs wrap-anywhere">
          {changes.map(({ name, label, from, to, isEditedHere }) => (
            <li key={name}>
              {conflict.line(label, from, to)}
              {isEditedHere && <span className="block text-soft">{conflict.isEditedHere}</span>}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onKeep}>
            {conflict.keep}
          </Button>
          <Button size="sm" onClick={onDiscard}>
            {conflict.discard}
          </Button>
        </div>
      </div>
    </div>
  )
}
