import type { Entity } from '@colonnade/pg-meta'
import { Badge, Popover } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { FollowSwitch } from '../../../scope/realtime/follow-switch.tsx'
import { followableTableQuery, followWarnings, isOffered } from '../../../scope/realtime/followable-tables.ts'
import { followText } from '../../../scope/realtime/messages.ts'
import { realtimeText } from './messages.ts'

export interface RealtimeBadgeProps {
  readonly projectRef: string
  readonly entity: Entity
  readonly isWriter: boolean
}

/** Whether clients can follow a table's changes, and the switch. */
export function RealtimeBadge({ projectRef, entity, isWriter }: RealtimeBadgeProps) {
  const { data: table } = useQuery(followableTableQuery(projectRef, entity.id))
  if (table == null || !isOffered(table)) return null
  const warnings = table.is_published ? followWarnings(table) : []
  const name = table.is_published ? realtimeText.on : realtimeText.off
  return (
    <Popover
      label={realtimeText.title}
      className="w-80"
      trigger={
        <button type="button" className="rounded-full" aria-label={name}>
          <Badge tone={!table.is_published ? 'neutral' : warnings.length > 0 ? 'warning' : 'accent'}>
            <Radio aria-hidden className="size-3" />
            <span className="max-md:hidden">{table.is_published ? realtimeText.title : realtimeText.off}</span>
          </Badge>
        </button>
      }
    >
      <div className="flex flex-col gap-2 p-3">
        <FollowSwitch projectRef={projectRef} table={table} mayWrite={isWriter} label={<span className="font-medium">{realtimeText.title}</span>} />
        <p className="text-soft">{realtimeText.text}</p>
        {warnings.map((warning) => (
          <p key={warning} className="text-warning">
            {followText.warnings[warning].long}
          </p>
        ))}
      </div>
    </Popover>
  )
}
