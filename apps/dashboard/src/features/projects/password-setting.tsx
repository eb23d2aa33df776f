import { Button, Panel, PanelContent } from '@colonnade/ui'
import { useState } from 'react'
import { nounOf } from '../../lib/texts/project-names.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import type { OpenAction } from './home/actions/action-dialogs.tsx'
import { LateActionDialogs } from './home/actions/late-action-dialogs.tsx'

/** The password of the role postgres: set anew, and then offered on the project's home. */
export function PasswordSetting({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const [open, setOpen] = useState<OpenAction>('none')
  const isActive = project.status === 'ACTIVE_HEALTHY'
  return (
    <>
      <Panel label="Database password">
        <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
          <div className="min-w-0">
            <h2 className="font-medium">Database password</h2>
            <p className="text-soft">
              Of the role postgres. It is stored nowhere, so that a lost one can only be replaced. The home of the {nounOf(project)} offers a new one,
              once.
            </p>
            {!mayOperate && <p className="text-faint">{whoMay('projects:operate', 'reset it')}</p>}
            {mayOperate && !isActive && <p className="text-faint">It can be reset while the {nounOf(project)} is active.</p>}
          </div>
          {mayOperate && (
            <Button disabled={!isActive} onClick={() => setOpen('password')}>
              Reset password
            </Button>
          )}
        </PanelContent>
      </Panel>
      {/* whose role is changed while it is open is told so in it */}
      {(mayOperate || open !== 'none') && <LateActionDialogs project={project} open={open} onOpenChange={setOpen} />}
    </>
  )
}
