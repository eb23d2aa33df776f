import { Button, CodeBlock } from '@colonnade/ui'
import { SquareTerminal } from 'lucide-react'
import { Fold } from './fold.tsx'

export interface SqlReviewProps {
  /** Null while the draft can not be written. */
  readonly sql: string | null
  readonly count: number
  readonly isOpenAtFirst: boolean
  /** Postgres runs it only by itself. */
  readonly isOutsideTransaction?: boolean
  readonly onWriteSql: (text: string) => void
}

/** What saving runs, word for word. */
export function SqlReview({ sql, count, isOpenAtFirst, isOutsideTransaction = false, onWriteSql }: SqlReviewProps) {
  const summary =
    sql === null ? 'not complete yet' : count === 0 ? 'no changes' : `${count.toLocaleString('en')} ${count === 1 ? 'statement' : 'statements'}`
  return (
    <Fold title="SQL" summary={summary} isOpenAtFirst={isOpenAtFirst}>
      {sql === null && <p className="text-xs text-faint">It appears when everything that is needed is filled in.</p>}
      {sql === '' && <p className="text-xs text-faint">Nothing is changed yet.</p>}
      {sql !== null && sql !== '' && (
        <>
          <CodeBlock code={sql} label="SQL" className="max-h-80" isWrapped />
          <Button size="sm" className="self-start" onClick={() => onWriteSql(isOutsideTransaction ? sql : `begin;\n\n${sql}\n\ncommit;\n`)}>
            <SquareTerminal aria-hidden />
            Open in the SQL editor
          </Button>
        </>
      )}
    </Fold>
  )
}
