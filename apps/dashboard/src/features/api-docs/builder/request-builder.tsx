import { Button, cn, ConfirmDialog } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { Send, Telescope } from 'lucide-react'
import { useRef, useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { jsonProblem } from '../../../lib/texts/json-problem.ts'
import { Notice } from '../../../lib/texts/notice.tsx'
import { isOwn, rolePlace, useDatabaseRole } from '../../../scope/database-role/database-role.ts'
import { RoleButton } from '../../../scope/database-role/role-button.tsx'
import { claimsOfKey } from '../../../scope/database-role/role-queries.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { placeholderParameters } from '../../../scope/project-settings/api-parameters.ts'
import type { Target } from '../examples/call.ts'
import type { Example } from '../examples/relation-examples.ts'
import {
  allRowsText,
  builderIntro,
  cancelledText,
  confirmTitle,
  confirmWriteText,
  explainFailedText,
  noBuilderText,
  noPublishableKeyText,
  sendFailedText,
  whoCanSendText,
} from '../messages.ts'
import { DraftForm } from './draft-form.tsx'
import { draftFor, operationsOf } from './first-draft.ts'
import { requestBuilderText } from './messages.ts'
import { hasBody, hasFilters, requestOf } from './request-draft.ts'
import { ResultView } from './result-view.tsx'
import { explainRequest, type RequestCaller, sendRequest } from './send-request.ts'

export interface RequestBuilderProps {
  readonly projectRef: string
  readonly name: string
  readonly target: Target
  readonly examples: readonly Example[]
  /** Column names as the API spells them; empty for a function. */
  readonly columns: readonly string[]
  /** Embeddings as `select` spells them. */
  readonly embeds: readonly string[]
  /** Of a function: it changes nothing. */
  readonly isReadOnly: boolean
}

/** One press of a button: who calls is the same for all that follows from it, and so is the token. */
interface Attempt {
  readonly caller: RequestCaller
  readonly signal: AbortSignal
}

/** Writes a request in a form, sends it as any role, and shows the reply with the SQL, the plan and the policies behind it. */
export function RequestBuilder({ projectRef, name, target, examples, columns, embeds, isReadOnly }: RequestBuilderProps) {
  const allowed = useIsAllowed(projectRef)
  const operations = operationsOf(examples)
  const [draft, setDraft] = useState(() => draftFor(operations[0] ?? 'read', examples))
  const [isConfirming, setIsConfirming] = useState(false)
  const { role: chosen } = useDatabaseRole(rolePlace(projectRef, 'Call'))
  const role = isOwn(chosen) ? 'anon' : chosen.role
  const stopping = useRef<AbortController>(null)
  const request = requestOf(draft, { name, schema: target.schema })
  const isWriting = draft.operation === 'call' ? !isReadOnly : draft.operation !== 'read'
  const caller = (): RequestCaller => ({
    role,
    claims: !isOwn(chosen) && chosen.type === 'postgrest' ? chosen.claims : claimsOfKey(projectRef, role),
    apiKey: target.anonKey,
  })
  const begin = (): Attempt => {
    stopping.current?.abort()
    stopping.current = new AbortController()
    return { caller: caller(), signal: stopping.current.signal }
  }
  const explaining = useMutation({ mutationFn: (by: Attempt) => explainRequest(projectRef, request, by.caller, by.signal) })
  const sending = useMutation({
    mutationFn: (by: Attempt) => sendRequest(projectRef, request, by.caller, isWriting, by.signal),
    // a write changes what is planned, so that it is asked for afterwards
    onSettled: (_reply, _error, by) => !by.signal.aborted && explaining.mutate(by),
  })
  if (!allowed('service_keys:read') || !allowed('database:write')) return <Notice tone="warning">{whoCanSendText}</Notice>
  if (operations.length === 0) return <Notice>{noBuilderText}</Notice>
  const hasNoKey = target.anonKey === placeholderParameters.anonKey
  const bodyProblem = hasBody(draft.operation) ? jsonProblem(draft.body) : null
  const isStopped = bodyProblem !== null || hasNoKey
  const isBusy = sending.isPending || explaining.isPending
  const send = () => sending.mutate(begin())
  const touchesAll = hasFilters(draft.operation) && draft.operation !== 'call' && draft.filters.length === 0
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-soft">{builderIntro}</p>
      {hasNoKey && <Notice tone="warning">{noPublishableKeyText}</Notice>}
      <form
        noValidate
        className="flex min-w-0 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isStopped || isBusy) return
          if (isWriting) setIsConfirming(true)
          else send()
        }}
      >
        <DraftForm
          draft={draft}
          request={request}
          operations={operations}
          columns={columns}
          embeds={embeds}
          bodyProblem={bodyProblem}
          onChange={setDraft}
          onOperation={(operation) => setDraft(draftFor(operation, examples, draft))}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" isPending={sending.isPending} disabled={isStopped}>
            <Send aria-hidden />
            {requestBuilderText.send}
          </Button>
          <Button isPending={!sending.isPending && explaining.isPending} disabled={isStopped} onClick={() => !isBusy && explaining.mutate(begin())}>
            <Telescope aria-hidden />
            {requestBuilderText.explain}
          </Button>
          <RoleButton projectRef={projectRef} verb="Call" />
          {isBusy && (
            <Button variant="ghost" onClick={() => stopping.current?.abort(new DOMException(cancelledText, 'AbortError'))}>
              {requestBuilderText.cancel}
            </Button>
          )}
        </div>
      </form>
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title={confirmTitle(request.method)}
        description={`${confirmWriteText(name, role)}${touchesAll ? ` ${allRowsText}` : ''}`}
        confirmLabel={requestBuilderText.sendRequest}
        isDanger={draft.operation === 'delete' || touchesAll}
        onConfirm={async () => {
          // its failure is shown below the form
          await sending.mutateAsync(begin()).catch(() => {})
        }}
      />
      {sending.error !== null && <ErrorNotice error={sending.error} subject={sendFailedText} onRetry={send} />}
      {explaining.error !== null && sending.data === undefined && <ErrorNotice error={explaining.error} subject={explainFailedText} />}
      {(sending.data !== undefined || explaining.data !== undefined) && (
        <div className={cn('min-w-0', isBusy && 'opacity-60')} aria-busy={isBusy}>
          <ResultView received={sending.data} explanation={explaining.data} explainError={explaining.error} />
        </div>
      )}
    </div>
  )
}
