import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import { modeText } from './messages.ts'
import type { EnabledMode } from './trigger-draft.ts'

type Mode = TriggerSummary['enabled_mode']

/** Names of the modes in lists. */
export const modeNames: Readonly<Record<Mode, string>> = modeText.names

/** When a trigger fires in each mode (session_replication_role is `replica` while another server's changes are applied). */
export const modeWords: Readonly<Record<Mode, string>> = modeText.hints

export const modeChoices: readonly { readonly value: EnabledMode; readonly label: string }[] = (
  ['ENABLED', 'DISABLED', 'REPLICA', 'ALWAYS'] as const
).map((value) => ({
  value,
  label: modeText.choices[value],
}))

/** "before insert or update, each row" */
export function momentText({ activation, events, orientation }: Pick<TriggerSummary, 'activation' | 'events' | 'orientation'>): string {
  return `${activation.toLowerCase()} ${events.join(' or ').toLowerCase()}, each ${orientation.toLowerCase()}`
}
