import { Button, CodeBlock } from '@colonnade/ui'
import { SquareTerminal } from 'lucide-react'
import { Fold } from './fold.tsx'

export interface SqlReviewProps {
  /** Null while the draft is incomplete. */
  readonly sql: string | null
  readonly count: number
  readonly isOpenAtFirst: boolean
  /** True if Postgres can't run it inside a transaction. */
  readonly isOutsideTransaction?: boolean
  readonly onWriteSql: (text: string) => void
}

/** What saving runs, word for word. */
export function SqlReview({ sql, count, isOpenAtFirst, isOutsideTransaction = false, onWriteSql }: SqlReviewProps) {
  const summary =
    sql === null ? 'incomplete' : count === 0 ? 'no changes' : `${count.toLocaleString('en')} ${count === 1 ? 'statement' : 'statements'}`
  return (
    <Fold title="SQL" summary={summary} isOpenAtFirst={isOpenAtFirst}>
      {sql === null && <p className="text-xs text-faint">The SQL appears when all required fields are filled in.</p>}
      {sql === '' && <p className="text-xs text-faint">No changes yet.</p>}
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
