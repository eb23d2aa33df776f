import { Badge, SearchInput, Skeleton } from '@colonnade/ui'
import { useState } from 'react'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { paths } from '../../../paths.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { FollowSwitch } from '../../../scope/realtime/follow-switch.tsx'
import { followableMost, followableTablesQuery, isOffered, followWarnings } from '../../../scope/realtime/followable-tables.ts'
import { followText } from '../../../scope/realtime/messages.ts'
import { followedText } from './messages.ts'

export interface FollowedTablesProps {
  readonly projectRef: string
  readonly mayWrite: boolean
}

/** Least number of tables that shows a search. */
const searchedFrom = 8

/** Lists tables, with a switch for each that adds it to Realtime's publication. */
export function FollowedTables({ projectRef, mayWrite }: FollowedTablesProps) {
  const [words, setWords] = useState('')
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs text-faint">{followedText.title}</h3>
      <p className="text-soft">
        {followedText.text}{' '}
        <AppLink href={paths.project.realtimeSettings(projectRef)} className="text-accent underline">
          {followedText.settings}
        </AppLink>
      </p>
      <Loaded query={followableTablesQuery(projectRef)} label={followedText.label} skeleton={<Skeleton className="h-16 w-full" />}>
        {(tables) => {
          const offered = tables.filter(isOffered)
          const shown = offered.filter(({ schema, name }) => `${schema}.${name}`.toLowerCase().includes(words.trim().toLowerCase()))
          return (
            <>
              {offered.length >= searchedFrom && (
                <SearchInput
                  label={followedText.search}
                  placeholder={followedText.search}
                  value={words}
                  onChange={(event) => setWords(event.target.value)}
                />
              )}
              {shown.length === 0 ? (
                <p className="text-xs text-soft">{offered.length === 0 ? followedText.none : followedText.noMatch}</p>
              ) : (
                <ul aria-label={followedText.title} className="flex max-h-96 flex-col overflow-y-auto ruled rounded-md border">
                  {shown.map((table) => (
                    <li key={table.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
                      <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">
                        {table.schema}.{table.name}
                      </span>
                      {followWarnings(table).map((warning) => (
                        <span key={warning} title={followText.warnings[warning].long}>
                          <Badge tone={table.is_published ? 'warning' : 'neutral'}>{followText.warnings[warning].short}</Badge>
                        </span>
                      ))}
                      <FollowSwitch
                        projectRef={projectRef}
                        table={table}
                        mayWrite={mayWrite}
                        label={<span className="sr-only">{followText.label(`${table.schema}.${table.name}`)}</span>}
                      />
                    </li>
                  ))}
                </ul>
              )}
              {tables.length === followableMost && <p className="text-xs text-faint">{followedText.cut(followableMost)}</p>}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
