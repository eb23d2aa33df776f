import { Button, Panel, PanelContent } from '@colonnade/ui'
import { useState } from 'react'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import type { OpenAction } from './home/actions/action-dialogs.tsx'
import { LateActionDialogs } from './home/actions/late-action-dialogs.tsx'

/** The password of the role postgres: set anew, and then offered on the project's home. */
export function PasswordSetting({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  const isAllowed = useIsAllowed(projectRef)
  const [open, setOpen] = useState<OpenAction>('none')
  const isActive = project.status === 'ACTIVE_HEALTHY'
  if (!isAllowed('projects:operate')) return null
  return (
    <>
      <Panel label="Database password">
        <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
          <div className="min-w-0">
            <h2 className="font-medium">Database password</h2>
            <p className="text-soft">
              Of the role postgres. It is stored nowhere, so that a lost one can only be replaced. The home of the project offers a new one, once.
            </p>
            {!isActive && <p className="text-faint">It can be reset while the project is active.</p>}
          </div>
          <Button disabled={!isActive} onClick={() => setOpen('password')}>
            Reset password
          </Button>
        </PanelContent>
      </Panel>
      <LateActionDialogs project={project} open={open} onOpenChange={setOpen} />
    </>
  )
}
