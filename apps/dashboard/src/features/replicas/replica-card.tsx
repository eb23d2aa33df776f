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

export interface ReplicaCardProps {
  readonly project: Project
  /** Replicas beside this one. */
  readonly others: number
  readonly replica: Replica
  readonly lag: ReplicaLag | undefined
  readonly mayOperate: boolean
  /** Whether its primary runs: without that it can not be started. */
  readonly isActive: boolean
  /** Whether one of them is taking the primary's place: nothing else is done with them then. */
  readonly isPromoting: boolean
}

/** One replica: how it is, how it is reached, and what can be done with it. */
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
  // also of one that is copied anew
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
          Made <RelativeTime value={replica.inserted_at} />
        </span>
        {replica.status === 'ACTIVE_HEALTHY' && lag !== undefined && <span className="text-xs text-soft tabular-nums">{lagText(lag)}</span>}
        {mayOperate && replica.status !== 'GOING_DOWN' && (
          <span className="ml-auto flex flex-wrap gap-2">
            <Button size="sm" disabled={isPromoting || replica.status.startsWith('INIT_') || !canPromote(project)} onClick={() => setOpen('promote')}>
              Promote
            </Button>
            <Button
              size="sm"
              disabled={!isActive || isPromoting || (replica.status !== 'ACTIVE_HEALTHY' && !hasFailed)}
              isPending={restart.isPending}
              onClick={() =>
                // nobody is connected to one that has failed
                hasFailed
                  ? restart.mutate(replica.identifier, { onError: (error) => toast.error(failureText('restart the replica', error)) })
                  : setOpen('restart')
              }
            >
              {hasFailed ? 'Try again' : 'Restart'}
            </Button>
            <Button size="sm" disabled={isPromoting} onClick={() => setOpen('drop')}>
              Drop
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
      {isSettingUp && <StepList label="Set-up" steps={steps} className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-4" />}
      {replica.status === 'ACTIVE_HEALTHY' && target !== null && (
        <CodeBlock label={`Connection string of ${name}`} code={connectionUri(target, password)} />
      )}
      <ConfirmDialog
        isOpen={open === 'restart'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'restart' : 'none')}
        title={`Restart the replica ${name}?`}
        description="Its connections end and running queries are cancelled. The primary works on, and the replica follows it again after about a second."
        confirmLabel="Restart replica"
        onConfirm={async () => void (await restart.mutateAsync(replica.identifier))}
      />
      <ConfirmDialog
        isOpen={open === 'drop'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'drop' : 'none')}
        title={`Drop the replica ${name}?`}
        description="Its connections end and its files are deleted. The primary keeps everything, and another replica can be made at any time."
        confirmLabel="Drop replica"
        isDanger
        onConfirm={async () => void (await remove.mutateAsync(replica.identifier))}
      />
      {open === 'promote' && <PromoteDialog project={project} replica={replica} others={others} onClose={() => setOpen('none')} />}
    </li>
  )
}

/** By force also when its server is dead. */
function canPromote({ status }: Project): boolean {
  return status === 'ACTIVE_HEALTHY' || status === 'UNHEALTHY'
}
