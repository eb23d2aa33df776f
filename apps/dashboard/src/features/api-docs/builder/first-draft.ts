import type { Call, Field, Value } from '../examples/call.ts'
import { apiName } from '../examples/call.ts'
import type { Example } from '../examples/relation-examples.ts'
import { emptyDraft, hasBody, type Operation, operations, type RequestDraft } from './request-draft.ts'

/** Operations of a table or function: those that it has examples for. */
export function operationsOf(examples: readonly Example[]): readonly Operation[] {
  const found = new Set(examples.map(({ call }) => operationOf(call)))
  return operations.filter((operation) => found.has(operation))
}

/** Begins a request of an operation, with the values of its example. What was written of conditions stays. */
export function draftFor(operation: Operation, examples: readonly Example[], before: RequestDraft = emptyDraft): RequestDraft {
  const call = examples.find((example) => operationOf(example.call) === operation)?.call
  const isCall = operation === 'call'
  const draft: RequestDraft = { ...before, operation, limit: isCall && before === emptyDraft ? '' : before.limit }
  if (call === undefined) return draft
  const filters =
    before.filters.length > 0 || !('filters' in call)
      ? before.filters
      : call.filters.map(({ column, operator, value }) => ({ column: apiName(column), operator, value: String(value) }))
  return {
    ...draft,
    filters,
    body: hasBody(operation) ? bodyOf(call) : before.body,
    onConflict: call.kind === 'upsert' ? call.keys.map(apiName).join(',') : before.onConflict,
  }
}

function operationOf({ kind }: Call): Operation {
  return kind === 'select' ? 'read' : kind === 'rpc' ? 'call' : kind
}

function bodyOf(call: Call): string {
  switch (call.kind) {
    case 'insert':
      return written(call.rows.length === 1 ? { fields: call.rows[0]! } : call.rows.map((fields) => ({ fields })))
    case 'upsert':
      return written({ fields: call.row })
    case 'update':
      return written({ fields: call.changes })
    case 'rpc':
      return call.args.kind === 'named'
        ? written({ fields: call.args.fields })
        : call.args.kind === 'json'
          ? written(call.args.value)
          : call.args.value
    default:
      return ''
  }
}

const written = (value: Value): string => JSON.stringify(plain(value), null, 2)

function plain(value: Value): unknown {
  if (value === null || typeof value !== 'object') return value
  if ('fields' in value) return Object.fromEntries(value.fields.map(({ name, value: inner }: Field) => [name, plain(inner)]))
  return value.map(plain)
}
