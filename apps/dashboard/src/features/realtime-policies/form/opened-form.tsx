import type { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { OpenedPolicy } from '../../../scope/policies/opened-policy.tsx'
import { emptyPolicy } from '../../../scope/policies/policy-draft.ts'
import { TemplatePanel } from './template-panel.tsx'

export interface OpenedFormProps {
  readonly projectRef: string
  /** "new", "write", "edit.16384", "duplicate.16384". */
  readonly act: string
  readonly table: RelationSummary
  readonly policies: readonly policies.Policy[]
  readonly onAct: (act: string | undefined, options?: { readonly isSaved?: boolean }) => void
}

const expression = "realtime.topic() = 'room:1' and extension in ('broadcast', 'presence')"
const start = { ...emptyPolicy, command: 'SELECT', roles: ['authenticated'], definition: expression, check: expression } as const

/** Shows the form in the URL: templates, or the form of one policy, as in the database section. */
export function OpenedForm({ projectRef, act, table, policies: all, onAct }: OpenedFormProps) {
  if (act === 'new') {
    return (
      <TemplatePanel
        projectRef={projectRef}
        taken={all.map(({ name }) => name)}
        onWrite={() => onAct('write')}
        onClose={() => onAct(undefined)}
        onDone={() => onAct(undefined, { isSaved: true })}
      />
    )
  }
  return (
    <OpenedPolicy
      projectRef={projectRef}
      table={table}
      policies={all}
      act={act === 'write' ? 'new' : act}
      templates={[]}
      start={start}
      onAct={onAct}
    />
  )
}
