import type { Project } from '@colonnade/contracts/projects/projects'
import { PauseDialog } from './pause-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { ResizeDialog } from './resize-dialog.tsx'
import { RestartDialog } from './restart-dialog.tsx'

/** The one dialog that is open. */
export type OpenAction = 'none' | 'pause' | 'restart' | 'resize' | 'password' | 'rename' | 'remove'

export interface ActionDialogsProps {
  readonly project: Project
  readonly open: OpenAction
  readonly onOpenChange: (open: OpenAction) => void
}

/** The dialogs of all actions. Loaded when the first of them may be wanted: they bring the form library with them. */
export function ActionDialogs({ project, open, onOpenChange }: ActionDialogsProps) {
  const dialog = (kind: OpenAction) => ({ project, isOpen: open === kind, onOpenChange: (isOpen: boolean) => onOpenChange(isOpen ? kind : 'none') })
  return (
    <>
      <PauseDialog {...dialog('pause')} />
      <RestartDialog {...dialog('restart')} />
      <ResizeDialog {...dialog('resize')} />
      <ResetPasswordDialog {...dialog('password')} />
      <RenameDialog {...dialog('rename')} />
      <RemoveDialog {...dialog('remove')} />
    </>
  )
}
