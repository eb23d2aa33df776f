import type { ProjectEvent } from '@colonnade/contracts/projects/projects'
import { Card, Progress, StepList } from '@colonnade/ui'
import { formatDuration } from '../../../lib/texts/duration.ts'
import { isFirstStart, stepProgress } from './event-log.ts'
import { stepsCardText } from './messages.ts'

export interface StepsCardProps {
  readonly status: 'COMING_UP' | 'RESTORING'
  readonly events: readonly ProjectEvent[]
  readonly isBranch: boolean
}

/** A project on its way up, step by step. */
export function StepsCard({ status, events, isBranch }: StepsCardProps) {
  const steps = stepProgress(events, status, isBranch)
  const noun = isBranch ? 'branch' : 'project'
  const isFirst = status === 'COMING_UP' && isFirstStart(events)
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Card title={isFirst ? stepsCardText.settingUp(noun) : status === 'COMING_UP' ? stepsCardText.restarting(noun) : stepsCardText.starting(noun)}>
      <div className="flex flex-col gap-4 p-4">
        <Progress label={stepsCardText.progress} value={isFirst ? done : null} max={Math.max(steps.length, 1)} />
        <StepList
          label={stepsCardText.steps}
          noSteps={stepsCardText.waitingFirstStep}
          className="flex flex-col gap-2.5"
          steps={steps.map(({ step, state, durationMs, message, ...words }) => ({
            ...words,
            id: step,
            state,
            message: state === 'failed' ? message : null,
            ...(durationMs !== null && { note: formatDuration(durationMs) }),
          }))}
        />
      </div>
    </Card>
  )
}
