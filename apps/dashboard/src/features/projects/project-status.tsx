import type { Project } from '@colonnade/contracts/projects/projects'
import { Badge, StatusDot } from '@colonnade/ui'
import { lookOf } from '../../lib/texts/project-status.ts'

/** How a project is, as a word with its colour. */
export function ProjectStatus({ project }: { readonly project: Pick<Project, 'status' | 'sleep'> }) {
  const { label, tone, isChanging } = lookOf(project)
  return (
    <Badge tone={tone}>
      <StatusDot tone={tone} isChanging={isChanging} />
      {label}
    </Badge>
  )
}
