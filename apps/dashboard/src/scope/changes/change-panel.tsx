import { isAppError } from '@colonnade/core'
import { Button } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { SidePanel } from '../../lib/panels/side-panel.tsx'
import { SqlReview } from '../../lib/panels/sql-review.tsx'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../permissions.ts'
import { refreshStanding } from '../standing/standing.ts'
import { openEditorPanel } from '../editor-panel/editor-panel.ts'
import { reviewed } from './database-change.ts'
import type { Draft } from './draft.ts'
import { Refusal } from './refusal.tsx'
import { useChange } from './use-change.ts'

export interface ChangePanelProps {
  readonly projectRef: string
  readonly title: string
  readonly description?: ReactNode
  readonly draft: Draft
  readonly submitLabel: string
  /** Said when it is done, with the verb of the button: "Function add created". */
  readonly doneText: string
  /** Closes it; the guard asks first where something would be lost. */
  readonly onClose: () => void
  /** It is done: closes it without asking. */
  readonly onDone: () => void
  /** Whether closing loses something; as the draft says when left out. */
  readonly isDirty?: boolean
  readonly size?: 'form' | 'wide'
  /** What the change costs others who use the database. */
  readonly costs?: ReactNode
  /** Whether the SQL shows at once. */
  readonly isSqlOpen?: boolean
  /** Shown while it runs, such as how far it is. */
  readonly progress?: ReactNode
  /** Shown below why it failed: what is left of it, where it is not all or nothing. */
  readonly remains?: ReactNode
  /** The fields. `problems` are those to be shown by now; a failed save's stand above the form, or where `placeOf` says. */
  readonly children: (problems: Readonly<Record<string, string>>) => ReactNode
  /** The field that an error of the database belongs to. */
  readonly placeOf?: (code: string, message: string) => string | null
}

/** A form over the page whose outcome is SQL: reviewed, run in one transaction, recorded as a migration. */
export function ChangePanel(props: ChangePanelProps) {
  const {
    projectRef,
    title,
    description,
    draft,
    submitLabel,
    doneText,
    onClose,
    onDone,
    size = 'form',
    costs,
    isSqlOpen = false,
    progress,
    remains,
    children,
    placeOf,
  } = props
  const form = useId()
  const [isTried, setIsTried] = useState(false)
  const changing = useChange(projectRef)
  const client = useQueryClient()
  const mayWrite = useIsAllowed(projectRef)('database:write')
  const isDirty = props.isDirty ?? draft.kind !== 'unchanged'
  const submit = async () => {
    if (changing.isRunning) return
    // it may be allowed again by now
    if (!mayWrite) return refreshStanding(client)
    setIsTried(true)
    if (draft.kind === 'unchanged') return onDone()
    if (draft.kind === 'change' && (await changing.run(draft.change, doneText))) onDone()
  }
  const failure = changing.error === null ? null : messageOf(changing.error)
  const place = failure === null ? null : (placeOf?.(isAppError(changing.error) ? changing.error.code : 'internal', failure) ?? null)
  const problems = {
    ...(isTried && draft.kind === 'incomplete' && draft.problems),
    ...(place !== null && failure !== null && { [place]: failure }),
  }
  const commands = draft.kind === 'change' ? reviewed(draft.change) : []
  return (
    <SidePanel
      title={title}
      {...(description !== undefined && { description })}
      size={size}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          {!mayWrite && <p className="mr-auto min-w-0 text-xs text-soft">{whoMay('database:write', 'change the database')}</p>}
          {changing.isRunning ? <Button onClick={changing.cancel}>Stop</Button> : <Button onClick={onClose}>Cancel</Button>}
          <Button type="submit" form={form} variant="primary" isPending={changing.isRunning} aria-disabled={!mayWrite || undefined}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col pb-4"
        onChange={changing.error === null ? undefined : changing.forget}
        // code panels are no inputs, and tell their changes as input
        onInput={changing.error === null ? undefined : changing.forget}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {failure !== null && place === null && <Refusal error={changing.error} />}
        {failure !== null && remains}
        {changing.isRunning && progress}
        <div className="flex flex-col gap-4 p-4">{children(problems)}</div>
        {costs}
        <SqlReview
          sql={draft.kind === 'incomplete' ? null : commands.map(({ sql }) => sql).join('\n\n')}
          count={commands.length}
          isOpenAtFirst={isSqlOpen}
          isOutsideTransaction={commands.some(({ isOutsideTransaction }) => isOutsideTransaction)}
          onWriteSql={(text) => openEditorPanel({ text })}
        />
      </form>
    </SidePanel>
  )
}
