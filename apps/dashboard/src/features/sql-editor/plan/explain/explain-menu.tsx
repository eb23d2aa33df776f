import type { TransactionState } from '@colonnade/contracts/data/sql-runs'
import { Button, ConfirmDialog, Menu, MenuChecks, MenuItem, MenuSeparator, toast } from '@colonnade/ui'
import { ChevronDown, ClipboardPaste, Gauge, ListTree } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { keep, readKept } from '../../../../lib/kept.ts'
import { loaded } from '../../../../lib/late/loaded.ts'
import { statementAnalyzer } from '../../../../lib/sql-text/statement-analyzer.ts'
import type { SqlPart } from '../../run/run-state.ts'
import { parsable } from '../../save-as/placeholders.ts'
import { defaultExplainOptions, explainOptions, explainPart, explainTarget, type ExplainOption } from './explain-part.ts'
import { explainMenuText } from './messages.ts'

const PastePlan = lazy(loaded(() => import('./paste-plan.tsx'), 'PastePlan'))

export interface ExplainMenuProps {
  readonly projectRef: string
  /** The selection, or the whole text, and where the cursor is in it. */
  readonly written: () => { readonly part: SqlPart; readonly cursor: number } | null
  /** A part as it is sent, with the values of its parameters; null when it can't be. */
  readonly prepare: (part: SqlPart) => Promise<SqlPart | null>
  /** Of the session that it runs in. */
  readonly transaction: TransactionState
  readonly isDisabled: boolean
  /** `isUndone`: it changes something, and rolls that back itself. */
  readonly onRun: (part: SqlPart, isUndone: boolean) => void
}

/** Beside Run: the plan of the statement at the cursor, guessed or measured. What would change something is rolled back, and asked for first. */
export function ExplainMenu({ projectRef, written, prepare, transaction, isDisabled, onRun }: ExplainMenuProps) {
  const [options, setOptions] = useState(readOptions)
  const [asking, setAsking] = useState<SqlPart | null>(null)
  const [isPasting, setIsPasting] = useState(false)
  const explain = async (isAnalyze: boolean) => {
    const now = written()
    if (now === null) return
    const target = explainTarget(now.part, now.cursor, await statementAnalyzer().analyze(parsable(now.part.text)))
    if (target.kind === 'none') {
      toast.error(target.why)
      return
    }
    const { writes, isExplain } = target
    const statement = await prepare(target.statement)
    if (statement === null) return
    if (isExplain) return onRun(statement, false)
    const isUndone = isAnalyze && writes
    const part = explainPart(statement, { isAnalyze, options, transaction }, isUndone)
    if (isUndone) setAsking(part)
    else onRun(part, false)
  }
  const choose = (next: readonly ExplainOption[]) => {
    setOptions(next)
    keep(optionsKey, next.join(' '))
  }
  return (
    <>
      <Menu
        className="min-w-64"
        trigger={
          <Button size="sm" disabled={isDisabled}>
            <ListTree aria-hidden />
            {explainMenuText.explain}
            <ChevronDown aria-hidden className="-mr-1 text-faint" />
          </Button>
        }
      >
        <MenuItem icon={<ListTree aria-hidden />} hint={explainMenuText.planOnly} onSelect={() => void explain(false)}>
          {explainMenuText.explain}
        </MenuItem>
        <MenuItem icon={<Gauge aria-hidden />} hint={explainMenuText.runsIt} onSelect={() => void explain(true)}>
          {explainMenuText.explainAnalyze}
        </MenuItem>
        <MenuSeparator />
        <MenuChecks label={explainMenuText.include} values={options} options={explainOptions} onChange={choose} />
        <MenuSeparator />
        <MenuItem icon={<ClipboardPaste aria-hidden />} onSelect={() => setIsPasting(true)}>
          {explainMenuText.pastePlan}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={asking !== null}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title={explainMenuText.undoneTitle}
        description={explainMenuText.undoneBody}
        confirmLabel={explainMenuText.runAndRollBack}
        onConfirm={async () => {
          if (asking !== null) onRun(asking, true)
        }}
      />
      {isPasting && (
        <Suspense>
          <PastePlan projectRef={projectRef} onClose={() => setIsPasting(false)} />
        </Suspense>
      )}
    </>
  )
}

const optionsKey = 'sql-explain-options'

function readOptions(): readonly ExplainOption[] {
  const kept = readKept(optionsKey)
  if (kept === null) return defaultExplainOptions
  const words = kept.split(' ')
  return explainOptions.map(({ value }) => value).filter((value) => words.includes(value))
}
