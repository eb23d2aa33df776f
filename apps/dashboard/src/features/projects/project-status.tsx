import type { ProjectStatus as Status } from '@colonnade/contracts'
import { Badge, StatusDot } from '@colonnade/ui'
import { statusLooks } from './status.ts'

/** The status as a word with its colour. */
export function ProjectStatus({ status }: { readonly status: Status }) {
  const { label, tone, isChanging } = statusLooks[status]
  return (
    <Badge tone={tone}>
      <StatusDot tone={tone} isChanging={isChanging} />
      {label}
    </Badge>
  )
}
