import { Badge, Button, cn, Kbd, Tooltip } from '@colonnade/ui'
import { Square } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { RoleButton } from '../../../scope/database-role/role-button.tsx'
import { ActivityButton } from '../activity/activity-button.tsx'
import { Elapsed } from './elapsed.tsx'
import { runText, runBarText } from './messages.ts'
import { LockMark } from './lock-switch.tsx'
import { RunButton, type RunButtonProps } from './run-button.tsx'
import { RunOptions, type RunOptionsProps } from './run-options.tsx'
import type { RunningRun } from './run-state.ts'
import { SourceChoice, type SourceChoiceProps } from '../../../scope/database-source/source-choice.tsx'

export interface RunBarProps extends Pick<RunButtonProps, 'isChecking' | 'isSelection' | 'modifier' | 'onRun'>, RunOptionsProps {
  readonly heading: ReactNode
  readonly actions: ReactNode
  /** Beside Run. */
  readonly explain: ReactNode
  readonly running: RunningRun | null
  readonly isEmpty: boolean
  readonly isReadOnly: boolean
  readonly source: Pick<SourceChoiceProps, 'value' | 'isFixed' | 'onChange'>
  readonly onCancel: () => void
}

/** Shows the title of the query, how it runs, and the run in progress. Uses two lines at most where there is little room. */
export function RunBar({ projectRef, running, isEmpty, isReadOnly, source, ...props }: RunBarProps) {
  const runButton = useRef<HTMLButtonElement>(null)
  const cancel = () => {
    // this button goes with the run, and would take the focus with it
    runButton.current?.focus()
    props.onCancel()
  }
  return (
    <header className="group/bar @container border-b bg-surface">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
        {props.heading}
        <RunButton
          ref={runButton}
          isSelection={props.isSelection}
          isChecking={props.isChecking}
          isRunning={running !== null}
          isEmpty={isEmpty}
          modifier={props.modifier}
          onRun={props.onRun}
        />
        {/* hidden for Cancel while running, so that the bar keeps its height and the text its place; stays while it has the focus */}
        <span className={cn('contents', running && 'not-focus-within:hidden')}>{props.explain}</span>
        {running && (
          <>
            <Button size="sm" isPending={running.isCancelling} onClick={cancel}>
              {!running.isCancelling && <Square aria-hidden />}
              {runText.cancel}
              <span aria-hidden className="@max-lg:hidden">
                <Kbd>{runBarText.esc}</Kbd>
              </span>
            </Button>
            <Elapsed since={running.startedAt} />
          </>
        )}
        <div className="ml-auto flex min-w-0 items-center gap-0.5 @max-lg:group-has-data-source/bar:w-full">
          {isReadOnly && (
            <Tooltip content={runText.readOnlyHint}>
              <button type="button" className="mr-1 rounded-full">
                <Badge tone="warning">{runText.readOnly}</Badge>
              </button>
            </Tooltip>
          )}
          <LockMark projectRef={projectRef} />
          <SourceChoice projectRef={projectRef} {...source} />
          <RoleButton projectRef={projectRef} verb="Run" />
          <RunOptions
            projectRef={projectRef}
            choices={props.choices}
            session={props.session}
            onChange={props.onChange}
            onCloseSession={props.onCloseSession}
          />
          <ActivityButton projectRef={projectRef} />
          {props.actions}
        </div>
      </div>
    </header>
  )
}
