import { upgradeBackupDays } from '@colonnade/contracts/copies/rules'
import type { Upgrade } from '@colonnade/contracts/copies/upgrades'
import type { Project } from '@colonnade/contracts/projects/projects'
import { ConfirmDialog } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { formatBytes } from '../../lib/bytes.ts'
import { nounOf } from '../../lib/texts/project-names.ts'
import { formatDuration } from '../../lib/texts/duration.ts'
import { useRunUpgrade } from './queries.ts'
import { downOf } from './upgrade-words.ts'

export interface UpgradeDialogProps {
  readonly project: Project
  /** The one that allows it. */
  readonly rehearsal: Upgrade
  /** What is said of its branches; null where there are none. */
  readonly staying: string | null
  readonly onClose: () => void
}

/** Says what happens to the project and to whom, and has its name typed. */
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
      title={`Upgrade ${project.name} to Postgres ${to}`}
      description={`Address, keys, roles and passwords stay what they are. What fails before the new version takes over leaves the ${noun} as it was.`}
      confirmLabel={`Upgrade the ${noun}`}
      isDanger
      typedName={project.name}
      onConfirm={async () => {
        await run.mutateAsync(project.name)
      }}
    >
      <dl className="flex flex-col gap-3 text-sm">
        <Point title={report === null ? 'Nobody can use it meanwhile' : `Down for about ${formatDuration(downOf(report))}, and some seconds more`}>
          As long as the rehearsal took, and as writing {formatBytes(report?.bytes ?? 0)} to the disk takes. A backup is made before, while it works,
          and kept for {upgradeBackupDays} days. Connections end; who connects is told why.
        </Point>
        {left.length > 0 && (
          <Point title="Not carried over">
            <ul className="flex flex-col gap-1">
              {left.map(({ subject, message }) => (
                <li key={subject} className="wrap-anywhere">
                  <span className="font-mono text-xs">{subject}</span>: {message}
                </li>
              ))}
            </ul>
          </Point>
        )}
        {(report?.notes.length ?? 0) > left.length && (
          <Point title="Different afterwards">What the rehearsal lists on this page. Read it before you upgrade.</Point>
        )}
        {staying !== null && <Point title="Branches">{staying}</Point>}
        <Point title="Recovery">
          Backups of before can be restored as long as they are kept, and so can moments in which point-in-time recovery is on: the {noun} is on
          Postgres {Number.parseInt(from, 10)} again then. On the new version both begin with its first backup, which is made at once.
        </Point>
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
