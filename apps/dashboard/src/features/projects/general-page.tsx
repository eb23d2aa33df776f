import { missingBecause } from '@colonnade/contracts/foundation/capabilities'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, CopyButton, toast } from '@colonnade/ui'
import { useState, type ReactNode } from 'react'
import { Page } from '../../lib/page.tsx'
import { nounOf } from '../../lib/texts/project-names.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import type { OpenAction } from './home/actions/action-dialogs.tsx'
import { SleepSetting } from './sleep/sleep-setting.tsx'
import { useRestoreProject } from './mutations.ts'
import { LateActionDialogs } from './home/actions/late-action-dialogs.tsx'
import { TransferSetting } from './transfer/transfer-setting.tsx'
import { statusLooks } from '../../lib/texts/project-status.ts'
import { failureText } from '../../lib/error-notice.tsx'
import { generalPageText } from './messages.ts'

/** What a project is called, and what can be done with it as a whole. */
export function GeneralPage({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  useTitle(generalPageText.generalSettings, project.name)
  const isAllowed = useIsAllowed(projectRef)
  const mayAll = isAllowed('projects:update') && isAllowed('projects:operate') && isAllowed('projects:delete')
  const [open, setOpen] = useState<OpenAction>('none')
  const [isTransferring, setIsTransferring] = useState(false)
  const isPaused = project.status === 'INACTIVE'
  const isActive = project.status === 'ACTIVE_HEALTHY'
  const { isChanging, label } = statusLooks[project.status]
  const noun = nounOf(project)
  const isRunHere = project.capabilities.includes('machine')
  return (
    <Page title={generalPageText.general} width="narrow" description={generalPageText.settings(project.name)}>
      <ul className="flex flex-col rounded-lg border bg-surface [&>li+li]:border-t">
        <Setting title={generalPageText.name} text={project.name}>
          {isAllowed('projects:update') && <Button onClick={() => setOpen('rename')}>{generalPageText.rename}</Button>}
        </Setting>
        <Setting
          title={noun === 'branch' ? generalPageText.branchRef : generalPageText.projectRef}
          text={<span className="font-mono text-xs">{project.ref}</span>}
        >
          <CopyButton text={project.ref} label={generalPageText.copyRef(noun)} />
        </Setting>
        {isAllowed('projects:operate') && (
          <>
            {isPaused && <RestoreSetting project={project} />}
            {isRunHere ? (
              <>
                <Setting
                  title={generalPageText.restart}
                  text={generalPageText.restartHint}
                  reason={isActive ? null : generalPageText.restartWhenActive(noun)}
                >
                  <Button disabled={!isActive} onClick={() => setOpen('restart')}>
                    {generalPageText.restartOf(noun)}
                  </Button>
                </Setting>
                <SleepSetting project={project} />
              </>
            ) : (
              <Setting title={generalPageText.restartSleep} text={missingBecause.machine} />
            )}
            {!isPaused && (
              <Setting
                title={generalPageText.pause}
                text={isRunHere ? generalPageText.pauseHint : generalPageText.disconnectHint}
                reason={isActive ? null : generalPageText.pauseWhenActive(noun)}
              >
                <Button disabled={!isActive} onClick={() => setOpen('pause')}>
                  {generalPageText.pauseOf(noun)}
                </Button>
              </Setting>
            )}
          </>
        )}
        {!mayAll && (
          <li className="flex flex-col p-4 text-sm text-soft">
            {!isAllowed('projects:update') && <p>{whoMay('projects:update', generalPageText.renameIt)}</p>}
            {!isAllowed('projects:operate') && <p>{whoMay('projects:operate', generalPageText.operateIt)}</p>}
            {!isAllowed('projects:delete') && <p>{whoMay('projects:delete', generalPageText.transferDelete)}</p>}
          </li>
        )}
      </ul>
      {/* the dialog stays open when the role changes, and says so */}
      {(isAllowed('projects:delete') || isTransferring) && (
        <ul className="flex flex-col rounded-lg border bg-surface">
          <TransferSetting project={project} isOpen={isTransferring} onOpenChange={setIsTransferring} />
        </ul>
      )}
      {isAllowed('projects:delete') && (
        <ul className="flex flex-col rounded-lg border border-danger/30 bg-surface">
          <Setting
            title={generalPageText.delete(noun)}
            text={isRunHere ? generalPageText.deleteHint : generalPageText.deleteExternalHint}
            reason={isChanging ? generalPageText.deleteWhenNoLonger(label.toLowerCase()) : null}
          >
            <Button variant="danger" disabled={isChanging} onClick={() => setOpen('remove')}>
              {generalPageText.delete(noun)}
            </Button>
          </Setting>
        </ul>
      )}
      <LateActionDialogs project={project} open={open} onOpenChange={setOpen} />
    </Page>
  )
}

/** In place of what pauses it, before all that waits for it. */
function RestoreSetting({ project }: { readonly project: Project }) {
  const restore = useRestoreProject(project.ref)
  return (
    <Setting title={generalPageText.paused} text={generalPageText.dataSafeDiskUses}>
      <Button
        variant="primary"
        isPending={restore.isPending}
        onClick={() => restore.mutate(undefined, { onError: (error) => toast.error(failureText(generalPageText.restore(nounOf(project)), error)) })}
      >
        {generalPageText.restoreOf(nounOf(project))}
      </Button>
    </Setting>
  )
}

interface SettingProps {
  readonly title: string
  readonly text: ReactNode
  /** Why it cannot be done now. */
  readonly reason?: string | null
  readonly children?: ReactNode
}

function Setting({ title, text, reason = null, children }: SettingProps) {
  return (
    <li className="flex items-center justify-between gap-4 p-4 max-sm:flex-col max-sm:items-start">
      <div className="min-w-0">
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm wrap-anywhere text-soft">{text}</p>
        {reason !== null && <p className="text-sm text-faint">{reason}</p>}
      </div>
      {children}
    </li>
  )
}
