import { Button } from '@colonnade/ui'
import { Check, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import type { SqlPart } from '../run/run-state.ts'
import { outcomeText } from './messages.ts'
import type { RunOutcome } from './outcome.ts'

const SaveAsDialog = lazy(loaded(() => import('../save-as/save-as-dialog.tsx'), 'SaveAsDialog'))

export interface OutcomeStripProps {
  readonly projectRef: string
  readonly part: SqlPart
  readonly outcome: RunOutcome
}

/** States that a run kept nothing, or offers to record the schema changes that it made as a migration. */
export function OutcomeStrip({ projectRef, part, outcome }: OutcomeStripProps) {
  const mayWrite = useIsAllowed(projectRef)('database:write')
  const [isRecording, setIsRecording] = useState(false)
  const [isRecorded, setIsRecorded] = useState(false)
  if (outcome.kind === 'unremarkable' || (outcome.kind === 'schema-changed' && !mayWrite)) return null
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-2 border-b bg-surface px-3 py-1 text-soft">
      {outcome.kind === 'rolled-back' ? (
        <output className="flex items-center gap-2">
          <Undo2 aria-hidden className="size-3.5 shrink-0 text-warning" />
          {outcomeText.rolledBack}
        </output>
      ) : isRecorded ? (
        <>
          <Check aria-hidden className="size-3.5 shrink-0 text-accent" />
          {outcomeText.recorded}
        </>
      ) : (
        <>
          <span className="min-w-0 flex-1">{outcomeText.schemaChanged}</span>
          <Button size="sm" onClick={() => setIsRecording(true)}>
            {outcomeText.record}
          </Button>
        </>
      )}
      {isRecording && outcome.kind === 'schema-changed' && (
        <Suspense>
          <SaveAsDialog
            projectRef={projectRef}
            kind="migration"
            source={{ kind: 'statements', part, statements: outcome.statements, placeholders: [], isQuery: false, cannotRun: null }}
            hasRun
            onClose={() => setIsRecording(false)}
            onSaved={() => setIsRecorded(true)}
          />
        </Suspense>
      )}
    </div>
  )
}
