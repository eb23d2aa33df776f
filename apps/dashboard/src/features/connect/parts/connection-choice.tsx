import { Skeleton } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { SourcePicker } from '../../../scope/database-source/source-picker.tsx'
import type { ConnectionTarget } from '../../../lib/connection-uri.ts'
import { notesOf } from '../methods/connection-methods.ts'
import type { Connection } from '../use-connection.ts'
import { MethodPicker } from './method-picker.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import { SettingsFailed } from './settings-failed.tsx'

export interface ConnectionChoiceProps {
  readonly projectRef: string
  readonly connection: Connection
  /** What is shown once it is known where to connect to, with what must be known about that way. */
  readonly children: (target: ConnectionTarget, notes: ReactNode) => ReactNode
}

/** Which database, and by which way; then what that gives. */
export function ConnectionChoice({ projectRef, connection, children }: ConnectionChoiceProps) {
  if (connection.kind === 'failed') return <SettingsFailed projectRef={projectRef} error={connection.error} onRetry={connection.retry} />
  if (connection.kind === 'loading') return <ConnectionSkeleton />
  const { databases, database, methods, method, poolersFailed, chooseDatabase, chooseMethod } = connection
  const notes = (
    <div className="flex flex-col gap-2">
      {notesOf(method, methods).map(({ tone, text }) => (
        <Notice key={text} tone={tone}>
          {text}
        </Notice>
      ))}
    </div>
  )
  return (
    <>
      {poolersFailed && <SettingsFailed projectRef={projectRef} error={poolersFailed.error} onRetry={poolersFailed.retry} />}
      {databases.length > 1 && (
        <SourcePicker databases={databases} value={database.identifier} onValueChange={chooseDatabase} className="self-start" />
      )}
      {methods.length > 1 && <MethodPicker methods={methods} chosen={method.id} onChoose={chooseMethod} />}
      {'target' in method.state && children(method.state.target, notes)}
    </>
  )
}

function ConnectionSkeleton() {
  return (
    <output aria-label="Loading connection strings" className="flex flex-col gap-4">
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-18 w-full" />
      <Skeleton className="w-72" />
    </output>
  )
}
