import type { RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'
import type { RealtimeConfig } from '@colonnade/contracts/realtime/realtime-settings'
import { createChannelPolicy } from '@colonnade/pg-meta/realtime-repairs'
import type { ExplainedTrial } from '../../../scope/realtime-trial/explain.ts'
import type { JoinDraft } from '../join/draft.ts'
import { fault, type Finding, ok, type Repair, warning } from './finding.ts'
import { answerText, questionText, repairText } from './messages.ts'

/** Explains whether the client can join and send; null for a public channel. */
export function channelFindings(channel: string, role: string, trial: ExplainedTrial | null): readonly Finding[] {
  if (trial === null) return [ok(questionText.read, answerText.readPublic)]
  return (['read', 'write'] as const).map((access) => accessFinding(channel, role, trial, access))
}

const answers = {
  read: [answerText.readAllowed, answerText.readPart, answerText.readRefused],
  write: [answerText.writeAllowed, answerText.writePart, answerText.writeRefused],
} as const

function accessFinding(channel: string, role: string, { accesses }: ExplainedTrial, access: 'read' | 'write'): Finding {
  const question = questionText[access]
  const asked = accesses.filter((each) => each.access === access)
  const listed = (isAllowed: boolean): string =>
    asked
      .filter((each) => each.isAllowed === isAllowed)
      .map(({ extension }) => extension)
      .join(' and ')
  const checks = asked.flatMap(({ extension, checks: said }) => said.map((check) => ({ ...check, extension })))
  const policies = [...new Set(checks.map(({ policy }) => policy.name))].map((name) => {
    const said = checks.filter(({ policy }) => policy.name === name)
    const text = said.map(({ extension, isTrue, error }) => `${extension}: ${error ?? String(isTrue)}`).join(', ')
    return { name, isTrue: said.some(({ isTrue }) => isTrue), text }
  })
  const repair: Repair = { name: repairText[access], note: repairText.topicNote(role), command: createChannelPolicy(channel, role, access) }
  const [all, part, none] = answers[access]
  const reasons = [...new Set(asked.map(({ reason }) => reason))].filter((reason) => reason !== '')
  if (asked.every(({ isAllowed }) => isAllowed)) return { ...ok(question, reasons.length > 0 ? reasons.join(' ') : all(listed(true))), policies }
  if (asked.some(({ isAllowed }) => isAllowed)) {
    return { ...warning(question, part(listed(true), listed(false)), repair), policies, link: 'channelPolicies' }
  }
  // clients that can only listen still receive messages
  const say = access === 'read' ? fault : warning
  return { ...say(question, [none(role), ...reasons].join(' '), repair), policies, link: 'channelPolicies' }
}

/** Reports other clients in the channel. Private and public channels with the same name are separate. */
export function othersFinding({ channel, isPrivate }: JoinDraft, { topics }: RealtimeActivity): Finding {
  const of = (wanted: boolean) => topics.find((each) => each.topic === channel.trim() && each.is_private === wanted)?.clients ?? 0
  const [together, apart] = [of(isPrivate), of(!isPrivate)]
  if (apart > 0) return warning(questionText.others, answerText.twin(!isPrivate, apart))
  return together > 0 ? ok(questionText.others, answerText.together(together)) : warning(questionText.others, answerText.alone)
}

export function limitsFinding(live: RealtimeActivity, settings: RealtimeConfig): Finding {
  const question = questionText.limits
  const rates = [
    [live.messages.peak, settings.max_events_per_second, answerText.messages],
    [live.joins.peak, settings.max_joins_per_second, answerText.joins],
    [live.presence_events.peak, settings.max_presence_events_per_second, answerText.presence],
  ] as const
  const reached = rates.filter(([peak, most]) => peak >= most).map(([peak, most, say]) => say(peak, most))
  const isFull = live.connections >= settings.max_concurrent_users
  if (!isFull && reached.length === 0) return ok(question, answerText.noLimits)
  const full = isFull ? [answerText.connections(live.connections, settings.max_concurrent_users)] : []
  return { ...(isFull ? fault : warning)(question, [...full, ...reached].join(' ')), link: 'settings' }
}

export function serviceFinding({ isPrivate, presence }: JoinDraft, settings: RealtimeConfig): Finding {
  const question = questionText.service
  if (settings.suspend) return { ...fault(question, answerText.off), link: 'settings' }
  if (settings.private_only && !isPrivate) return { ...fault(question, answerText.privateOnly), link: 'settings' }
  if (!settings.presence_enabled && presence.isOn) return { ...warning(question, answerText.presenceOff), link: 'settings' }
  return ok(question, answerText.letsIn)
}
