import { changeFindings } from './change-findings.ts'
import { channelFindings, limitsFinding, othersFinding, serviceFinding } from './channel-findings.ts'
import type { Finding, Found } from './finding.ts'

/** Answers all checks for a channel and a client, in order. */
export function findingsOf({ draft, role, settings, live, changes, channel }: Found): readonly Finding[] {
  return [
    ...(changes === null ? [] : changeFindings(draft.changes, role, changes)),
    ...channelFindings(draft.channel.trim(), role, channel),
    othersFinding(draft, live),
    limitsFinding(live, settings),
    serviceFinding(draft, settings),
  ]
}
