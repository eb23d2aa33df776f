import type { Promotion, PromotionOutlook } from '@colonnade/contracts/copies/replicas'
import type { ListedStep, Tone } from '@colonnade/ui'
import { lagText } from '../replica-looks.ts'
import { promotionText } from './messages.ts'

/** Returns true while a promotion is under way. */
export function isPending({ state }: Pick<Promotion, 'state'>): boolean {
  return state !== 'DONE' && state !== 'FAILED'
}

export const promotionLooks: Readonly<Record<'pending' | 'DONE' | 'FAILED', { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: promotionText.promoting, tone: 'warning' },
  DONE: { label: promotionText.promoted, tone: 'accent' },
  FAILED: { label: promotionText.failed, tone: 'danger' },
}

/** Returns the steps of a promotion with their states. */
export function promotionSteps({ state, is_forced: isForced }: Pick<Promotion, 'state' | 'is_forced'>): ListedStep[] {
  const labels = [
    isForced ? promotionText.steps.primaryStopped : promotionText.steps.primaryStoppedReplicaCurrent,
    promotionText.steps.replicaIsPrimary,
    promotionText.steps.othersFollow,
  ]
  const done = { REQUESTED: 0, FENCED: 1, PROMOTED: 2, DONE: 3, FAILED: 0 }[state]
  return labels.map((label, place) => ({
    id: label,
    label,
    state: place < done ? 'done' : place === done && state !== 'FAILED' ? 'running' : 'waiting',
    message: null,
  }))
}

/** Describes the result of a finished promotion. */
export function outcomeText({ state, problem, is_complete: isComplete, copied_anew: copied }: Promotion): string {
  if (state === 'FAILED') return promotionText.nothingChanged(problem ?? promotionText.unknownProblem)
  const loss = isComplete === true ? promotionText.noDataLost : promotionText.dataLost
  return copied === 0 ? loss : `${loss} ${promotionText.copiedAgain(copied)}`
}

/** Returns how far the replica is behind now. */
export function behindText({ behind_bytes: bytes, behind_ms: milliseconds, replayed_at: at }: PromotionOutlook): string {
  if (bytes !== null) return lagText({ bytes, milliseconds })
  return at === null ? promotionText.notStreaming : promotionText.noLongerStreaming
}

/** Lists what a promotion does, in order. */
export function whatHappens(outlook: PromotionOutlook, isForced: boolean, where: string, others: number): string[] {
  const { planned, forced } = promotionText
  const rest = others === 0 ? [] : [promotionText.otherReplicasFollow(others)]
  const takeover = promotionText.replicaTakesOver(where)
  if (!isForced) {
    return [planned.catchUp, planned.lastWrites, takeover, [planned.formerPrimary, ...rest].join(' ')]
  }
  return [
    outlook.is_primary_running ? forced.stopPrimary : forced.stopPrimaryForGood,
    outlook.is_primary_readable ? forced.replayWal : forced.unreadable,
    takeover,
    [forced.formerPrimary, forced.replicaAhead, ...rest].join(' '),
  ]
}
