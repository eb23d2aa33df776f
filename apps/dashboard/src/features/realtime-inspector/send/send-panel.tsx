import { Button, Field, Input, Panel, PanelContent, PanelHeader, SegmentedControl } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeField } from '../../../lib/code/code-field.tsx'
import { messageOf } from '../../../lib/error-notice.tsx'
import { jsonProblem } from '../../../lib/texts/json-problem.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { sendText } from '../messages.ts'
import type { Session } from '../session/session.ts'
import { sendMessage, type SendWay } from './send-message.ts'

export interface SendPanelProps {
  readonly projectRef: string
  /** The joined channel; null for none. */
  readonly session: Session | null
}

const firstPayload = '{\n  "text": "Hello"\n}'
const eventBytesMost = 255

/** Sends messages to the joined channel, and shows the server's reply. */
export function SendPanel({ projectRef, session }: SendPanelProps) {
  const mayRunSql = useIsAllowed(projectRef)('database:write')
  const [way, setWay] = useState<SendWay>('socket')
  const [event, setEvent] = useState('message')
  const [payload, setPayload] = useState(firstPayload)
  const send = useMutation({
    mutationFn: async (to: Session) => sendMessage(projectRef, to, way, { event: event.trim(), payload: JSON.parse(payload) as unknown }),
  })
  // drops the reply of an earlier channel
  const isTold = send.variables === session
  const eventProblem =
    event.trim() === '' ? sendText.noEvent : new TextEncoder().encode(event.trim()).length > eventBytesMost ? sendText.longEvent : undefined
  const payloadProblem = jsonProblem(payload) ?? undefined
  const change = (apply: () => void) => {
    apply()
    send.reset()
  }
  return (
    <Panel label={sendText.title}>
      <PanelHeader title={sendText.title} />
      <PanelContent>
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(submitted) => {
            submitted.preventDefault()
            if (session !== null && eventProblem === undefined && payloadProblem === undefined && !send.isPending) send.mutate(session)
          }}
        >
          <div className="flex flex-col gap-1.5">
            <SegmentedControl<SendWay>
              label={sendText.by}
              className="self-start"
              value={way}
              onValueChange={(next) => change(() => setWay(next))}
              options={[
                { value: 'socket', label: sendText.ways.socket },
                { value: 'rest', label: sendText.ways.rest },
                { value: 'sql', label: sendText.ways.sql, isDisabled: !mayRunSql },
              ]}
            />
            <p className="text-xs wrap-anywhere text-faint">{sendText.wayHints[way]}</p>
          </div>
          <Field label={sendText.event} error={eventProblem}>
            <Input isMono spellCheck={false} autoComplete="off" value={event} onChange={({ target }) => change(() => setEvent(target.value))} />
          </Field>
          <CodeField
            label={sendText.payload}
            language="json"
            rows={4}
            value={payload}
            onChange={(next) => change(() => setPayload(next))}
            error={payloadProblem}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              type="submit"
              variant="primary"
              isPending={send.isPending}
              aria-disabled={session === null || eventProblem !== undefined || payloadProblem !== undefined || undefined}
            >
              {sendText.submit}
            </Button>
            {session === null && <span className="text-xs text-faint">{sendText.notJoined}</span>}
            <output className="min-w-0 flex-1 text-xs wrap-anywhere">
              {isTold && send.data && <span className={send.data.isDone ? 'text-accent' : 'text-danger'}>{send.data.text}</span>}
              {isTold && send.error !== null && <span className="text-danger">{messageOf(send.error)}</span>}
            </output>
          </div>
        </form>
      </PanelContent>
    </Panel>
  )
}
