import { Badge, toast, Tooltip } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { paths } from '../../paths.ts'
import { databasesQuery } from './database-queries.ts'
import { onLostSource } from './lost-sources.ts'
import { SourcePicker } from './source-picker.tsx'
import { shortId } from './sources.ts'

export interface SourceChoiceProps {
  readonly projectRef: string
  /** The identifier of the chosen database; undefined is the primary. */
  readonly value: string | undefined
  /** A transaction is open on the database that is chosen. */
  readonly isFixed?: boolean
  readonly onChange: (identifier: string | undefined) => void
}

/** Chooses the database to query if there is more than one. */
export function SourceChoice({ projectRef, value, isFixed = false, onChange }: SourceChoiceProps) {
  const { data: databases } = useQuery(databasesQuery(projectRef))
  const queryClient = useQueryClient()
  // a replica was deleted or is failing, so the list is outdated
  useEffect(
    () => onLostSource(projectRef, () => void queryClient.invalidateQueries({ queryKey: databasesQuery(projectRef).queryKey })),
    [projectRef, queryClient],
  )
  const primary = databases?.find(({ database_type: type }) => type === 'PRIMARY')
  const isGone = databases !== undefined && value !== undefined && !databases.some(({ identifier }) => identifier === value)
  const goBack = useEffectEvent(() => {
    if (value !== undefined) toast.error(`Replica ${shortId({ identifier: value })} no longer exists. Switched to the primary database.`)
    onChange(undefined)
  })
  // switch to the primary if the replica was deleted
  useEffect(() => {
    if (isGone) goBack()
  }, [isGone])
  if (databases === undefined || databases.length < 2 || primary === undefined) return null
  const chosen = value ?? primary.identifier
  return (
    <span data-source={chosen === primary.identifier ? 'primary' : 'replica'} className="mr-1 flex min-w-0 @max-lg:mr-auto items-center gap-1.5">
      <SourcePicker
        isShort
        databases={databases}
        value={chosen}
        disabled={isFixed}
        infrastructure={paths.project.infrastructure(projectRef)}
        onValueChange={(identifier) => onChange(identifier === primary.identifier ? undefined : identifier)}
        className="h-7 shrink-0 text-xs"
      />
      {chosen !== primary.identifier && (
        <Tooltip content="This is a read replica. Statements that write fail.">
          <button type="button" className="shrink-0 rounded-full @max-3xl:hidden">
            <Badge>Read-only</Badge>
          </button>
        </Tooltip>
      )}
    </span>
  )
}
