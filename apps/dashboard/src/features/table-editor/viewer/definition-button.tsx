import { format, type Entity } from '@colonnade/pg-meta'
import { Badge, Button, CodeBlock, Popover, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { FileCode2, RefreshCcwDot } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice, failureText } from '../../../lib/error-notice.tsx'
import { runSql } from '../../../scope/run-sql.ts'
import { definitionButtonText } from './messages.ts'
import { rowAccessQuery, type RowAccess } from './row-access.ts'

export interface DefinitionButtonProps {
  readonly projectRef: string
  readonly entity: Entity
  readonly isWriter: boolean
  /** Its rows are other ones now. */
  readonly onRefreshed: () => void
  readonly onWriteSql: (text: string) => void
}

/** The query of a view; for a materialized view also a way to refresh it. */
export function DefinitionButton({ projectRef, entity, isWriter, onRefreshed, onWriteSql }: DefinitionButtonProps) {
  const { data: access, error, refetch } = useQuery(rowAccessQuery(projectRef, entity, null))
  const isStored = entity.entity_type === 'm'
  const code = access?.definition ? statementOf(entity, access) : null
  return (
    <>
      <Popover
        label={definitionButtonText.definitionOf(entity.name)}
        className="w-[36rem]"
        trigger={
          <Button size="sm" variant="ghost" className="h-6 px-1.5">
            <FileCode2 aria-hidden />
            {definitionButtonText.definition}
          </Button>
        }
      >
        <div className="flex flex-col gap-2 p-3">
          {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
          {code !== null && (
            <>
              <CodeBlock code={code} label={definitionButtonText.codeLabel} className="max-h-96" />
              <div className="flex items-center gap-2">
                <Button size="sm" onClick={() => onWriteSql(code)}>
                  {definitionButtonText.openInSqlEditor}
                </Button>
                {!isStored && <span className="text-xs text-soft">{securityText(access!)}</span>}
              </div>
            </>
          )}
        </div>
      </Popover>
      {!isStored && access && !access.is_security_invoker && (
        <Badge tone="warning">
          <span title={securityText(access)}>{definitionButtonText.runsAs(access.owner)}</span>
        </Badge>
      )}
      {isStored && isWriter && <RefreshButton projectRef={projectRef} entity={entity} access={access ?? null} onRefreshed={onRefreshed} />}
    </>
  )
}

interface RefreshButtonProps extends Pick<DefinitionButtonProps, 'projectRef' | 'entity' | 'onRefreshed'> {
  readonly access: RowAccess | null
}

/** Without stopping who reads it, where it has the unique index that this needs. */
function RefreshButton({ projectRef, entity, access, onRefreshed }: RefreshButtonProps) {
  const [isPending, setIsPending] = useState(false)
  const refresh = async () => {
    setIsPending(true)
    try {
      const how = access?.is_refreshed_concurrently === true ? 'concurrently ' : ''
      await runSql(projectRef, { query: `refresh materialized view ${how}${nameOf(entity)};`, timeout_ms: 0 })
      toast.success(definitionButtonText.refreshed(entity.name))
      onRefreshed()
    } catch (error) {
      toast.error(failureText(definitionButtonText.refreshTask(entity.name), error))
    }
    setIsPending(false)
  }
  return (
    <Button size="sm" variant="ghost" className="h-6 px-1.5" isPending={isPending} onClick={() => void refresh()}>
      {!isPending && <RefreshCcwDot aria-hidden />}
      {definitionButtonText.refreshMaterializedView}
    </Button>
  )
}

function securityText({ is_security_invoker: isInvoker, owner }: RowAccess): string {
  return isInvoker
    ? definitionButtonText.invoker
    : `security_invoker is off: it reads its tables as its owner, ${owner}; policies for who looks at it do not hold.`
}

function statementOf(entity: Entity, access: RowAccess): string {
  const query = access.definition!.trim()
  if (entity.entity_type === 'm') return `create materialized view ${nameOf(entity)} as\n${query}`
  return `create or replace view ${nameOf(entity)}${access.is_security_invoker ? ' with (security_invoker = true)' : ''} as\n${query}`
}

function nameOf({ schema, name }: Entity): string {
  return `${format.ident(schema)}.${format.ident(name)}`
}
