import { buttonClass, Card, CodeBlock, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { connectionUri, directTarget, passwordPlaceholder } from '../../../lib/connection-uri.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { databasesQuery } from '../../../scope/database-source/database-queries.ts'
import { useKnownPassword } from '../../../scope/known-passwords.ts'
import { connectCardText } from './messages.ts'

export interface ConnectCardProps {
  readonly projectRef: string
  /** The Connect dialog knows more ways. */
  readonly hasGuides: boolean
}

/** The one address that every client takes, and the way to all others. */
export function ConnectCard({ projectRef, hasGuides }: ConnectCardProps) {
  const { data, error, refetch } = useQuery(databasesQuery(projectRef))
  const password = useKnownPassword(projectRef)
  const primary = data?.find(({ database_type }) => database_type === 'PRIMARY')
  const target = primary ? directTarget(primary) : null
  return (
    <Card
      title={connectCardText.connect}
      aside={
        hasGuides && (
          <Link
            to="."
            search={(all) => ({ ...all, showConnect: true })}
            state={{ hasOpenedConnect: true }}
            resetScroll={false}
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
          >
            <Plug aria-hidden />
            {connectCardText.driversFrameworks}
          </Link>
        )
      }
    >
      {!target && error && <ErrorNotice error={error} onRetry={() => void refetch()} className="m-4" />}
      {target && (
        <div className="flex flex-col gap-2 p-4">
          <CodeBlock label={connectCardText.uriConnectionString} code={connectionUri(target, password)} />
          <p className="text-xs text-faint">
            {password === null ? (
              <>
                {connectCardText.replace} <span className="font-mono">{passwordPlaceholder}</span> {connectCardText.databasePassword}
              </>
            ) : (
              connectCardText.withPasswordHint
            )}
          </p>
        </div>
      )}
      {!target && !error && (
        <output aria-label={connectCardText.loadingConnectionStrings} className="flex flex-col gap-3 p-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="w-72" />
        </output>
      )}
    </Card>
  )
}
