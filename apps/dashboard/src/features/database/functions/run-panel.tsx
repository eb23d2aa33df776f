import type { QueryReply } from '@colonnade/contracts/data/queries'
import type { GivenValue } from '@colonnade/pg-meta/function-call'
import { Badge, Button, Checkbox, CodeBlock, Field, Input, Select, Table, TableCell, TableHead, Textarea } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatNumber } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { cancelSql, runSql } from '../../../scope/run-sql.ts'
import type { FunctionDefinition } from './function-queries.ts'
import { runPanelText } from './messages.ts'
import { callOf, firstValues, givenArguments, kindsOf, runText, valueOfKind } from './run-values.ts'

export interface RunPanelProps {
  readonly projectRef: string
  readonly row: FunctionDefinition
  readonly mayWrite: boolean
  readonly onClose: () => void
}

/** Rows of a result to show; a call that returns more belongs in the SQL editor. */
const shownRows = 100

const kindLabels: Readonly<Record<GivenValue['kind'], string>> = {
  text: runPanelText.value,
  null: runPanelText.null,
  default: runPanelText.default,
  expression: runPanelText.sqlExpression,
}

type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly reply: QueryReply; readonly isKept: boolean }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Calls a function or procedure and shows its result. Rolls its changes back unless told to commit them. */
export function RunPanel({ projectRef, row, mayWrite, onClose }: RunPanelProps) {
  const form = useId()
  const client = useQueryClient()
  const [values, setValues] = useState(() => firstValues(row))
  const [isKept, setIsKept] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const key = useRef<string | null>(null)
  const call = callOf(row, values)
  const isRunning = outcome.kind === 'running'

  const run = async () => {
    if (call.sql === undefined || isRunning) return
    setOutcome({ kind: 'running' })
    key.current = crypto.randomUUID()
    try {
      const query = runText(call.sql, { isKept, mayWrite })
      const reply = await runSql(projectRef, { query, key: key.current, row_limit: shownRows, read_only: !mayWrite })
      setOutcome({ kind: 'done', reply, isKept: isKept && mayWrite })
      // it may have changed anything
      if (isKept) void refreshProjectData(client, projectRef)
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    } finally {
      key.current = null
    }
  }

  return (
    <SidePanel
      title={runPanelText.title(row.name)}
      description={!mayWrite ? runPanelText.readOnlyHint : isKept ? runPanelText.commitHint : runPanelText.rollBackHint}
      size="wide"
      onClose={onClose}
      onSubmit={() => void run()}
      footer={
        <>
          {mayWrite && (
            <Checkbox className="mr-auto" isChecked={isKept} onCheckedChange={setIsKept} disabled={isRunning} label={runPanelText.commit} />
          )}
          {isRunning ? (
            // it may have ended already, which is no failure
            <Button onClick={() => void (key.current !== null && cancelSql(projectRef, key.current).catch(() => false))}>{runPanelText.stop}</Button>
          ) : (
            <Button onClick={onClose}>{runPanelText.close}</Button>
          )}
          <Button type="submit" form={form} variant="primary" isPending={isRunning} disabled={call.sql === undefined}>
            <Play aria-hidden />
            {runPanelText.run}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        {values.length === 0 && <p className="text-soft">{runPanelText.noArguments}</p>}
        {givenArguments(row).map((argument, index) => (
          <ArgumentValue
            // oxlint-disable-next-line react/no-array-index-key -- arguments are known by position: names may be missing
            key={index}
            position={index + 1}
            argument={argument}
            value={values[index]!}
            onChange={(value) => setValues(values.with(index, value))}
          />
        ))}
        {call.sql === undefined ? (
          <p className="text-xs text-faint">{call.problem}</p>
        ) : (
          <CodeBlock code={runText(call.sql, { isKept, mayWrite })} label={runPanelText.sql} isWrapped className="max-h-40 shrink-0" />
        )}
        {outcome.kind === 'failed' && <Failure error={outcome.error} />}
        {outcome.kind === 'done' && <Result reply={outcome.reply} isKept={outcome.isKept} mayWrite={mayWrite} />}
      </form>
    </SidePanel>
  )
}

interface ArgumentValueProps {
  readonly position: number
  readonly argument: FunctionDefinition['arguments'][number]
  readonly value: GivenValue
  readonly onChange: (value: GivenValue) => void
}

function ArgumentValue({ position, argument, value, onChange }: ArgumentValueProps) {
  const name = argument.name === '' ? runPanelText.argument(position) : argument.name
  const isLong = /^(?:text|jsonb?|xml)$|\[\]$/.test(argument.type)
  const props = 'text' in value && {
    value: value.text,
    spellCheck: false,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange({ kind: value.kind, text: target.value }),
  }
  return (
    <div className="grid grid-cols-[1fr_9rem] items-start gap-2">
      <Field
        label={
          <>
            {argument.name === '' ? runPanelText.argumentLabel(position) : argument.name}{' '}
            <span className="font-mono text-xs font-normal text-faint">
              {argument.mode === 'in' ? '' : `${argument.mode} `}
              {argument.type}
            </span>
          </>
        }
      >
        {props === false ? (
          <Input isMono disabled value={value.kind === 'default' ? (argument.default ?? '') : runPanelText.null} />
        ) : isLong ? (
          <Textarea isMono rows={2} {...props} />
        ) : (
          <Input isMono {...props} />
        )}
      </Field>
      <Select<GivenValue['kind']>
        label={runPanelText.valueOf(name)}
        className="mt-6.5"
        value={value.kind}
        options={kindsOf(argument).map((kind) => ({ value: kind, label: kindLabels[kind] }))}
        onValueChange={(kind) => onChange(valueOfKind(kind, value))}
      />
    </div>
  )
}

/** SQLSTATE of a COMMIT in a procedure that is called within a transaction (Postgres documentation, appendix A). */
const invalidTransactionTermination = '2D000'

function Failure({ error }: { readonly error: unknown }) {
  const { sqlstate, detail, hint, context } = (error as { readonly details?: Readonly<Record<string, unknown>> }).details ?? {}
  const more = [sqlstate === invalidTransactionTermination && runPanelText.commitsItself, detail, hint, context].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  return (
    <div className="flex flex-col gap-1">
      <ErrorNotice error={error} />
      {more.map((text) => (
        <p key={text} className="text-xs wrap-anywhere whitespace-pre-wrap text-soft">
          {text}
        </p>
      ))}
    </div>
  )
}

function Result({ reply, isKept, mayWrite }: { readonly reply: QueryReply; readonly isKept: boolean; readonly mayWrite: boolean }) {
  const result = reply.results.find(({ fields }) => fields.length > 0)
  return (
    <section aria-label={runPanelText.result} className="flex min-w-0 flex-col gap-2">
      <output className="flex flex-wrap items-center gap-2 text-xs text-soft">
        <span>{runPanelText.ran(formatNumber(Math.round(reply.duration_ms)))}</span>
        {mayWrite && <Badge tone={isKept ? 'warning' : 'neutral'}>{isKept ? runPanelText.committed : runPanelText.rolledBack}</Badge>}
        {result !== undefined && (result.rows.length === 1 ? runPanelText.oneRow : runPanelText.rowCount(formatNumber(result.rows.length)))}
        {result?.truncated === true && runPanelText.truncated}
      </output>
      {reply.notices.map(({ severity, message }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list that doesn’t change
        <p key={index} className="font-mono text-xs wrap-anywhere">
          {severity}: {message}
        </p>
      ))}
      {result === undefined ? (
        <p className="text-soft">{runPanelText.noResult}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling must work by keyboard
        <section tabIndex={0} aria-label={runPanelText.rows} className="max-h-96 overflow-auto rounded-md">
          <Table label={runPanelText.result}>
            <thead>
              <tr>
                {result.fields.map(({ name, type }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- columns may share a name
                  <TableHead key={index}>
                    {name} <span className="font-mono font-normal text-faint">{type}</span>
                  </TableHead>
                ))}
              </tr>
            </thead>
            <tbody>
              {result.rows.map((cells, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a result does not change
                <tr key={index}>
                  {cells.map((cell, column) => (
                    // oxlint-disable-next-line react/no-array-index-key -- columns may share a name
                    <TableCell key={column} className="max-w-96 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                      {cell === null ? <span className="text-faint italic">{runPanelText.null}</span> : cell.slice(0, maxCell)}
                    </TableCell>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </section>
  )
}

/** Characters of a value to show. */
const maxCell = 10_000
