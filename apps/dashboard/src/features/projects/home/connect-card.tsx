import { Card, CodeBlock, CopyButton, Skeleton, Tabs } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useKnownPassword } from '../known-passwords.ts'
import { databasesQuery } from '../queries.ts'
import { connectionStrings, passwordPlaceholder } from './connection-strings.ts'

/** How to reach the database from outside. */
export function ConnectCard({ projectRef }: { readonly projectRef: string }) {
  const { data, error, refetch } = useQuery(databasesQuery(projectRef))
  const password = useKnownPassword(projectRef)
  const [kind, setKind] = useState('uri')
  const primary = data?.find(({ database_type }) => database_type === 'PRIMARY')
  if (!primary && error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <Card title="Connect" aside={<span className="text-xs text-faint">Works with psql and every Postgres driver</span>}>
      {primary ? (
        <>
          <Tabs
            label="Connection type"
            value={kind}
            onValueChange={setKind}
            className="pt-1"
            tabs={connectionStrings(primary, password).map(({ id, label, text }) => ({
              value: id,
              label,
              content: (
                <div className="flex flex-col gap-2 p-4">
                  <CodeBlock label={`${label} connection string`} code={text} />
                  <p className="text-xs text-faint">
                    {password === null ? (
                      <>
                        Put the database password in place of <span className="font-mono">{passwordPlaceholder}</span>.
                      </>
                    ) : (
                      'Contains your database password, until you reload or close this page.'
                    )}
                  </p>
                </div>
              ),
            }))}
          />
          <dl className="grid grid-cols-2 gap-px border-t bg-line sm:grid-cols-4 overflow-hidden rounded-b-lg">
            <Parameter label="Host" value={primary.db_host} />
            <Parameter label="Port" value={String(primary.db_port)} />
            <Parameter label="Database" value={primary.db_name} />
            <Parameter label="User" value={primary.db_user} />
          </dl>
        </>
      ) : (
        <output aria-label="Loading connection strings" className="flex flex-col gap-3 p-4">
          <Skeleton className="w-72" />
          <Skeleton className="h-9 w-full" />
        </output>
      )}
    </Card>
  )
}

function Parameter({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="bg-surface py-2 pr-2 pl-4">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="flex h-5 items-center justify-between gap-2">
        <span className="truncate font-mono text-xs">{value}</span>
        <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} isIconOnly className="-mt-4" />
      </dd>
    </div>
  )
}
