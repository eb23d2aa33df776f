import { sqlSessionIdleSeconds } from '@colonnade/contracts/data/sql-runs'
import { Button, IconButton, toast } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SquareArrowOutUpRight, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { failureText } from '../../../lib/error-notice.tsx'
import { paths } from '../../../paths.ts'
import { dataApi } from '../../../scope/data-client.ts'
import { closeEditorPanel, guardEditorPanel, leaveEditorPanel, type EditorPanelRequest } from '../../../scope/editor-panel/editor-panel.ts'
import type { CodeEditorHandle } from '../code/code-editor.tsx'
import { sqlRunStore } from '../run/run-store.ts'
import { openTransactionText } from '../run/session/messages.ts'
import { OpenTransactionDialog } from '../run/session/open-transaction-dialog.tsx'
import { holdsTransaction } from '../run/session/session-rules.ts'
import { SqlWorkbench } from '../workbench/sql-workbench.tsx'
import { panelBodyText } from './messages.ts'
import { PanelText } from './panel-text.ts'

const documentKey = 'panel'

export interface PanelBodyProps {
  readonly projectRef: string
  readonly request: EditorPanelRequest | null
}

/** The workbench of the panel, with a link to the SQL editor's page. */
export function PanelBody({ projectRef, request }: PanelBodyProps) {
  const [text] = useState(() => new PanelText(projectRef))
  const editor = useRef<CodeEditorHandle>(null)
  const navigate = useNavigate()
  const store = sqlRunStore(projectRef, documentKey)

  useEffect(() => {
    window.addEventListener('pagehide', text.flush)
    return () => {
      window.removeEventListener('pagehide', text.flush)
      text.flush()
    }
  }, [text])

  const taken = useRef<EditorPanelRequest>(null)
  useEffect(() => {
    if (request === null || taken.current === request) return
    taken.current = request
    if (request.text !== undefined) editor.current?.append(request.text)
  }, [request])

  useEffect(() => {
    let wasRunning = store.get().kind === 'running'
    return store.subscribe(() => {
      const { kind } = store.get()
      if (wasRunning && kind === 'done') taken.current?.onRun?.()
      wasRunning = kind === 'running'
    })
  }, [store])

  const [isAsking, setIsAsking] = useState(false)
  useEffect(
    () =>
      guardEditorPanel(() => {
        const isOpen = holdsTransaction(store.getSession())
        if (isOpen) setIsAsking(true)
        return !isOpen
      }),
    [store],
  )

  const move = useMutation({
    mutationFn: async () => {
      const { id } = await dataApi.snippets.create({
        params: { ref: projectRef },
        body: { id: crypto.randomUUID(), name: nameFor(new Date()), content: text.get() },
      })
      return id
    },
    onSuccess: async (id) => {
      editor.current?.update('')
      text.write('')
      text.flush()
      leaveEditorPanel()
      await navigate({ to: paths.project.sql(projectRef, id) })
    },
    onError: (error) => toast.error(failureText(panelBodyText.openTask, error)),
  })

  const onKeyDown = (event: KeyboardEvent) => {
    // what runs is cancelled before the panel closes
    if (event.key !== 'Escape' || event.defaultPrevented || store.get().kind !== 'running') return
    event.preventDefault()
    store.cancel().catch((thrown: unknown) => toast.error(failureText('cancel', thrown)))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of what is in it
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <SqlWorkbench
        ref={editor}
        projectRef={projectRef}
        document={{ key: documentKey, initialText: text.get(), onText: text.write }}
        heading={
          <h2 aria-hidden className="mr-1 text-sm font-semibold">
            {panelBodyText.editor}
          </h2>
        }
        actions={
          <>
            <Button
              size="sm"
              variant="ghost"
              isPending={move.isPending}
              onClick={() => move.mutate()}
              className="max-sm:w-7 max-sm:px-0 @max-3xl:group-has-data-[source=replica]/bar:w-7 @max-3xl:group-has-data-[source=replica]/bar:px-0"
            >
              {!move.isPending && <SquareArrowOutUpRight aria-hidden />}
              <span className="max-sm:sr-only @max-3xl:group-has-data-[source=replica]/bar:sr-only">{panelBodyText.openInSqlEditor}</span>
            </Button>
            <IconButton label={panelBodyText.closePanel} onClick={closeEditorPanel}>
              <X aria-hidden />
            </IconButton>
          </>
        }
      />
      <OpenTransactionDialog
        isOpen={isAsking}
        description={openTransactionText.leaving(sqlSessionIdleSeconds / 60)}
        onStay={() => setIsAsking(false)}
        answers={[
          { label: openTransactionText.leaveOpen, act: () => Promise.resolve() },
          { label: openTransactionText.rollBackAndClose, isDanger: true, act: () => store.closeSession() },
        ]}
        onDone={() => {
          setIsAsking(false)
          leaveEditorPanel()
        }}
      />
    </div>
  )
}

/** "Panel, 21 Nov 22:31" */
function nameFor(now: Date): string {
  return panelBodyText.snippetName(
    now.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' }),
    now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
  )
}
