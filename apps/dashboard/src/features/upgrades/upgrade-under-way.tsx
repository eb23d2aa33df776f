import type { Upgrade, UpgradeStatus } from '@colonnade/contracts/copies/upgrades'
import { Card, Progress, StepList } from '@colonnade/ui'
import { upgradeUnderWayText } from './messages.ts'
import { upgradeProgress } from './upgrade-words.ts'

const titles: Partial<Readonly<Record<UpgradeStatus, string>>> = {
  REHEARSING: upgradeUnderWayText.rehearsing,
  UPGRADING: upgradeUnderWayText.upgrading,
  PLACING: upgradeUnderWayText.upgrading,
  PROTECTING: upgradeUnderWayText.finishing,
}

/** Shows the progress of a rehearsal or an upgrade, and the project's state during it. */
export function UpgradeUnderWay({ upgrade, noun }: { readonly upgrade: Upgrade; readonly noun: 'project' | 'branch' }) {
  const { kind, status, progress, problem } = upgrade
  const steps = kind === 'rehearsal' ? upgradeUnderWayText.rehearsalSteps : upgradeUnderWayText.upgradeSteps
  return (
    <Card title={titles[status] ?? upgradeUnderWayText.upgrading}>
      <div className="flex flex-col gap-4 p-4">
        {kind === 'upgrade' && (
          <output className="text-sm text-soft">
            {stateOf(upgrade, noun)}
            {problem !== null && <span className="mt-1 block wrap-anywhere text-danger">{problem}</span>}
          </output>
        )}
        {progress !== null && <Progress label={upgradeUnderWayText.rows} value={progress.bytes_done} max={Math.max(1, progress.bytes_total)} />}
        <StepList label={steps} className="grid gap-x-8 gap-y-2.5 text-sm sm:grid-cols-2" steps={upgradeProgress(upgrade, noun)} />
      </div>
    </Card>
  )
}

function stateOf(
  { status, closed_at: closedAt, opened_at: openedAt, from_version: from, to_version: to }: Upgrade,
  noun: 'project' | 'branch',
): string {
  if (status === 'PROTECTING' && openedAt !== null) {
    return upgradeUnderWayText.online(noun, to)
  }
  if (status === 'PROTECTING' || status === 'PLACING') return upgradeUnderWayText.takingOver(to)
  if (closedAt === null) return upgradeUnderWayText.backingUp(noun)
  return upgradeUnderWayText.offline(noun, from)
}
