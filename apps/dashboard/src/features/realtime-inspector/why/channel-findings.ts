import type { RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'
import type { RealtimeConfig } from '@colonnade/contracts/realtime/realtime-settings'
import { type ChannelExtension, channelExtensions, type ChannelTrialReport } from '@colonnade/pg-meta/realtime-channels'
import { createChannelPolicy } from '@colonnade/pg-meta/realtime-repairs'
import type { JoinDraft } from '../join/draft.ts'
import { fault, type Finding, ok, type Repair, warning } from './finding.ts'
import { answerText, questionText, repairText } from './why-messages.ts'

/** Says who may join and send; null is the report of a public channel. */
export function channelFindings(channel: string, role: string, report: ChannelTrialReport | null): readonly Finding[] {
  if (report === null) return [ok(questionText.read, answerText.readPublic)]
  if (!report.hasRole) return [fault(questionText.role, answerText.noRole(role))]
  return (['read', 'write'] as const).map((action) => accessFinding(channel, role, report, action))
}

function accessFinding(channel: string, role: string, report: ChannelTrialReport, action: 'read' | 'write'): Finding {
  const question = questionText[action]
  const answers = report.answers.filter((each) => each.action === action)
  const allowed = answers.filter(({ isAllowed }) => isAllowed).map(({ extension }) => extension)
  const refused = channelExtensions.filter((extension) => !allowed.includes(extension))
  const policies = report.policies.flatMap(({ name, answers: said }) => {
    const of = said.filter((each) => each.action === action)
    if (of.length === 0) return []
    const text = of.map(({ extension, isTrue, error }) => `${extension}: ${error ?? (isTrue === true ? 'true' : 'false')}`).join(', ')
    return [{ name, isTrue: of.some(({ isTrue }) => isTrue === true), text }]
  })
  const repair: Repair = {
    name: repairText[action],
    note: repairText.topicNote(role),
    command: createChannelPolicy(channel, role, action),
  }
  const text = {
    read: [answerText.readAllowed, answerText.readPart, answerText.readRefused],
    write: [answerText.writeAllowed, answerText.writePart, answerText.writeRefused],
  } as const
  const [all, part, none] = text[action]
  if (refused.length === 0) {
    return { ...ok(question, report.unbound === null ? all(listed(allowed)) : answerText.unboundChannel(role)), policies }
  }
  if (allowed.length > 0) return { ...warning(question, part(listed(allowed), listed(refused)), repair), policies, link: 'channelPolicies' }
  // the refusal by policies says no more than that
  const failure = report.policies.flatMap(({ answers: said }) => said).find((each) => each.action === action && each.error !== null)?.error ?? null
  const answer = failure === null ? none(role) : `${none(role)} ${answerText.failed(failure)}`
  // whoever can only listen hears all the same
  const say = action === 'read' ? fault : warning
  return { ...say(question, answer, repair), policies, link: 'channelPolicies' }
}

const listed = (extensions: readonly ChannelExtension[]): string => extensions.join(' and ')

/** Says who else is there: private and public channels of a name are two. */
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
