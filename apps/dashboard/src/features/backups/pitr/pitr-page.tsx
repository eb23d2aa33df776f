import type { BackupReport } from '@colonnade/contracts/copies/backups'
import type { Pitr } from '@colonnade/contracts/copies/pitr'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Badge, EmptyState, ErrorAlert, Skeleton, Spinner, type Tone } from '@colonnade/ui'
import { History } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { Page } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useProject } from '../../../scope/use-project.ts'
import { BackupTabs } from '../backup-tabs.tsx'
import { useLiveBackups } from '../queries.ts'
import { RestoreList } from '../restore-list.tsx'
import { ArchivePanel } from './archive-panel.tsx'
import { MomentPanel } from './moment-panel.tsx'
import { TurnOn, WindowControl } from './window-control.tsx'

const looks: Readonly<Record<Pitr['state'], { readonly label: string; readonly tone: Tone }>> = {
  TURNING_ON: { label: 'Turning on', tone: 'warning' },
  ON: { label: 'On', tone: 'accent' },
  FAILING: { label: 'Failing', tone: 'danger' },
  TURNING_OFF: { label: 'Turning off', tone: 'neutral' },
}

/** Point-in-time recovery: the window, a moment in it, and the way back there. */
export function PitrPage({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  useTitle('Point in time', project.name)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const { data: report, error, retry } = useLiveBackups(projectRef)
  const pitr = report?.pitr ?? null
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-3">
          Point-in-time recovery
          {pitr !== null && <Badge tone={looks[pitr.state].tone}>{looks[pitr.state].label}</Badge>}
        </span>
      }
      description="Brings the database back to any second of its window: every commit until then, and none after."
      actions={report !== undefined && pitr !== null && mayOperate && <WindowControl project={project} pitr={pitr} days={report.pitr_days} />}
    >
      <BackupTabs projectRef={projectRef} />
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
      {report === undefined && error === null && (
        <output aria-label="Loading the recoverable window" className="flex flex-col gap-3">
          <Skeleton className="h-40 w-full rounded-lg" />
        </output>
      )}
      {report !== undefined &&
        (pitr === null ? (
          <>
            <TurnOn project={project} days={report.pitr_days} isActive={project.status === 'ACTIVE_HEALTHY'} mayOperate={mayOperate} />
            <RestoreList restores={report.restores} />
          </>
        ) : (
          <Window project={project} report={report} pitr={pitr} mayOperate={mayOperate} />
        ))}
    </Page>
  )
}

interface WindowProps {
  readonly project: Project
  readonly report: BackupReport
  readonly pitr: Pitr
  readonly mayOperate: boolean
}

function Window({ project, report, pitr, mayOperate }: WindowProps) {
  // what is restored now is looked at first, and stays in its place when it is done; what was over before is history
  const [earlier] = useState(() => new Set(report.restores.filter(({ status }) => status !== 'RUNNING').map(({ id }) => id)))
  return (
    <>
      <RestoreList restores={report.restores.filter(({ id }) => !earlier.has(id))} />
      {pitr.problem !== null && <ErrorAlert message={pitr.problem} advice="It is tried again every minute; members are told when it works again." />}
      {pitr.ranges.length === 0 || pitr.state === 'TURNING_OFF' ? (
        <Nothing pitr={pitr} />
      ) : (
        <MomentPanel project={project} report={report} pitr={pitr} mayOperate={mayOperate} />
      )}
      {pitr.state !== 'TURNING_OFF' && <ArchivePanel projectRef={project.ref} archive={pitr.archive} mayOperate={mayOperate} />}
      <RestoreList title="Earlier restores" restores={report.restores.filter(({ id }) => earlier.has(id))} />
    </>
  )
}

/** As long as there is nothing to choose from. */
function Nothing({ pitr }: { readonly pitr: Pitr }) {
  if (pitr.state === 'TURNING_OFF') {
    return (
      <EmptyState icon={<Spinner label="Turning off" />} title="Point-in-time recovery is being turned off">
        What was kept for it is being deleted.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={pitr.state === 'FAILING' ? <History aria-hidden /> : <Spinner label="Turning on" />} title="Nothing can be recovered yet">
      {pitr.state === 'FAILING'
        ? 'The window begins when what is wrong is over.'
        : 'The first backup is being made; from its moment on, every second can be recovered.'}
    </EmptyState>
  )
}
