import type { AuthHookTest } from '@colonnade/contracts/auth/auth-hook-calls'
import type { HookName } from '@colonnade/contracts/auth/message-fields'
import { Badge, Button, CodeBlock, Field, Input, type Tone } from '@colonnade/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { formatDuration } from '../../../lib/texts/duration.ts'
import { dataApi } from '../../../scope/data-client.ts'
import { hookTestText } from './messages.ts'
import { hookCallsQuery } from './queries.ts'

const verdicts: Readonly<Record<AuthHookTest['verdict'], { readonly label: string; readonly tone: Tone }>> = {
  valid: { label: hookTestText.valid, tone: 'accent' },
  refused: { label: hookTestText.refused, tone: 'warning' },
  invalid: { label: hookTestText.invalid, tone: 'danger' },
}

export interface HookTestProps {
  readonly projectRef: string
  readonly hook: HookName
  /** What is saved for it: a function, a URL, or nothing yet. */
  readonly uri: string
}

/** No user has an email address that begins so. */
class NoSuchUser extends Error {}

/** Calls a hook with a sample of its event, and shows both sides of it. */
export function HookTest({ projectRef, hook, uri }: HookTestProps) {
  const queryClient = useQueryClient()
  const [search, setSearch] = useState('')
  const run = useMutation({
    mutationFn: async () => {
      const user = search.trim() === '' ? undefined : await findUserId(projectRef, search.trim())
      return dataApi.authHookCalls.test({ params: { ref: projectRef }, body: { hook, ...(user !== undefined && { user_id: user }) } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: hookCallsQuery(projectRef).queryKey }),
  })
  const isUnknown = run.error instanceof NoSuchUser
  const isEndpoint = uri.startsWith('http')
  const start = () => uri !== '' && !run.isPending && run.mutate()
  return (
    <section aria-label={hookTestText.testCall} className="flex flex-col gap-3 border-t p-4">
      <h2 className="text-sm font-semibold">{hookTestText.testCall}</h2>
      <p className="text-xs text-faint">
        {uri === '' ? hookTestText.chooseWhatHookCalls : isEndpoint ? hookTestText.sendsSampleEventSaved : hookTestText.runsSavedFunctionSample}
      </p>
      <Field
        label={hookTestText.user}
        isOptional
        error={isUnknown ? hookTestText.noUserHasEmail : undefined}
        hint={hookTestText.emailAddressBeginningLeave}
      >
        <div className="flex flex-wrap gap-2">
          <Input
            className="min-w-0 flex-1 basis-56"
            autoComplete="off"
            spellCheck={false}
            placeholder="ada@example.com"
            disabled={uri === ''}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              event.preventDefault()
              start()
            }}
          />
          <Button isPending={run.isPending} disabled={uri === ''} onClick={start}>
            {hookTestText.runTest}
          </Button>
        </div>
      </Field>
      {run.error !== null && !isUnknown && <ErrorNotice error={run.error} />}
      {run.data !== undefined && !run.isPending && <Outcome tested={run.data} />}
    </section>
  )
}

function Outcome({ tested: { verdict, problem, duration_ms: ms, attempts, request, answer } }: { readonly tested: AuthHookTest }) {
  const { label, tone } = verdicts[verdict]
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <output className="flex min-w-0 flex-col gap-1 text-xs">
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <span className="text-faint tabular-nums">{formatDuration(ms)}</span>
          {attempts > 1 && <span className="text-faint">{hookTestText.attempts(attempts)}</span>}
        </span>
        {problem !== null && <span className="wrap-anywhere">{problem}</span>}
      </output>
      <p className="text-xs text-soft">{hookTestText.answer}</p>
      <CodeBlock label={hookTestText.answer2} code={answer === null ? 'null' : JSON.stringify(answer, null, 2)} isWrapped />
      <p className="text-xs text-soft">{hookTestText.request}</p>
      <CodeBlock label={hookTestText.request2} code={JSON.stringify(request, null, 2)} isWrapped />
    </div>
  )
}

/** @throws NoSuchUser */
async function findUserId(ref: string, search: string): Promise<string> {
  const { items } = await dataApi.authUsers.list({ params: { ref }, query: { search, limit: 20 } })
  const found = items.find(({ email }) => email?.toLowerCase().startsWith(search.toLowerCase()))
  if (found === undefined) throw new NoSuchUser(search)
  return found.id
}
