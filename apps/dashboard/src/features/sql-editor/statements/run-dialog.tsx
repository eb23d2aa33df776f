import { Button, Dialog, Field, Input, Spinner } from '@colonnade/ui'
import { type RefObject, useRef, useState } from 'react'
import type { RunAs } from '../../../scope/run-sql.ts'
import { maxListedFindings } from '../limits.ts'
import { moreText } from '../wording.ts'
import { FindingView } from './finding-view.tsx'
import { runDialogText } from './messages.ts'
import type { CheckedRun, RunCheck } from './use-checked-run.ts'

export interface RunDialogProps extends Pick<CheckedRun, 'check' | 'confirm' | 'giveUp'> {
  readonly projectRef: string
  readonly projectName: string
  readonly as: RunAs | undefined
}

type Asking = Extract<RunCheck, { kind: 'asking' }>

/** Shows the effects of a query before it runs, by statement. Cancel has the focus, unless a name must be typed. */
export function RunDialog({ check, giveUp, ...props }: RunDialogProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isSelection = check.kind === 'asking' && check.wanted.part.isSelection
  return (
    <Dialog
      isOpen={check.kind === 'asking'}
      onOpenChange={(isOpen) => !isOpen && giveUp()}
      initialFocus={check.kind === 'asking' && check.needsName ? field : safe}
      title={isSelection ? runDialogText.selectionTitle : runDialogText.title}
      className="w-[36rem]"
    >
      {check.kind === 'asking' && <Question {...props} giveUp={giveUp} check={check} safe={safe} field={field} />}
    </Dialog>
  )
}

interface QuestionProps extends Omit<RunDialogProps, 'check'> {
  readonly check: Asking
  readonly safe: RefObject<HTMLButtonElement | null>
  readonly field: RefObject<HTMLInputElement | null>
}

/** A component on its own, so that closing the dialog resets the typed name. */
function Question({ projectRef, projectName, as, check, confirm, giveUp, safe, field }: QuestionProps) {
  const [typed, setTyped] = useState('')
  const { findings, stakes, isLookingInto, needsName, unsecured } = check
  const listed = findings.slice(0, maxListedFindings)
  const isDanger = findings.some(({ items }) => items.some(({ kind }) => kind === 'danger'))
  const isMissingName = needsName && typed !== projectName
  const answer = (isSecured: boolean) => confirm({ isSecured, name: needsName ? typed : undefined })
  return (
    <form
      className="flex min-h-0 flex-col gap-3 text-sm"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isMissingName) answer(false)
      }}
    >
      {isDanger && <p className="text-soft">{runDialogText.irreversible}</p>}
      {listed.length > 0 && (
        <section
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={runDialogText.effects}
          className="max-h-[45dvh] overflow-y-auto rounded-md border"
        >
          <ul className="divide-y divide-line">
            {listed.map((finding) => (
              <FindingView key={finding.index} projectRef={projectRef} as={as} finding={finding} stakes={stakes} />
            ))}
            {findings.length > listed.length && <li className="px-3 py-2 text-soft">{moreText(findings.length - listed.length)}</li>}
          </ul>
        </section>
      )}
      {isLookingInto && (
        <output className="flex items-center gap-2 text-xs text-soft">
          <Spinner />
          {runDialogText.loading}
        </output>
      )}
      {needsName && (
        <Field
          label={
            <>
              {runDialogText.locked.before} <span className="font-mono text-xs font-semibold break-all whitespace-pre-wrap">{projectName}</span>{' '}
              {runDialogText.locked.after}
            </>
          }
          {...(listed.length === 0 && { hint: runDialogText.unknown })}
        >
          <Input ref={field} value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" spellCheck={false} />
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <Button ref={safe} onClick={giveUp}>
          {runDialogText.cancel}
        </Button>
        <Button type="submit" variant={isDanger ? 'danger' : unsecured.length > 0 ? 'secondary' : 'primary'} disabled={isMissingName}>
          {runDialogText.run}
        </Button>
        {unsecured.length > 0 && (
          <Button variant="primary" disabled={isMissingName} onClick={() => answer(true)}>
            {runDialogText.runSecured}
          </Button>
        )}
      </div>
    </form>
  )
}
