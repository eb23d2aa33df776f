import type { Project } from '@colonnade/contracts/projects/projects'

/** What every dialog of a project's actions takes. */
export interface ActionDialogProps {
  readonly project: Project
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}
