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
import { pitrTexts as texts } from '../messages.ts'
import { BackupTabs } from '../backup-tabs.tsx'
import { useLiveBackups } from '../queries.ts'
import { type CopyBack, RestoreList } from '../restore-list.tsx'
import { ArchivePanel } from './archive-panel.tsx'
import { MomentPanel } from './moment-panel.tsx'
import { TurnOn, WindowControl } from './window-control.tsx'

const looks: Readonly<Record<Pitr['state'], { readonly label: string; readonly tone: Tone }>> = {
  TURNING_ON: { label: texts.states.TURNING_ON, tone: 'warning' },
  ON: { label: texts.states.ON, tone: 'accent' },
  FAILING: { label: texts.states.FAILING, tone: 'danger' },
  TURNING_OFF: { label: texts.states.TURNING_OFF, tone: 'neutral' },
}

export interface PitrPageProps {
  readonly projectRef: string
  readonly copyBack: CopyBack
}

/** Turns point-in-time recovery on and off, shows the recovery window, and restores to a moment. */
export function PitrPage({ projectRef, copyBack }: PitrPageProps) {
  const project = useProject(projectRef)
  useTitle(texts.pageTitle, project.name)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const { data: report, error, retry } = useLiveBackups(projectRef)
  const pitr = report?.pitr ?? null
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-3">
          {texts.title}
          {pitr !== null && <Badge tone={looks[pitr.state].tone}>{looks[pitr.state].label}</Badge>}
        </span>
      }
      description={texts.description}
      actions={report !== undefined && pitr !== null && mayOperate && <WindowControl project={project} pitr={pitr} days={report.pitr_days} />}
    >
      <BackupTabs projectRef={projectRef} />
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
      {report === undefined && error === null && (
        <output aria-label={texts.loading} className="flex flex-col gap-3">
          <Skeleton className="h-40 w-full rounded-lg" />
        </output>
      )}
      {report !== undefined &&
        (pitr === null ? (
          <>
            <TurnOn project={project} days={report.pitr_days} isActive={project.status === 'ACTIVE_HEALTHY'} mayOperate={mayOperate} />
            <RestoreList restores={report.restores} copyBack={copyBack} />
          </>
        ) : (
          <Window project={project} report={report} pitr={pitr} mayOperate={mayOperate} copyBack={copyBack} />
        ))}
    </Page>
  )
}

interface WindowProps {
  readonly project: Project
  readonly report: BackupReport
  readonly pitr: Pitr
  readonly mayOperate: boolean
  readonly copyBack: CopyBack
}

function Window({ project, report, pitr, mayOperate, copyBack }: WindowProps) {
  // restores that end while the page is open stay on top; older ones are history
  const [earlier] = useState(() => new Set(report.restores.filter(({ status }) => status !== 'RUNNING').map(({ id }) => id)))
  return (
    <>
      <RestoreList restores={report.restores.filter(({ id }) => !earlier.has(id))} copyBack={copyBack} />
      {pitr.problem !== null && <ErrorAlert message={pitr.problem} advice={texts.problemAdvice} />}
      {pitr.ranges.length === 0 || pitr.state === 'TURNING_OFF' ? (
        <Nothing pitr={pitr} />
      ) : (
        <MomentPanel project={project} report={report} pitr={pitr} mayOperate={mayOperate} />
      )}
      {pitr.state !== 'TURNING_OFF' && <ArchivePanel projectRef={project.ref} archive={pitr.archive} mayOperate={mayOperate} />}
      <RestoreList title={texts.earlierRestores} restores={report.restores.filter(({ id }) => earlier.has(id))} copyBack={copyBack} />
    </>
  )
}

/** Shown while there is nothing to restore to. */
function Nothing({ pitr }: { readonly pitr: Pitr }) {
  if (pitr.state === 'TURNING_OFF') {
    return (
      <EmptyState icon={<Spinner label={texts.states.TURNING_OFF} />} title={texts.turningOff}>
        {texts.turningOffText}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={pitr.state === 'FAILING' ? <History aria-hidden /> : <Spinner label={texts.states.TURNING_ON} />} title={texts.nothingYet}>
      {pitr.state === 'FAILING' ? texts.nothingFailing : texts.nothingTurningOn}
    </EmptyState>
  )
}
