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

/** What a project is called, and what can be done with it as a whole. */
export function GeneralPage({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  useTitle('General settings', project.name)
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
    <Page title="General" width="narrow" description={`Settings of ${project.name}.`}>
      <ul className="flex flex-col rounded-lg border bg-surface [&>li+li]:border-t">
        <Setting title="Name" text={project.name}>
          {isAllowed('projects:update') && <Button onClick={() => setOpen('rename')}>Rename</Button>}
        </Setting>
        <Setting title={noun === 'branch' ? 'Branch ref' : 'Project ref'} text={<span className="font-mono text-xs">{project.ref}</span>}>
          <CopyButton text={project.ref} label={`Copy ${noun} ref`} />
        </Setting>
        {isAllowed('projects:operate') && (
          <>
            {isPaused && <RestoreSetting project={project} />}
            {isRunHere ? (
              <>
                <Setting
                  title="Restart"
                  text="Open connections end. Clients can connect again after about a second."
                  reason={isActive ? null : `It can be restarted while the ${noun} is active.`}
                >
                  <Button disabled={!isActive} onClick={() => setOpen('restart')}>
                    Restart {noun}
                  </Button>
                </Setting>
                <SleepSetting project={project} />
              </>
            ) : (
              <Setting title="Restart and sleep" text={missingBecause.machine} />
            )}
            {!isPaused && (
              <Setting
                title="Pause"
                text={
                  isRunHere
                    ? 'The database stops, with its replicas. All data stays; restoring takes about a second.'
                    : 'Colonnade disconnects from the server, which keeps running. Restoring takes about a second.'
                }
                reason={isActive ? null : `It can be paused while the ${noun} is active.`}
              >
                <Button disabled={!isActive} onClick={() => setOpen('pause')}>
                  Pause {noun}
                </Button>
              </Setting>
            )}
          </>
        )}
        {!mayAll && (
          <li className="flex flex-col p-4 text-sm text-soft">
            {!isAllowed('projects:update') && <p>{whoMay('projects:update', 'rename it')}</p>}
            {!isAllowed('projects:operate') && <p>{whoMay('projects:operate', 'restart it, pause and restore it, and put it to sleep')}</p>}
            {!isAllowed('projects:delete') && <p>{whoMay('projects:delete', 'transfer and delete it')}</p>}
          </li>
        )}
      </ul>
      {/* whose role is changed while the dialog is open is told so in it */}
      {(isAllowed('projects:delete') || isTransferring) && (
        <ul className="flex flex-col rounded-lg border bg-surface">
          <TransferSetting project={project} isOpen={isTransferring} onOpenChange={setIsTransferring} />
        </ul>
      )}
      {isAllowed('projects:delete') && (
        <ul className="flex flex-col rounded-lg border border-danger/30 bg-surface">
          <Setting
            title={`Delete ${noun}`}
            text={
              isRunHere
                ? 'Its database, its replicas and everything in them are deleted. This can not be undone.'
                : 'The project is deleted with its snippets and settings. Its Postgres server and database are left untouched.'
            }
            reason={isChanging ? `It can be deleted when it is not ${label.toLowerCase()} any more.` : null}
          >
            <Button variant="danger" disabled={isChanging} onClick={() => setOpen('remove')}>
              Delete {noun}
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
    <Setting title="Paused" text="Its data is safe on disk and takes no memory or processor time. Restoring takes about a second.">
      <Button
        variant="primary"
        isPending={restore.isPending}
        onClick={() => restore.mutate(undefined, { onError: (error) => toast.error(failureText(`restore the ${nounOf(project)}`, error)) })}
      >
        Restore {nounOf(project)}
      </Button>
    </Setting>
  )
}

interface SettingProps {
  readonly title: string
  readonly text: ReactNode
  /** Why it can not be done now. */
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
