import { InputIssue } from '@colonnade/contracts/foundation/errors'
import { isAppError, type ErrorCode } from '@colonnade/core'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'

const Issues = z.array(InputIssue)

/** Fields that a refused call is about. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** What a failed call says about single values: by its code (`{ project_name_taken: 'name' }`), or by the server's list of issues. */
export function fieldProblems(error: unknown, byCode: Partial<Record<ErrorCode, string>>): FieldProblem[] {
  if (!isAppError(error)) return []
  const field = byCode[error.code]
  if (field !== undefined) return [{ field, message: error.message }]
  const issues = Issues.safeParse(error.details['issues'])
  return (issues.data ?? []).flatMap(({ path, message }) => {
    const [place, ...rest] = path
    const names = place === 'body' ? rest : path
    return names.length > 0 ? [{ field: names.join('.'), message }] : []
  })
}

/** Shows a failed call beside the fields that it is about, and otherwise at the form's foot (`errors.root`). */
export function showFormError<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
  byCode: Partial<Record<ErrorCode, FieldPath<Values>>> = {},
): void {
  const known = fieldProblems(error, byCode).filter(({ field }) => field in form.getValues())
  for (const { field, message } of known) form.setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: true })
  if (known.length === 0) form.setError('root', { type: 'server', message: error instanceof Error ? error.message : String(error) })
}
