import { copyGrants, copyPolicy, copyTrigger, type Copied } from '@colonnade/pg-meta/copy-companions'
import type { TableCompanions } from '@colonnade/pg-meta/table-companions'
import { type FormStatement, statement } from './changes.ts'

/** What a copy brings along of what belongs to its table. */
export interface CompanionChoice {
  readonly isWithPolicies: boolean
  readonly isWithTriggers: boolean
  readonly isWithGrants: boolean
}

/** Statements for the end of a copy, when its rows are in it: triggers do not act on them. */
export function companionCopies(companions: TableCompanions, copied: Copied, choice: CompanionChoice): readonly FormStatement[] {
  const grants = choice.isWithGrants ? copyGrants(companions, copied) : null
  return [
    ...(choice.isWithPolicies ? companions.policies.map((policy) => statement(copyPolicy(policy, copied), 'companions')) : []),
    ...(choice.isWithTriggers ? companions.triggers.map((trigger) => statement(copyTrigger(trigger, copied), 'companions')) : []),
    ...(grants === null ? [] : [statement(grants, 'companions')]),
  ]
}
