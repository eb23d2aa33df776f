import type { PgbouncerConfig } from '@colonnade/contracts/connections/dedicated-poolers'
import type { PoolMode } from '@colonnade/contracts/projects/project-settings'
import { Badge, CopyButton, PanelContent, SegmentedControl, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { whoMay } from '../../lib/texts/who-may.ts'
import { paths } from '../../paths.ts'
import { pgbouncerQuery } from '../../scope/database-source/addon-queries.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { dedicatedPartText } from './messages.ts'
import { useChoosePoolMode } from './queries.ts'

/** The project's own pooler, or the way to one. */
export function DedicatedPart({ projectRef }: { readonly projectRef: string }) {
  const { data, error, refetch } = useQuery(pgbouncerQuery(projectRef))
  if (!data && error)
    return <ErrorNotice error={error} subject={dedicatedPartText.failedLoadDedicatedPooler} onRetry={() => void refetch()} className="m-4" />
  if (!data) return null
  const { state, problem } = data
  const addon = (
    <AppLink href={paths.project.addon(projectRef, 'ipv4')} className="text-accent underline underline-offset-2">
      {state === null ? dedicatedPartText.viewAdd : 'Add-on'}
    </AppLink>
  )
  return (
    <PanelContent className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {dedicatedPartText.dedicatedPooler}
          {state === 'ON' && <Badge tone="accent">{dedicatedPartText.on}</Badge>}
          {state === 'FAILED' && <Badge tone="danger">{dedicatedPartText.failing}</Badge>}
        </h3>
        {state === null && (
          <p className="text-soft">
            {dedicatedPartText.poolerProjectIPv4User} {addon}
          </p>
        )}
        {state === 'FAILED' && <p className="text-danger wrap-anywhere">{problem}</p>}
        {data.pgbouncer_enabled && (
          <p className="text-soft">
            {data.pool_mode === 'transaction' && (
              <>
                {dedicatedPartText.transactionMode} <Place {...data} port={data.db_port} />
                {dedicatedPartText.sessionMode}{' '}
              </>
            )}
            {data.pool_mode === 'session' && dedicatedPartText.sessionModeLabel}
            <Place {...data} port={data.session_port} />
            {dedicatedPartText.as} <span className="font-mono text-xs">{data.db_user}</span>. {addon}
          </p>
        )}
      </div>
      {data.connection_string !== null && <CopyButton text={data.connection_string} label={dedicatedPartText.copyConnectionStringDedicated} />}
      {data.pgbouncer_enabled && data.pool_mode !== null && <ModeChoice projectRef={projectRef} mode={data.pool_mode} />}
    </PanelContent>
  )
}

function Place({ db_host, port }: Pick<PgbouncerConfig, 'db_host'> & { readonly port: number | null }) {
  return (
    <span className="font-mono text-xs">
      {db_host}:{port}
    </span>
  )
}

const modeTexts: Readonly<Record<PoolMode, string>> = {
  transaction: dedicatedPartText.onePortSharesConnections,
  session: dedicatedPartText.eachClientHasOwn,
}

function ModeChoice({ projectRef, mode }: { readonly projectRef: string; readonly mode: PoolMode }) {
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const choose = useChoosePoolMode(projectRef)
  return (
    <div className="flex basis-full flex-wrap items-center gap-3">
      <SegmentedControl
        label={dedicatedPartText.poolMode}
        value={mode}
        disabled={!mayOperate || choose.isPending}
        onValueChange={(next) =>
          choose.mutate(next, {
            onSuccess: () => toast.success(dedicatedPartText.poolModeSaved),
            onError: (failure) => toast.error(failureText(dedicatedPartText.changePoolMode, failure)),
          })
        }
        options={[
          { value: 'transaction', label: dedicatedPartText.transaction },
          { value: 'session', label: dedicatedPartText.session },
        ]}
      />
      <span className="min-w-0 flex-1 basis-48 text-xs text-faint">
        {modeTexts[mode]}
        {!mayOperate && ` ${whoMay('projects:operate', dedicatedPartText.change)}`}
      </span>
    </div>
  )
}
