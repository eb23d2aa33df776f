import { Button, SearchInput, Select, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { EntityType } from '@colonnade/pg-meta'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { searchDelayMs } from '../limits.ts'
import { entitiesQuery, schemasQuery } from '../queries.ts'
import { EntityList } from './entity-list.tsx'

export interface EntityBrowserProps {
  readonly projectRef: string
  readonly schema: string
  readonly selectedId: number | null
  readonly isWriter: boolean
  readonly onSchema: (schema: string) => void
  readonly onCreate: () => void
  readonly renderLink: (entity: EntityType, className: string, children: ReactNode) => ReactNode
}

/** The schemas, and what is in the chosen one. */
export function EntityBrowser({ projectRef, schema, selectedId, isWriter, onSchema, onCreate, renderLink }: EntityBrowserProps) {
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, searchDelayMs)
  const { data: schemas = [] } = useQuery(schemasQuery(projectRef))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(entitiesQuery(projectRef, schema, search))
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  const names = schemas.some(({ name }) => name === schema) ? schemas.map(({ name }) => name) : [schema, ...schemas.map(({ name }) => name)]
  const entities = data?.pages.flatMap((page) => page.entities) ?? null
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 p-2">
        <div className="flex gap-2">
          <Select
            label="Schema"
            size="sm"
            className="min-w-0 flex-1"
            value={schema}
            options={names.map((name) => ({ value: name, label: name }))}
            onValueChange={onSchema}
          />
          {isWriter && (
            <Button size="sm" className="px-2" aria-label="New table" onClick={onCreate}>
              <Plus aria-hidden />
            </Button>
          )}
        </div>
        <SearchInput label="Search tables" placeholder="Search tables" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </div>
      {error !== null && (
        <div className="p-2">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {entities === null && error === null && (
        <div className="flex flex-col gap-3 px-4 py-2">
          {[60, 80, 45, 70, 55].map((width) => (
            <Skeleton key={width} className="h-3" />
          ))}
        </div>
      )}
      {entities !== null && entities.length === 0 && (
        <p className="px-4 py-2 text-faint">{search === '' ? `Nothing in ${schema} yet.` : `Nothing in ${schema} matches “${search}”.`}</p>
      )}
      {entities !== null && entities.length > 0 && (
        <EntityList entities={entities} selectedId={selectedId} hasMore={hasNextPage} onMore={more} renderLink={renderLink} />
      )}
    </div>
  )
}

function useDelayed<Value>(value: Value, delayMs: number): Value {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return delayed
}
