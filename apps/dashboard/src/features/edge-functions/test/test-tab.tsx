import { Button, Field, Input, Select, Textarea } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { modified } from '../../../lib/modifier-key.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { ClientChoice } from '../../../scope/database-role/client-choice.tsx'
import { clientOf, visitor } from '../../../scope/database-role/client.ts'
import { requestText } from '../messages.ts'
import { ReplyView } from './reply-view.tsx'
import { pathOf, readHeaders } from './request-text.ts'
import { sendRequest, type TestReply } from './send-request.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const
type Method = (typeof methods)[number]

export interface TestTabProps {
  readonly projectRef: string
  readonly slug: string
}

/** Calls a function as any client, and shows the response and its log lines. */
export function TestTab({ projectRef, slug }: TestTabProps) {
  const [method, setMethod] = useState<Method>('POST')
  const [path, setPath] = useState('')
  const [headerText, setHeaderText] = useState('content-type: application/json')
  const [body, setBody] = useState('{\n  "name": "Ada"\n}')
  const [client, setClient] = useState(visitor)
  const [reply, setReply] = useState<TestReply | null>(null)
  const [isStopped, setIsStopped] = useState(false)
  const stop = useRef<AbortController>(null)
  const { headers, problem } = readHeaders(headerText)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const send = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController()
      const { signal } = stop.current
      setReply(null)
      setIsStopped(false)
      const as = await clientOf(projectRef, client)
      try {
        await sendRequest(projectRef, slug, as, { method, path: pathOf(path), headers, body: hasBody && body !== '' ? body : null }, setReply, signal)
      } catch (error) {
        if (!signal.aborted) throw error
        setIsStopped(true)
      }
    },
  })
  const start = () => {
    if (problem === null && !send.isPending) send.mutate()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    start()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the button
    <div className="grid gap-6 px-4 py-4 md:px-8 lg:grid-cols-2" onKeyDown={onKeyDown}>
      <form
        aria-label={requestText.request}
        className="flex min-w-0 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <div className="flex items-end gap-2">
          <Select<Method>
            label={requestText.method}
            className="w-28"
            value={method}
            onValueChange={setMethod}
            options={methods.map((value) => ({ value, label: value }))}
          />
          <Field label={requestText.path} className="flex-1">
            <Input
              className="font-mono text-xs"
              value={path}
              placeholder="/items?limit=10"
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setPath(event.target.value)}
            />
          </Field>
        </div>
        <div className="flex flex-col items-start gap-3">
          <ClientChoice
            projectRef={projectRef}
            label={requestText.client}
            kinds={['anon', 'user', 'service_role']}
            value={client}
            onChange={setClient}
          />
        </div>
        <Field label={requestText.headers} hint={requestText.headersHint} {...(problem !== null && { error: problem })}>
          <Textarea
            isMono
            rows={3}
            value={headerText}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setHeaderText(event.target.value)}
          />
        </Field>
        {hasBody && (
          <div className="flex flex-col gap-1.5">
            <span aria-hidden className="text-sm font-medium">
              {requestText.body}
            </span>
            <CodePanel label={requestText.body} language="json" rows={8} value={body} onChange={setBody} />
          </div>
        )}
        <div className="flex items-center gap-2">
          {send.isPending ? (
            <Button onClick={() => stop.current?.abort()}>
              <Square aria-hidden />
              {requestText.stop}
            </Button>
          ) : (
            <Button type="submit" variant="primary" disabled={problem !== null}>
              <Play aria-hidden />
              {requestText.send}
            </Button>
          )}
          <span className="text-xs text-faint max-md:hidden">{modified('Enter')}</span>
        </div>
      </form>
      <section aria-label={requestText.response} className="flex min-w-0 flex-col gap-4">
        {send.error !== null && <ErrorNotice error={send.error} subject={requestText.sendFailed} />}
        {reply === null ? (
          send.error === null && <p className="text-soft">{send.isPending ? requestText.waiting : requestText.none}</p>
        ) : (
          <ReplyView projectRef={projectRef} slug={slug} reply={reply} isStopped={isStopped} />
        )}
      </section>
    </div>
  )
}
