import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import type { EnabledMode } from './trigger-draft.ts'

type Mode = TriggerSummary['enabled_mode']

/** What each mode is called in lists. */
export const modeNames: Readonly<Record<Mode, string>> = { ORIGIN: 'enabled', DISABLED: 'disabled', REPLICA: 'replica', ALWAYS: 'always' }

/** When it fires in each mode (session_replication_role is `replica` in what applies changes of another server). */
export const modeWords: Readonly<Record<Mode, string>> = {
  ORIGIN: 'It fires for changes that are made here, and not for those that replication brings.',
  DISABLED: 'It never fires.',
  REPLICA: 'It fires only for changes that replication brings.',
  ALWAYS: 'It fires for changes that are made here, and for those that replication brings.',
}

export const modeChoices: readonly { readonly value: EnabledMode; readonly label: string }[] = [
  { value: 'ENABLED', label: 'Enabled: for changes made here' },
  { value: 'DISABLED', label: 'Disabled: never' },
  { value: 'REPLICA', label: 'Replica: for what replication brings' },
  { value: 'ALWAYS', label: 'Always: for both' },
]

/** "before insert or update, each row" */
export function momentText({ activation, events, orientation }: Pick<TriggerSummary, 'activation' | 'events' | 'orientation'>): string {
  return `${activation.toLowerCase()} ${events.join(' or ').toLowerCase()}, each ${orientation.toLowerCase()}`
}
