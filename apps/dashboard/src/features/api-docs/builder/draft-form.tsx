import { Checkbox, Field, Input, Select } from '@colonnade/ui'
import { useState } from 'react'
import { CodeField } from '../../../lib/code/code-field.tsx'
import { operationLabels } from '../messages.ts'
import { FilterRows, OrderRows } from './condition-rows.tsx'
import { draftFormText } from './messages.ts'
import {
  hasBody,
  hasFilters,
  hasWindow,
  type Operation,
  type PlainRequest,
  queryOf,
  type RequestDraft,
  splitList,
  withEmbed,
  withQuery,
} from './request-draft.ts'

export interface DraftFormProps {
  readonly draft: RequestDraft
  readonly request: PlainRequest
  readonly operations: readonly Operation[]
  readonly columns: readonly string[]
  readonly embeds: readonly string[]
  readonly bodyProblem: string | null
  readonly onChange: (draft: RequestDraft) => void
  readonly onOperation: (operation: Operation) => void
}

const formats = [
  { value: 'json', label: draftFormText.asJson },
  { value: 'object', label: draftFormText.asObject },
  { value: 'csv', label: draftFormText.asCsv },
] as const

/** The fields of a request. The query string below them is the same request, and can be written in their place. */
export function DraftForm({ draft, request, operations, columns, embeds, bodyProblem, onChange, onOperation }: DraftFormProps) {
  const change = (next: Partial<RequestDraft>) => onChange({ ...draft, ...next })
  const { operation } = draft
  const isRead = operation === 'read' || operation === 'call'
  const selected = splitList(draft.select)
  return (
    <>
      <QueryField draft={draft} request={request} onChange={onChange} />
      <div className="grid gap-3 sm:grid-cols-2">
        {operations.length > 1 && (
          <Field label={draftFormText.operation}>
            <Select value={operation} onValueChange={onOperation} options={operations.map((value) => ({ value, label: operationLabels[value] }))} />
          </Field>
        )}
        {(isRead || draft.isReturning) && (
          <Field label={draftFormText.columns} hint={draftFormText.columnsHint}>
            <Input isMono value={draft.select} onChange={(event) => change({ select: event.target.value })} />
          </Field>
        )}
      </div>
      {embeds.length > 0 && (isRead || draft.isReturning) && (
        <fieldset className="flex min-w-0 flex-wrap gap-x-4 gap-y-1.5">
          <legend className="mb-1.5 text-sm font-medium">{draftFormText.embed}</legend>
          {embeds.map((embed) => (
            <Checkbox
              key={embed}
              label={<code className="font-mono text-xs wrap-anywhere">{embed}</code>}
              isChecked={selected.includes(embed)}
              onCheckedChange={() => change({ select: withEmbed(draft.select, embed) })}
            />
          ))}
        </fieldset>
      )}
      {hasFilters(operation) && <FilterRows filters={draft.filters} columns={columns} onChange={(filters) => change({ filters })} />}
      {hasWindow(operation) && (
        <>
          <OrderRows orders={draft.orders} columns={columns} onChange={(orders) => change({ orders })} />
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Field label={draftFormText.limit}>
              <Input
                inputMode="numeric"
                value={draft.limit}
                placeholder={draftFormText.noLimit}
                onChange={(event) => change({ limit: event.target.value })}
              />
            </Field>
            <Field label={draftFormText.offset}>
              <Input inputMode="numeric" value={draft.offset} placeholder="0" onChange={(event) => change({ offset: event.target.value })} />
            </Field>
            <Field label={draftFormText.format} className="col-span-2 sm:col-span-1">
              <Select value={draft.format} onValueChange={(format) => change({ format })} options={formats} />
            </Field>
          </div>
        </>
      )}
      {hasBody(operation) && (
        <CodeField
          label={operation === 'call' ? draftFormText.arguments : draftFormText.body}
          language="json"
          rows={5}
          value={draft.body}
          error={bodyProblem ?? undefined}
          onChange={(body) => change({ body })}
        />
      )}
      {operation === 'upsert' && (
        <Field label={draftFormText.conflict} hint={draftFormText.conflictHint}>
          <Input isMono value={draft.onConflict} onChange={(event) => change({ onConflict: event.target.value })} />
        </Field>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        <Checkbox label={draftFormText.countAllRows} isChecked={draft.isCounted} onCheckedChange={(isCounted) => change({ isCounted })} />
        {!isRead && (
          <Checkbox
            label={draftFormText.returnWrittenRows}
            isChecked={draft.isReturning}
            onCheckedChange={(isReturning) => change({ isReturning })}
          />
        )}
      </div>
    </>
  )
}

/** The query string. While somebody writes in it, it stays as they write it, and the form follows. */
function QueryField({ draft, request, onChange }: Pick<DraftFormProps, 'draft' | 'request' | 'onChange'>) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field
      label={draftFormText.queryString}
      aside={
        <span className="min-w-0 truncate font-mono text-xs">
          <span className="font-semibold">{request.method}</span> /rest/v1/{request.path}
        </span>
      }
      hint={request.method === 'GET' ? undefined : request.headers['prefer'] && `Prefer: ${request.headers['prefer']}`}
    >
      <Input
        isMono
        placeholder={draftFormText.noParameters}
        spellCheck={false}
        autoComplete="off"
        value={typed ?? queryOf(draft)}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(withQuery(draft, event.target.value))
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}
