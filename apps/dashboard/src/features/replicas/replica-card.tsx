import type { Replica, ReplicaLag } from '@colonnade/contracts/copies/replicas'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Badge, Button, CodeBlock, ConfirmDialog, RelativeTime, StepList, toast } from '@colonnade/ui'
import { useState } from 'react'
import { connectionUri, directTarget } from '../../lib/connection-uri.ts'
import { computeName, regionName } from '../../lib/texts/project-names.ts'
import { useKnownPassword } from '../../scope/known-passwords.ts'
import { useRemoveReplica, useRestartReplica } from './mutations.ts'
import { PromoteDialog } from './promotion/promote-dialog.tsx'
import { lagText, lookOf, setupSteps, shortName } from './replica-looks.ts'
import { failureText } from '../../lib/error-notice.tsx'
import { replicaCardText } from './messages.ts'

export interface ReplicaCardProps {
  readonly project: Project
  /** The number of other replicas. */
  readonly others: number
  readonly replica: Replica
  readonly lag: ReplicaLag | undefined
  readonly mayOperate: boolean
  /** The primary is running: a replica cannot start without it. */
  readonly isActive: boolean
  /** A replica is being promoted, which blocks other actions. */
  readonly isPromoting: boolean
}

/** Shows one replica: its status, connection string and actions. */
export function ReplicaCard({ project, replica, others, lag, mayOperate, isActive, isPromoting }: ReplicaCardProps) {
  const projectRef = project.ref
  const restart = useRestartReplica(projectRef)
  const remove = useRemoveReplica(projectRef)
  const password = useKnownPassword(projectRef)
  const [open, setOpen] = useState<'none' | 'restart' | 'drop' | 'promote'>('none')
  const look = lookOf(replica, project)
  const name = `${regionName(replica.region)} ${shortName(replica)}`
  const steps = setupSteps(replica)
  const target = directTarget(replica)
  // also true while a replica is copied again
  const isSettingUp = steps.at(-1)!.state !== 'done'
  const hasFailed = replica.status === 'INIT_READ_REPLICA_FAILED' || replica.status === 'UNHEALTHY'
  return (
    <li aria-label={name} className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 font-medium wrap-anywhere">
          {regionName(replica.region)} <span className="font-mono text-xs text-soft">{shortName(replica)}</span>
        </h3>
        <Badge tone={look.tone}>{look.label}</Badge>
        <span className="text-xs text-faint">{computeName(replica.compute)}</span>
        <span className="text-xs text-faint">
          {replicaCardText.created} <RelativeTime value={replica.inserted_at} />
        </span>
        {replica.status === 'ACTIVE_HEALTHY' && lag !== undefined && <span className="text-xs text-soft tabular-nums">{lagText(lag)}</span>}
        {mayOperate && replica.status !== 'GOING_DOWN' && (
          <span className="ml-auto flex flex-wrap gap-2">
            <Button size="sm" disabled={isPromoting || replica.status.startsWith('INIT_') || !canPromote(project)} onClick={() => setOpen('promote')}>
              {replicaCardText.promote}
            </Button>
            <Button
              size="sm"
              disabled={!isActive || isPromoting || (replica.status !== 'ACTIVE_HEALTHY' && !hasFailed)}
              isPending={restart.isPending}
              onClick={() =>
                // a failed replica has no connections to confirm
                hasFailed
                  ? restart.mutate(replica.identifier, { onError: (error) => toast.error(failureText(replicaCardText.restartAction, error)) })
                  : setOpen('restart')
              }
            >
              {hasFailed ? replicaCardText.tryAgain : replicaCardText.restart}
            </Button>
            <Button size="sm" disabled={isPromoting} onClick={() => setOpen('drop')}>
              {replicaCardText.delete}
            </Button>
          </span>
        )}
      </div>
      {replica.problem !== null && (
        <div role="alert" className="rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm">
          <p className="wrap-anywhere">{replica.problem.message}</p>
          {replica.problem.log.length > 0 && <pre className="mt-2 max-h-40 overflow-auto font-mono text-xs">{replica.problem.log.join('\n')}</pre>}
        </div>
      )}
      {isSettingUp && <StepList label={replicaCardText.setup} steps={steps} className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-4" />}
      {replica.status === 'ACTIVE_HEALTHY' && target !== null && (
        <CodeBlock label={replicaCardText.connectionString(name)} code={connectionUri(target, password)} />
      )}
      <ConfirmDialog
        isOpen={open === 'restart'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'restart' : 'none')}
        title={replicaCardText.restartTitle(name)}
        description={replicaCardText.restartDescription}
        confirmLabel={replicaCardText.restartReplica}
        onConfirm={async () => void (await restart.mutateAsync(replica.identifier))}
      />
      <ConfirmDialog
        isOpen={open === 'drop'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'drop' : 'none')}
        title={replicaCardText.deleteTitle(name)}
        description={replicaCardText.deleteDescription}
        confirmLabel={replicaCardText.deleteReplica}
        isDanger
        onConfirm={async () => void (await remove.mutateAsync(replica.identifier))}
      />
      {open === 'promote' && <PromoteDialog project={project} replica={replica} others={others} onClose={() => setOpen('none')} />}
    </li>
  )
}

/** A forced promotion also works while the primary is down. */
function canPromote({ status }: Project): boolean {
  return status === 'ACTIVE_HEALTHY' || status === 'UNHEALTHY'
}
