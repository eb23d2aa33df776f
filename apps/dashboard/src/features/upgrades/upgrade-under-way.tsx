import type { Upgrade, UpgradeStatus } from '@colonnade/contracts/copies/upgrades'
import { Card, Progress, StepList } from '@colonnade/ui'
import { upgradeProgress } from './upgrade-words.ts'

const titles: Partial<Readonly<Record<UpgradeStatus, string>>> = {
  REHEARSING: 'Rehearsing',
  UPGRADING: 'Upgrading',
  PLACING: 'Upgrading',
  PROTECTING: 'Upgraded: the last steps',
}

/** How far a rehearsal or an upgrade is, and how the project is meanwhile. */
export function UpgradeUnderWay({ upgrade, noun }: { readonly upgrade: Upgrade; readonly noun: 'project' | 'branch' }) {
  const { kind, status, progress, problem } = upgrade
  const steps = kind === 'rehearsal' ? 'Steps of the rehearsal' : 'Steps of the upgrade'
  return (
    <Card title={titles[status] ?? 'Upgrading'}>
      <div className="flex flex-col gap-4 p-4">
        {kind === 'upgrade' && (
          <output className="text-sm text-soft">
            {stateOf(upgrade, noun)}
            {problem !== null && <span className="mt-1 block wrap-anywhere text-danger">{problem}</span>}
          </output>
        )}
        {progress !== null && <Progress label="Rows" value={progress.bytes_done} max={Math.max(1, progress.bytes_total)} />}
        <StepList label={steps} className="grid gap-x-8 gap-y-2.5 text-sm sm:grid-cols-2" steps={upgradeProgress(upgrade, noun)} />
      </div>
    </Card>
  )
}

function stateOf({ status, closed_at: closedAt, opened_at: openedAt, from_version: from, to_version: to }: Upgrade, noun: string): string {
  if (status === 'PROTECTING' && openedAt !== null) {
    return `The ${noun} works, on Postgres ${to}. What it was before is kept until the first backup is there.`
  }
  if (status === 'PROTECTING' || status === 'PLACING')
    return `Everything is in Postgres ${to}, which takes over now: it can not be cancelled any more.`
  if (closedAt === null) return `The ${noun} works as before while it is backed up.`
  return `Nobody can use the ${noun}. Cancelled, or if something fails, it goes on as it was, on Postgres ${from}.`
}
