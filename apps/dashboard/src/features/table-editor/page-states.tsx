import { Button, EmptyState, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { entitiesQuery } from './entities/entity-queries.ts'
import { pageStatesText } from './messages.ts'
import { ImportButton } from './transfer/import-button.tsx'

export interface NothingChosenProps {
  readonly projectRef: string
  readonly schema: string
  /** Undefined where the person may make none. */
  readonly onCreate: (() => void) | undefined
  readonly leading: ReactNode
  /** What one chooses from, where it does not stand beside. */
  readonly list: ReactNode
}

/** No table is looked at; in an empty schema there is none to look at. */
export function NothingChosen({ projectRef, schema, onCreate, leading, list }: NothingChosenProps) {
  const { data } = useInfiniteQuery(entitiesQuery(projectRef, { schema, search: '', sort: 'alphabetical', types: [] }))
  const isEmpty = data?.pages[0]?.count === 0
  if (list !== null && !isEmpty)
    return (
      <>
        <h1 className="sr-only">{pageStatesText.tableEditor}</h1>
        <nav aria-label={pageStatesText.tables} className="flex min-h-0 flex-1 flex-col bg-surface">
          {list}
        </nav>
        {onCreate && (
          <div className="flex shrink-0 border-t bg-surface p-2">
            <ImportButton />
          </div>
        )}
      </>
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col p-6">
      {leading}
      <h1 className="sr-only">{pageStatesText.tableEditor}</h1>
      <div className="flex flex-1 items-center justify-center">
        {isEmpty ? (
          <EmptyState
            icon={<Table2 aria-hidden />}
            title={pageStatesText.noTables(schema)}
            className="w-full max-w-lg"
            action={
              onCreate && (
                <>
                  <Button variant="primary" onClick={onCreate}>
                    {pageStatesText.newTable}
                  </Button>
                  <ImportButton />
                </>
              )
            }
          >
            {onCreate ? pageStatesText.emptyBody : pageStatesText.emptyReadOnly}
          </EmptyState>
        ) : (
          <EmptyState
            icon={<Table2 aria-hidden />}
            title={pageStatesText.chooseTitle}
            className="w-full max-w-lg"
            action={onCreate && <ImportButton />}
          >
            {pageStatesText.chooseBody}
          </EmptyState>
        )}
      </div>
    </div>
  )
}

export interface MissingProps {
  readonly leading: ReactNode
  /** What its tab calls it; null when it has none. */
  readonly name: string | null
  readonly onBack: () => void
}

/** The address names a table that is not there. */
export function Missing({ leading, name, onBack }: MissingProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col p-6">
      {leading}
      <div className="flex flex-1 items-center justify-center">
        <EmptyState
          icon={<Table2 aria-hidden />}
          title={name === null ? pageStatesText.notFound : pageStatesText.gone(name)}
          className="w-full max-w-lg"
          action={<Button onClick={onBack}>{name === null ? pageStatesText.showAllTables : pageStatesText.closeTab}</Button>}
        >
          {pageStatesText.goneBody}
        </EmptyState>
      </div>
    </div>
  )
}

/** The definition of a table is on its way. */
export function Opening() {
  return (
    <output aria-label={pageStatesText.opening} className="flex flex-1 flex-col gap-3 p-3">
      <Skeleton className="h-7 w-56" />
      {Array.from({ length: 12 }, (_, line) => (
        <Skeleton key={line} className="h-4" />
      ))}
    </output>
  )
}
