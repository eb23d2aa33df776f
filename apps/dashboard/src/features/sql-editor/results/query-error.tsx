import type { TransactionState } from '@colonnade/contracts/data/sql-runs'
import type { AppError, ErrorCode } from '@colonnade/core'
import { Button, CopyButton } from '@colonnade/ui'
import { CircleAlert, CircleSlash, Clock, RotateCw, Unplug } from 'lucide-react'
import { explainStrays } from '../../../lib/sql-text/stray-characters.ts'
import { durationText } from '../wording.ts'
import { explainFate, explainPartialResults, explainRunError, type RunPlace } from '../run/explain-run-error.ts'
import { runAdviceText } from '../run/messages.ts'
import type { RunOutput } from '../run/run-state.ts'
import { queryErrorText } from './messages.ts'

export interface QueryErrorProps {
  readonly error: AppError
  readonly ranOn: RunPlace
  readonly tookMs: number
  /** Where in the editor it went wrong. */
  readonly place: { readonly line: number; readonly column: number } | null
  readonly onGoTo: () => void
  /** What was sent. */
  readonly text: string
  readonly onReplaceStrays: (() => void) | undefined
  /** Runs the same once more. */
  readonly onRunAgain: () => void
  /** Runs the same and commits each statement; null where that is no way out. */
  readonly onRunEach: (() => void) | null
  /** Something of the answer stands below it. */
  readonly isAbove: boolean
  /** The results before the error. */
  readonly output: RunOutput
  /** Of the session, after the run. */
  readonly transaction: TransactionState
}

/** Errors that a character outside of SQL's grammar causes. */
const misread: ReadonlySet<ErrorCode> = new Set(['syntax_error', 'undefined_object'])

const icons = { failed: CircleAlert, cancelled: CircleSlash, late: Clock, lost: Unplug }

/** Shows why a run failed: an explanation where the code says more than the message, then all details from Postgres. */
export function QueryError({
  error,
  ranOn,
  tookMs,
  place,
  onGoTo,
  text,
  onReplaceStrays,
  onRunAgain,
  onRunEach,
  isAbove,
  output,
  transaction,
}: QueryErrorProps) {
  const { kind, title, advice } = explainRunError(error, ranOn)
  const notes = [explainFate({ kind, statements: output.statements, transaction, place: ranOn }), explainPartialResults(kind, output.sets)].filter(
    (note) => note !== null,
  )
  const position = typeof error.details['position'] === 'number' ? error.details['position'] : null
  const strays = misread.has(error.code) ? explainStrays(text, position) : null
  const Icon = icons[kind]
  const { sqlstate, detail, hint, where, internal_query: inner, internal_position: innerAt } = error.details
  const isCalm = kind === 'cancelled'
  return (
    <div
      role={isCalm ? 'status' : 'alert'}
      className={isAbove ? 'flex max-h-[60%] shrink-0 flex-col overflow-y-auto border-b p-3' : 'flex min-h-0 flex-1 flex-col overflow-y-auto p-3'}
    >
      <div
        className={isCalm ? 'flex gap-3 rounded-md border px-3 py-2.5' : 'flex gap-3 rounded-md border border-danger/40 bg-danger-tint px-3 py-2.5'}
      >
        <Icon aria-hidden className={isCalm ? 'mt-0.5 size-4 shrink-0 text-faint' : 'mt-0.5 size-4 shrink-0 text-danger'} />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <h2 className="font-medium break-words whitespace-pre-wrap">{title}</h2>
          {advice !== null && <p className="text-soft">{advice}</p>}
          {onRunEach !== null && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-soft">
              <p className="min-w-0 flex-1 basis-80">{runAdviceText.sharedTransaction}</p>
              <Button size="sm" onClick={onRunEach}>
                {queryErrorText.commitEach}
              </Button>
            </div>
          )}
          {strays !== null && <p>{strays}</p>}
          {notes.length > 0 && <p className="text-soft">{notes.join(' ')}</p>}
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-soft empty:hidden">
            <Fact name={queryErrorText.detail} value={detail} />
            <Fact name={queryErrorText.hint} value={hint} />
            <Fact
              name={queryErrorText.statement}
              value={typeof inner === 'string' && typeof innerAt === 'number' ? markedAt(inner, innerAt) : inner}
            />
            <Fact name={queryErrorText.where} value={where} />
          </dl>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
            {typeof sqlstate === 'string' && (
              <span>
                SQLSTATE <span className="font-mono">{sqlstate}</span>
              </span>
            )}
            <span>{queryErrorText.after(durationText(tookMs))}</span>
            {place !== null && (
              <Button size="sm" variant="ghost" className="-my-1 h-6 px-1.5" onClick={onGoTo}>
                {queryErrorText.place(place.line, place.column)}
              </Button>
            )}
            {strays !== null && onReplaceStrays !== undefined && (
              <Button size="sm" variant="ghost" className="-my-1 h-6 px-1.5" onClick={onReplaceStrays}>
                {queryErrorText.replaceStrays}
              </Button>
            )}
            {(kind === 'lost' || kind === 'late') && (
              <Button size="sm" variant="ghost" className="-my-1 h-6 px-1.5" onClick={onRunAgain}>
                <RotateCw aria-hidden />
                {queryErrorText.runAgain}
              </Button>
            )}
            {!isCalm && <CopyButton text={() => errorText(error)} label={queryErrorText.copy} variant="ghost" className="-my-1 h-6 px-1.5" />}
          </p>
        </div>
      </div>
    </div>
  )
}

/** Characters around a place that are shown. */
const aroundCharacters = 200

/** The surroundings of a place in a text, which is counted in characters from 1, with a mark before it. */
function markedAt(text: string, position: number): string {
  const characters = Array.from(text)
  const at = position - 1
  const before = characters.slice(Math.max(0, at - aroundCharacters), at).join('')
  return `${at > aroundCharacters ? '…' : ''}${before}▸${characters.slice(at, at + aroundCharacters).join('')}${at + aroundCharacters < characters.length ? '…' : ''}`
}

function Fact({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (typeof value !== 'string' || value === '') return null
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="break-words whitespace-pre-wrap">{value}</dd>
    </>
  )
}

function errorText({ message, details }: AppError): string {
  const facts = ['sqlstate', 'detail', 'hint', 'internal_query', 'where'].flatMap((name) =>
    typeof details[name] === 'string' ? [`${name}: ${details[name]}`] : [],
  )
  return [message, ...facts].join('\n')
}
