import { Button, Panel, PanelContent } from '@colonnade/ui'
import { useState } from 'react'
import { nounOf } from '../../lib/texts/project-names.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import type { OpenAction } from './home/actions/action-dialogs.tsx'
import { LateActionDialogs } from './home/actions/late-action-dialogs.tsx'
import { passwordSettingText } from './messages.ts'

/** Resets the password of the role postgres, and shows the new one once on the Overview. */
export function PasswordSetting({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const [open, setOpen] = useState<OpenAction>('none')
  const isActive = project.status === 'ACTIVE_HEALTHY'
  return (
    <>
      <Panel label={passwordSettingText.databasePassword}>
        <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
          <div className="min-w-0">
            <h2 className="font-medium">{passwordSettingText.databasePassword}</h2>
            <p className="text-soft">{passwordSettingText.hint(nounOf(project))}</p>
            {!mayOperate && <p className="text-faint">{whoMay('projects:operate', passwordSettingText.reset)}</p>}
            {mayOperate && !isActive && <p className="text-faint">{passwordSettingText.resetWhenActive(nounOf(project))}</p>}
          </div>
          {mayOperate && (
            <Button disabled={!isActive} onClick={() => setOpen('password')}>
              {passwordSettingText.resetPassword}
            </Button>
          )}
        </PanelContent>
      </Panel>
      {/* the dialog stays open when the role changes, and says so */}
      {(mayOperate || open !== 'none') && <LateActionDialogs project={project} open={open} onOpenChange={setOpen} />}
    </>
  )
}
