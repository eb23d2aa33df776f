import type { Promotion, PromotionOutlook } from '@colonnade/contracts/copies/replicas'
import type { ListedStep, Tone } from '@colonnade/ui'
import { lagText } from '../replica-looks.ts'

/** Whether a promotion is on its way. */
export function isPending({ state }: Pick<Promotion, 'state'>): boolean {
  return state !== 'DONE' && state !== 'FAILED'
}

export const promotionLooks: Readonly<Record<'pending' | 'DONE' | 'FAILED', { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: 'Being promoted', tone: 'warning' },
  DONE: { label: 'Promoted', tone: 'accent' },
  FAILED: { label: 'Not promoted', tone: 'danger' },
}

/** How far a promotion has come. */
export function promotionSteps({ state, is_forced: isForced }: Pick<Promotion, 'state' | 'is_forced'>): ListedStep[] {
  const labels = [
    isForced ? 'Primary stopped' : 'Primary stopped, replica has everything',
    'Replica in the place of the primary',
    'Former primary and other replicas follow',
  ]
  const done = { REQUESTED: 0, FENCED: 1, PROMOTED: 2, DONE: 3, FAILED: 0 }[state]
  return labels.map((label, place) => ({
    id: label,
    label,
    state: place < done ? 'done' : place === done && state !== 'FAILED' ? 'running' : 'waiting',
    message: null,
  }))
}

/** What became of a promotion that is over, in sentences. */
export function outcomeText({ state, problem, is_complete: isComplete, copied_anew: copied }: Promotion): string {
  if (state === 'FAILED') return `${problem ?? 'No reason is known'}. Nothing has changed: the primary is what it was.`
  const kept =
    isComplete === true
      ? 'Nothing was lost.'
      : 'What the former primary had written, and neither sent nor archived, is lost: its files could not be read.'
  const anew = copied === 0 ? '' : copied === 1 ? ' One replica is copied anew.' : ` ${copied} replicas are copied anew.`
  return kept + anew
}

/** How far the replica is behind now, in words. */
export function behindText({ behind_bytes: bytes, behind_ms: milliseconds, replayed_at: at }: PromotionOutlook): string {
  if (bytes !== null) return lagText({ bytes, milliseconds })
  return at === null ? 'Not known: it does not stream' : 'Not known: it does not stream any more'
}

/** What happens, one after the other. */
export function whatHappens(outlook: PromotionOutlook, isForced: boolean, where: string, others: number): string[] {
  const rest = others === 0 ? '' : others === 1 ? ' The other replica follows.' : ` The other ${others} replicas follow.`
  const place = `The replica takes its place (${where}), under the same ref, keys, addresses and passwords. Clients connect again.`
  if (!isForced) {
    return [
      'The replica replays what it is behind; then the primary is stopped, and its connections end.',
      'The replica replays what was written last. No row that was acknowledged is lost. If it can not get there, the primary is started again and nothing has changed.',
      place,
      `The former primary becomes a replica where it was.${rest}`,
    ]
  }
  return [
    `The primary is stopped${outlook.is_primary_running ? '' : ' for good'}, so that nothing can be written in two places.`,
    outlook.is_primary_readable
      ? 'What its files have of its WAL is replayed first. Should they be damaged, what was neither sent nor archived is lost.'
      : 'Its files can not be read: what it had written, and neither sent nor archived, is lost. Where point-in-time recovery is on, it will not lead to moments between the last that it offers now and the promotion.',
    place,
    `The former primary is copied anew, unless it stopped in order.${rest} A replica that has more than the new primary is copied anew, too.`,
  ]
}
