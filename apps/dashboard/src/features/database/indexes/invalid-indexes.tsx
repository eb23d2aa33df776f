import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { Button, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/error-notice.tsx'
import { useChange } from '../../../scope/changes/use-change.ts'
import { leftoverDrop } from './index-draft.ts'
import { invalidIndexesQuery } from './index-queries.ts'
import { invalidIndexesText } from './messages.ts'

export interface InvalidIndexesProps {
  readonly projectRef: string
  readonly tableId: number
}

/** Lists the invalid indexes that failed or stopped builds leave on a table, to delete them. */
export function InvalidIndexes({ projectRef, tableId }: InvalidIndexesProps) {
  const { data: left = [] } = useQuery(invalidIndexesQuery(projectRef, tableId))
  if (left.length === 0) return null
  return (
    <section
      aria-label={invalidIndexesText.title}
      className="mx-4 mt-3 flex flex-col gap-2 rounded-md border border-warning/40 bg-warning-tint px-3 py-2"
    >
      <p>{invalidIndexesText.hint}</p>
      <ul className="flex flex-col gap-1.5">
        {left.map((index) => (
          <Leftover key={index.id} projectRef={projectRef} index={index} />
        ))}
      </ul>
    </section>
  )
}

function Leftover({ projectRef, index }: { readonly projectRef: string; readonly index: IndexSummary }) {
  const client = useQueryClient()
  const changing = useChange(projectRef)
  const drop = async () => {
    const isDone = await changing.run({ name: invalidIndexesText.change(index.name), commands: [leftoverDrop(index)] })
    if (!isDone) return
    toast.success(invalidIndexesText.deleted(index.name))
    await client.invalidateQueries({ queryKey: invalidIndexesQuery(projectRef, index.table_id).queryKey })
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span className="min-w-0 font-mono text-xs wrap-anywhere">{index.name}</span>
      {!index.has_constraint && (
        <Button size="sm" isPending={changing.isRunning} aria-label={invalidIndexesText.deleteOf(index.name)} onClick={() => void drop()}>
          {invalidIndexesText.delete}
        </Button>
      )}
      {changing.error !== null && (
        <p role="alert" className="w-full text-xs text-danger">
          {messageOf(changing.error)}
        </p>
      )}
    </li>
  )
}
