import type { TypeUses } from '@colonnade/pg-meta/type-uses'
import { Button } from '@colonnade/ui'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import type { Draft } from '../../../scope/changes/draft.ts'
import { ColumnUses } from './column-uses.tsx'
import type { ValuePlan } from './type-alteration.ts'
import type { TypeDraft } from './type-draft.ts'
import type { TypeDefinition } from './type-queries.ts'
import { typeChangeText } from './messages.ts'

export interface TypeCostsProps {
  readonly original: TypeDefinition
  readonly draft: TypeDraft
  readonly plan: ValuePlan
  /** Undefined while it is looked up, null when the type is gone. */
  readonly uses: TypeUses | null | undefined
  readonly outcome: Draft
  readonly error: unknown
  /** Whether what uses it is being looked up for the first time. */
  readonly isLooking: boolean
  /** Looks up again what uses it. */
  readonly onRetry: () => void
}

/** Shows what a change of a type locks, reads and writes, and what prevents it. */
export function TypeCosts({ original, draft, plan, uses, outcome, error, isLooking, onRetry }: TypeCostsProps) {
  const obstacle = outcome.kind === 'incomplete' ? outcome.problems['values'] : undefined
  const words = wordsOf(original, draft, plan)
  const hasColumns = (uses?.columns.length ?? 0) > 0
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 text-xs text-soft">
      {error !== null && <ErrorNotice error={error} onRetry={onRetry} />}
      {obstacle !== undefined && error === null && !isLooking && (
        <div role="alert" className="flex flex-col items-start gap-2 rounded-md border border-warning/40 bg-warning-tint px-3 py-2">
          <p className="text-sm wrap-anywhere text-fg">{obstacle}</p>
          <Button size="sm" onClick={onRetry}>
            {typeChangeText.checkAgain}
          </Button>
        </div>
      )}
      <p>{words.text}</p>
      {words.needsColumns && uses && !hasColumns && <p>{typeChangeText.noColumns}</p>}
      {words.needsColumns && uses && hasColumns && <ColumnUses label={typeChangeText.affected} columns={uses.columns} />}
    </div>
  )
}

function wordsOf(original: TypeDefinition, draft: TypeDraft, plan: ValuePlan): { readonly text: string; readonly needsColumns: boolean } {
  if (original.kind === 'enum' && plan.isRewrite) {
    return {
      needsColumns: true,
      text: typeChangeText.replaced,
    }
  }
  if (original.kind === 'domain' && isCheckedAgain(original, draft)) {
    return {
      needsColumns: true,
      text: typeChangeText.validated,
    }
  }
  if (original.kind === 'composite' && hasNewTypes(original, draft)) {
    return {
      needsColumns: true,
      text: typeChangeText.attributes,
    }
  }
  return {
    needsColumns: false,
    text: draft.name === original.name && draft.schema === original.schema ? typeChangeText.cheap : typeChangeText.renamed,
  }
}

const isCheckedAgain = ({ domain }: TypeDefinition, draft: TypeDraft): boolean =>
  (draft.isRequired && domain?.not_null === false) ||
  draft.checks.some(({ from, expression, isValidated }) => {
    const old = domain?.checks.find(({ name }) => name === from)
    return isValidated && (old === undefined || old.expression !== expression || !old.is_validated)
  })

const hasNewTypes = ({ attribute_details: attributes }: TypeDefinition, draft: TypeDraft): boolean =>
  draft.attributes.some(({ from, type }) => attributes?.some((old) => old.name === from && old.type !== type.trim()))
