import { Badge, EmptyState, SearchSelect, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Columns3 } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { Page } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { paths } from '../../../paths.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { usePreferences } from '../../../scope/preferences.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { SchemaPicker } from '../../../scope/schemas/schema-picker.tsx'
import { isSystemSchema } from '../../../scope/schemas/schemas.ts'
import { ordered } from '../../../lib/object-page/list-order.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { relationsQuery } from '../tables/table-queries.ts'
import { columnAccessQuery } from './access-queries.ts'
import { TableAccess } from './table-access.tsx'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { columnPrivilegesText } from './messages.ts'

export interface ColumnPrivilegesPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

/** Shows which roles can read and write each column of a table (alpha, spec §2: only with its preview on). */
export function ColumnPrivilegesPage(props: ColumnPrivilegesPageProps) {
  useTitle(columnPrivilegesText.title)
  const isOn = usePreferences().feature_previews.includes('column_privileges')
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page
        title={columnPrivilegesText.title}
        description={columnPrivilegesText.description}
        actions={<Badge tone="neutral">{columnPrivilegesText.alpha}</Badge>}
      >
        {isOn ? (
          <Choice {...props} />
        ) : (
          <EmptyState icon={<Columns3 aria-hidden />} title={columnPrivilegesText.isOff}>
            <Link to={paths.account} hash="feature-previews" className="text-accent underline">
              {columnPrivilegesText.turnOn}
            </Link>
          </EmptyState>
        )}
      </Page>
    </div>
  )
}

function Choice({ projectRef, search, onSearch }: ColumnPrivilegesPageProps) {
  const schema = search.schema ?? defaultSchema
  const mayWrite = useIsAllowed(projectRef)('database:write') && !isSystemSchema(schema)
  const { data: inNoOrder, error, refetch } = useQuery(relationsQuery(projectRef, schema))
  const data = inNoOrder && ordered(inNoOrder, ({ name }) => name, false)
  const table = search.open === undefined ? data?.[0] : data?.find(({ name }) => name === search.open)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex w-full md:w-44">
          <SchemaPicker projectRef={projectRef} schema={schema} hasSystemSchemas onSchema={(next) => onSearch({ schema: next })} />
        </div>
        {data !== undefined && data.length > 0 && (
          <SearchSelect
            label={columnPrivilegesText.table}
            className="h-7 w-full text-xs md:w-64"
            value={table?.name ?? ''}
            options={data.map(({ name }) => ({ value: name, label: name }))}
            searchLabel={columnPrivilegesText.searchTables}
            emptyText={columnPrivilegesText.noTable}
            onValueChange={(name) => onSearch({ ...search, open: name })}
          />
        )}
      </div>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <output aria-label={columnPrivilegesText.loading}>
          <Skeleton className="h-24 w-full" />
        </output>
      )}
      {data?.length === 0 && (
        <EmptyState icon={<Columns3 aria-hidden />} title={columnPrivilegesText.empty(schema)}>
          {columnPrivilegesText.emptyText}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && table === undefined && (
        <p className="text-soft">{columnPrivilegesText.goneFrom(search.open ?? '', schema)}</p>
      )}
      {table !== undefined && (
        <Loaded
          key={table.id}
          query={columnAccessQuery(projectRef, table.id)}
          label={columnPrivilegesText.label}
          skeleton={<Skeleton className="h-24 w-full" />}
          gone={columnPrivilegesText.gone}
        >
          {(access) => <TableAccess {...{ projectRef, table, access, mayWrite }} />}
        </Loaded>
      )}
    </div>
  )
}
