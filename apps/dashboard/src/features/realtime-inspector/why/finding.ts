import type { RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'
import type { RealtimeConfig } from '@colonnade/contracts/realtime/realtime-settings'
import type { Command } from '@colonnade/pg-meta'
import type { ChangeCheckReport } from '@colonnade/pg-meta/realtime-changes'
import { pages } from '../../../paths.ts'
import type { ExplainedTrial } from '../../../scope/realtime-trial/explain.ts'
import type { JoinDraft } from '../join/draft.ts'

/** Pages that fix a problem. */
export const findingLinks = {
  settings: pages.project.realtimeSettings,
  channelPolicies: pages.project.realtimePolicies,
  tablePolicies: pages.database.policies,
} as const

export type Verdict = 'ok' | 'warning' | 'fault'

/** SQL that fixes a problem. */
export interface Repair {
  /** Name on the button and in migrations: "Publish table". */
  readonly name: string
  /** Side effects to know before running it. */
  readonly note: string
  readonly command: Command
}

/** A check and its answer. */
export interface Finding {
  readonly question: string
  readonly verdict: Verdict
  readonly answer: string
  /** One line per policy. */
  readonly policies?: readonly { readonly name: string; readonly isTrue: boolean; readonly text: string }[]
  readonly repairs: readonly Repair[]
  /** Page that fixes it instead. */
  readonly link?: keyof typeof findingLinks
}

/** Results of the checks. */
export interface Found {
  readonly draft: JoinDraft
  readonly role: string
  readonly settings: RealtimeConfig
  readonly live: RealtimeActivity
  /** Null without row changes. */
  readonly changes: ChangeCheckReport | null
  /** Null for a public channel. */
  readonly channel: ExplainedTrial | null
}

export const ok = (question: string, answer: string): Finding => ({ question, verdict: 'ok', answer, repairs: [] })
export const fault = (question: string, answer: string, ...repairs: readonly Repair[]): Finding => ({ question, verdict: 'fault', answer, repairs })
export const warning = (question: string, answer: string, ...repairs: readonly Repair[]): Finding => ({
  question,
  verdict: 'warning',
  answer,
  repairs,
})
