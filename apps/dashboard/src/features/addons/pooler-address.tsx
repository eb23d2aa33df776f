import { CopyButton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../lib/links/app-link.tsx'
import { addressOf, pages } from '../../paths.ts'
import { pgbouncerQuery } from '../../scope/database-source/addon-queries.ts'
import { poolerAddressText } from './messages.ts'

/** Where the project's own pooler listens. */
export function PoolerAddress({ projectRef }: { readonly projectRef: string }) {
  const { data } = useQuery(pgbouncerQuery(projectRef))
  if (!data?.pgbouncer_enabled || data.db_host === null) return null
  const { db_host, db_port, session_port, pool_mode, connection_string } = data
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium">{poolerAddressText.addresses}</h3>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 [&_dt]:text-soft">
        {pool_mode === 'transaction' && (
          <>
            <dt>{poolerAddressText.transactions}</dt>
            <dd className="font-mono text-xs wrap-anywhere">
              {db_host}:{db_port}
            </dd>
          </>
        )}
        <dt>{poolerAddressText.sessions}</dt>
        <dd className="font-mono text-xs wrap-anywhere">
          {db_host}:{session_port}
        </dd>
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        {connection_string !== null && <CopyButton text={connection_string} label={poolerAddressText.copyConnectionString} />}
        <AppLink
          href={`${addressOf(pages.settings.database, { ref: projectRef })}#connection-pooler`}
          className="text-accent underline underline-offset-2"
        >
          {poolerAddressText.poolModeLimits}
        </AppLink>
      </div>
    </div>
  )
}
