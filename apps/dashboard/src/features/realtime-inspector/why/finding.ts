import type { RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'
import type { RealtimeConfig } from '@colonnade/contracts/realtime/realtime-settings'
import type { Command } from '@colonnade/pg-meta'
import type { ChangeCheckReport } from '@colonnade/pg-meta/realtime-changes'
import { pages } from '../../../paths.ts'
import type { ExplainedTrial } from '../../../scope/realtime-trial/explain.ts'
import type { JoinDraft } from '../join/draft.ts'

/** Pages where something is changed. */
export const findingLinks = {
  settings: pages.project.realtimeSettings,
  channelPolicies: pages.project.realtimePolicies,
  tablePolicies: pages.database.policies,
} as const

export type Verdict = 'ok' | 'warning' | 'fault'

/** SQL that repairs something. */
export interface Repair {
  /** What it is called, as a button and among migrations: "Publish table". */
  readonly name: string
  /** What else it does, for whoever is about to run it. */
  readonly note: string
  readonly command: Command
}

/** A question that was asked, and its answer. */
export interface Finding {
  readonly question: string
  readonly verdict: Verdict
  readonly answer: string
  /** One line for each policy that was asked. */
  readonly policies?: readonly { readonly name: string; readonly isTrue: boolean; readonly text: string }[]
  readonly repairs: readonly Repair[]
  /** Where it is changed instead. */
  readonly link?: keyof typeof findingLinks
}

/** What was found out. */
export interface Found {
  readonly draft: JoinDraft
  readonly role: string
  readonly settings: RealtimeConfig
  readonly live: RealtimeActivity
  /** null where no changes are asked for. */
  readonly changes: ChangeCheckReport | null
  /** null for a public channel. */
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
