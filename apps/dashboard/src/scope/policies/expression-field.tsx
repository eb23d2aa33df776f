import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { expressionProblem } from '@colonnade/pg-meta/alter-table'
import { CodeField } from '../../lib/code/code-field.tsx'
import { messageOf } from '../../lib/error-notice.tsx'
import { useSettled } from '../../lib/late/use-settled.ts'
import { expressionText } from './messages.ts'
import { readsItself } from './policy-draft.ts'
import { expressionCheckQuery } from './policy-queries.ts'

/** Delay between the last key and the check of an expression, in milliseconds. */
const settleMs = 250

export interface ExpressionFieldProps {
  readonly projectRef: string
  readonly table: { readonly schema: string; readonly name: string }
  readonly label: string
  readonly hint: ReactNode
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The form's own problem with it. */
  readonly problem: string | undefined
  readonly isOptional?: boolean
}

/** Edits an expression of a policy, which Postgres checks while it is written. */
export function ExpressionField({ projectRef, table, label, hint, placeholder, value, onChange, problem, isOptional = false }: ExpressionFieldProps) {
  const settled = useSettled(value, settleMs)
  const isAsked = settled.trim() !== '' && expressionProblem(settled) === null
  const check = useQuery({ ...expressionCheckQuery(projectRef, table, settled), enabled: isAsked })
  const isCurrent = settled === value && value.trim() !== ''
  const unclosed = isCurrent ? expressionProblem(settled) : null
  const refusal = isCurrent && isAsked ? (check.data ?? null) : null
  const isFine = isCurrent && isAsked && check.data === null
  const error = problem ?? unclosed ?? refusal ?? undefined
  return (
    <div className="flex flex-col gap-1">
      <CodeField
        label={label}
        language="sql"
        rows={2}
        hasLineNumbers={false}
        isWrapped
        placeholder={placeholder}
        value={value}
        onChange={onChange}
        error={error}
        hint={hint}
        isOptional={isOptional}
      />
      <output aria-label={expressionText.result(label)} className="flex items-center gap-1.5 text-xs text-soft">
        {isFine && (
          <>
            <CircleCheck aria-hidden className="size-3.5 text-accent" />
            {expressionText.valid}
          </>
        )}
        {isCurrent && isAsked && check.error !== null && expressionText.unchecked(messageOf(check.error))}
      </output>
      {isCurrent && readsItself({ schema: table.schema, table: table.name }, value) && (
        <p className="text-xs text-warning">{expressionText.readsItself(table.name)}</p>
      )}
    </div>
  )
}
