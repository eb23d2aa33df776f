import type { Entity } from '@colonnade/pg-meta'
import { Button, CellText, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { entityQuery } from '../queries.ts'
import type { EditorSearch } from '../search.ts'
import type { TableScope } from '../table-scope.ts'
import { referredRowQuery } from './foreign-queries.ts'
import { referredCardText } from './messages.ts'
import { searchOf, type Reference } from './references.ts'

export interface ReferredCardProps {
  readonly scope: TableScope
  readonly reference: Reference
  readonly valueOf: (column: string) => string | null
  readonly onFollow: (search: EditorSearch) => void
}

/** Columns of a row that a look at it shows. */
const shownColumns = 12

/** The row that a value refers to, at a glance, and the way to it. */
export function ReferredCard({ scope, reference, valueOf, onFollow }: ReferredCardProps) {
  const { data: target, error, isFetched } = useQuery(entityQuery(scope.projectRef, { id: reference.table.id }))
  const search = searchOf(reference, valueOf)
  return (
    <div className="flex flex-col gap-2 p-3">
      <h2 className="truncate font-medium">
        <span className="font-normal text-faint">{reference.table.schema}.</span>
        {reference.table.name}
      </h2>
      {error !== null && <p role="alert">{messageOf(error)}</p>}
      {isFetched && error === null && !target && <p>{referredCardText.noAccess}</p>}
      {search === null && <p className="text-soft">{referredCardText.null}</p>}
      {target && search !== null && (
        <ReferredRow scope={scope} reference={reference} target={target} values={reference.own.map((column) => valueOf(column)!)} />
      )}
      {!isFetched && <Skeleton className="h-16 w-full" />}
      {search !== null && (
        <div>
          <Button size="sm" onClick={() => onFollow(search)}>
            <ArrowUpRight aria-hidden />
            {referredCardText.open(reference.table.name)}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ReferredRowProps extends Pick<ReferredCardProps, 'scope' | 'reference'> {
  readonly target: Entity
  readonly values: readonly string[]
}

function ReferredRow({ scope, reference, target, values }: ReferredRowProps) {
  const { data: cells, error } = useQuery(referredRowQuery(scope, target, reference.other, values))
  if (cells === undefined) return error === null ? <Skeleton className="h-16 w-full" /> : <p role="alert">{messageOf(error)}</p>
  if (cells === null) return <p className="text-soft">{referredCardText.notFound}</p>
  return (
    <dl className="grid max-h-72 grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 overflow-y-auto text-xs">
      {target.columns.slice(0, shownColumns).map(({ name }, place) => (
        <div key={name} className="contents">
          <dt className="max-w-32 truncate text-soft">{name}</dt>
          <dd className="min-w-0 truncate font-mono">
            <CellText text={cells[place]?.slice(0, 200) ?? null} />
          </dd>
        </div>
      ))}
      {target.columns.length > shownColumns && (
        <p className="col-span-2 text-faint">{referredCardText.moreColumns(target.columns.length - shownColumns)}</p>
      )}
    </dl>
  )
}
