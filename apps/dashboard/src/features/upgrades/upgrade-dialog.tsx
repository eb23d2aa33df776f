import { upgradeBackupDays } from '@colonnade/contracts/copies/rules'
import type { Upgrade } from '@colonnade/contracts/copies/upgrades'
import type { Project } from '@colonnade/contracts/projects/projects'
import { ConfirmDialog } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { formatBytes } from '../../lib/bytes.ts'
import { nounOf } from '../../lib/texts/project-names.ts'
import { formatDuration } from '../../lib/texts/duration.ts'
import { upgradeDialogText } from './messages.ts'
import { useRunUpgrade } from './queries.ts'
import { downOf } from './upgrade-words.ts'

export interface UpgradeDialogProps {
  readonly project: Project
  /** The rehearsal that allows the upgrade. */
  readonly rehearsal: Upgrade
  /** What happens to the branches; null without branches. */
  readonly staying: string | null
  readonly onClose: () => void
}

/** Shows the effects of an upgrade, and asks to confirm it with the project's name. */
export function UpgradeDialog({ project, rehearsal, staying, onClose }: UpgradeDialogProps) {
  const noun = nounOf(project)
  const run = useRunUpgrade(project.ref)
  const { report, to_version: to } = rehearsal
  const from = project.db_version ?? rehearsal.from_version
  const left = (report?.notes ?? []).filter(({ subject }) => /^(replication slot|subscription|index) /.test(subject))
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={upgradeDialogText.title(project.name, to)}
      description={upgradeDialogText.description(noun)}
      confirmLabel={upgradeDialogText.upgrade(noun)}
      isDanger
      typedName={project.name}
      onConfirm={async () => {
        await run.mutateAsync(project.name)
      }}
    >
      <dl className="flex flex-col gap-3 text-sm">
        <Point title={report === null ? upgradeDialogText.downtimeUnknown : upgradeDialogText.downtime(formatDuration(downOf(report)))}>
          {upgradeDialogText.downtimeHint(formatBytes(report?.bytes ?? 0), upgradeBackupDays)}
        </Point>
        {left.length > 0 && (
          <Point title={upgradeDialogText.notMigrated}>
            <ul className="flex flex-col gap-1">
              {left.map(({ subject, message }) => (
                <li key={subject} className="wrap-anywhere">
                  <span className="font-mono text-xs">{subject}</span>: {message}
                </li>
              ))}
            </ul>
          </Point>
        )}
        {(report?.notes.length ?? 0) > left.length && <Point title={upgradeDialogText.changed}>{upgradeDialogText.changedHint}</Point>}
        {staying !== null && <Point title={upgradeDialogText.branches}>{staying}</Point>}
        <Point title={upgradeDialogText.recovery}>{upgradeDialogText.recoveryHint(noun, Number.parseInt(from, 10))}</Point>
      </dl>
    </ConfirmDialog>
  )
}

function Point({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="font-medium">{title}</dt>
      <dd className="text-soft">{children}</dd>
    </div>
  )
}
