import { Button, CopyButton } from '@colonnade/ui'
import { useState, type ReactNode } from 'react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import type { OpenAction } from './home/actions/action-dialogs.tsx'
import { SleepSetting } from './sleep/sleep-setting.tsx'
import { LateActionDialogs } from './home/actions/late-action-dialogs.tsx'
import { TransferSetting } from './transfer/transfer-setting.tsx'
import { statusLooks } from '../../lib/texts/project-status.ts'

/** What a project is called, and what can be done with it as a whole. */
export function GeneralPage({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  useTitle('General settings', project.name)
  const isAllowed = useIsAllowed(projectRef)
  const [open, setOpen] = useState<OpenAction>('none')
  const isActive = project.status === 'ACTIVE_HEALTHY'
  const { isChanging } = statusLooks[project.status]
  return (
    <Page title="General" width="narrow" description={`Settings of ${project.name}.`}>
      <ul className="flex flex-col rounded-lg border bg-surface [&>li+li]:border-t">
        <Setting title="Name" text={project.name}>
          {isAllowed('projects:update') && <Button onClick={() => setOpen('rename')}>Rename</Button>}
        </Setting>
        <Setting title="Project ref" text={<span className="font-mono text-xs">{project.ref}</span>}>
          <CopyButton text={project.ref} label="Copy project ref" />
        </Setting>
        {isAllowed('projects:operate') && (
          <>
            <Setting title="Restart" text="Open connections end. Clients can connect again after about a second.">
              <Button disabled={!isActive} onClick={() => setOpen('restart')}>
                Restart project
              </Button>
            </Setting>
            <SleepSetting project={project} />
            <Setting title="Pause" text="The database stops, with its replicas. All data stays; restoring takes about a second.">
              <Button disabled={!isActive} onClick={() => setOpen('pause')}>
                Pause project
              </Button>
            </Setting>
          </>
        )}
      </ul>
      {isAllowed('projects:delete') && (
        <ul className="flex flex-col rounded-lg border bg-surface">
          <TransferSetting project={project} />
        </ul>
      )}
      {isAllowed('projects:delete') && (
        <ul className="flex flex-col rounded-lg border border-danger/30 bg-surface">
          <Setting title="Delete project" text="Its database, its replicas and everything in them are deleted. This can not be undone.">
            <Button variant="danger" disabled={isChanging} onClick={() => setOpen('remove')}>
              Delete project
            </Button>
          </Setting>
        </ul>
      )}
      <LateActionDialogs project={project} open={open} onOpenChange={setOpen} />
    </Page>
  )
}

function Setting({ title, text, children }: { readonly title: string; readonly text: ReactNode; readonly children?: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-4 p-4 max-sm:flex-col max-sm:items-start">
      <div className="min-w-0">
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm wrap-anywhere text-soft">{text}</p>
      </div>
      {children}
    </li>
  )
}
