import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { loaded } from '../../../../lib/late/loaded.ts'
import { parameterEdits, type ParameterValue } from '../../../../lib/sql-text/parameters.ts'
import type { SqlPart } from '../../run/run-state.ts'
import { readPart, type Refusal } from './read-part.ts'
import { withEdits } from './with-edits.ts'

const ParameterDialog = lazy(loaded(() => import('./parameter-dialog.tsx'), 'ParameterDialog'))

export interface PreparedParts {
  /** A part as it is sent: commands of psql's translated, parameters filled in. Null when it was refused or given up. */
  readonly prepare: (part: SqlPart) => Promise<SqlPart | null>
  /** The dialog, while it asks. */
  readonly dialog: ReactNode
}

interface Question {
  readonly names: readonly string[]
  readonly answer: (values: ReadonlyMap<string, ParameterValue> | null) => void
}

/** What comes between the wish to run a part of the text and its run. `rememberAs`: under it the values of parameters are kept. */
export function usePreparedPart(rememberAs: string, onRefused: (part: SqlPart, refusals: readonly Refusal[]) => void): PreparedParts {
  const [question, setQuestion] = useState<Question | null>(null)
  const pending = useRef<Question>(null)
  const ask = (names: readonly string[]): Promise<ReadonlyMap<string, ParameterValue> | null> => {
    pending.current?.answer(null)
    return new Promise((resolve) => {
      const asked: Question = {
        names,
        answer: (values) => {
          pending.current = null
          setQuestion(null)
          resolve(values)
        },
      }
      pending.current = asked
      setQuestion(asked)
    })
  }
  const prepare = async (part: SqlPart): Promise<SqlPart | null> => {
    const { edits, refusals, parameters } = readPart(part.text)
    onRefused(part, refusals)
    if (refusals.length > 0) return null
    if (edits.length === 0 && parameters.length === 0) return part
    const values = parameters.length === 0 ? new Map<string, ParameterValue>() : await ask([...new Set(parameters.map(({ name }) => name))])
    if (values === null) return null
    const all = [...edits, ...parameterEdits(part.text, parameters, values)].toSorted((a, b) => a.from - b.from)
    return withEdits(part, all)
  }
  const dialog = question && (
    <Suspense>
      <ParameterDialog names={question.names} rememberAs={rememberAs} onDone={question.answer} onCancel={() => question.answer(null)} />
    </Suspense>
  )
  return { prepare, dialog }
}
