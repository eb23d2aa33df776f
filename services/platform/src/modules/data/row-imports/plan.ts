import type { ImportPlan } from '@colonnade/contracts/data/row-imports'
import type { InputIssue } from '@colonnade/contracts/foundation/errors'
import { AppError } from '@colonnade/core'
import type { FileForm } from './reading/file-form.ts'
import type { Target } from './store.ts'
import { messages } from './messages.ts'

/** Rejects plans that are invalid for any table. @throws AppError `invalid_input` */
export function checkPlan(plan: ImportPlan): void {
  const issues = [...problemsOf(plan)]
  if (issues.length === 0) return
  const message = issues.map((issue) => `${issue.path.slice(1).join('.')}: ${issue.message}`).join('; ')
  throw new AppError('invalid_input', { issues }, { message })
}

function* problemsOf(plan: ImportPlan): Generator<InputIssue> {
  const isText = plan.format === 'csv' || plan.format === 'tsv'
  const targets = new Set<string>()
  for (const [index, { source, target }] of plan.columns.entries()) {
    if ((typeof source === 'number') !== isText) {
      yield { path: ['body', 'columns', index, 'source'], message: isText ? messages.plan.position : messages.plan.member }
    }
    if (targets.has(target)) yield { path: ['body', 'columns', index, 'target'], message: messages.plan.repeated }
    targets.add(target)
  }
  if (plan.on_conflict === 'insert') return
  if (plan.key.length === 0) yield { path: ['body', 'key'], message: messages.plan.key }
  for (const [index, name] of plan.key.entries()) {
    if (!targets.has(name)) yield { path: ['body', 'key', index], message: messages.plan.keyNotImported }
  }
  if (plan.columns.length > maxGathered) yield { path: ['body', 'columns'], message: messages.plan.tooWide(maxGathered) }
}

/** Most columns with a key; the line number uses one of 1,600. */
const maxGathered = 1_599

/** Returns how to read a plan's file. */
export function formOf(plan: ImportPlan, { shapes, numbers }: Pick<Target, 'shapes' | 'numbers'>): FileForm {
  const withLine = plan.on_conflict !== 'insert'
  if (plan.format === 'json' || plan.format === 'ndjson') {
    const members = plan.columns.map(({ source, target }) => ({
      name: String(source),
      target,
      shape: shapes.get(target) ?? { kind: 'plain' as const },
    }))
    return {
      kind: 'json',
      options: { format: plan.format, rowsMember: plan.format === 'json' ? (plan.rows_member ?? null) : null, members, withLine },
    }
  }
  const options = {
    delimiter: plan.format === 'tsv' ? '\t' : plan.delimiter,
    skippedLines: plan.skip_lines,
    hasHeader: plan.has_header,
    nullText: plan.null_text,
    sources: plan.columns.map(({ source }) => Number(source)),
    withLine,
    numbers:
      plan.number_form === 'plain'
        ? null
        : { form: plan.number_form, columns: plan.columns.map(({ target }) => (numbers.has(target) ? target : null)) },
  }
  return { kind: 'csv', options }
}
