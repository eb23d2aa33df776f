import type { ConnectionLimits } from '@colonnade/contracts/connections/connection-limits'
import { Field, Input, Panel, PanelContent, PanelHeader, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../lib/bytes.ts'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { computeName } from '../../lib/texts/project-names.ts'
import { addressOf, pages } from '../../paths.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { readLimit } from './limits-draft.ts'
import { limitsPanelText } from './messages.ts'
import { limitsQuery, useChooseLimits } from './queries.ts'

/** How many connections a project may have, by what, and how they are shared out. */
export function LimitsPanel({ projectRef }: { readonly projectRef: string }) {
  const { data, error, refetch } = useQuery(limitsQuery(projectRef))
  const [saves, setSaves] = useState(0)
  return (
    <Panel label={limitsPanelText.connectionLimits}>
      <PanelHeader title={limitsPanelText.connectionLimits} description={limitsPanelText.howDatabaseServersConnections} />
      {!data && error && <ErrorNotice error={error} subject={limitsPanelText.failedLoadLimits} onRetry={() => void refetch()} className="m-4" />}
      {!data && !error && (
        <PanelContent>
          <output aria-label={limitsPanelText.loadingLimits}>
            <Skeleton className="h-24 w-full" />
          </output>
        </PanelContent>
      )}
      {data && <LimitsForm key={saves} projectRef={projectRef} saved={data} onSaved={() => setSaves(saves + 1)} />}
    </Panel>
  )
}

interface LimitsFormProps {
  readonly projectRef: string
  /** As they are now: somebody else may change them, or the size that they follow, while the form is being filled in. */
  readonly saved: ConnectionLimits
  readonly onSaved: () => void
}

function LimitsForm({ projectRef, saved, onSaved }: LimitsFormProps) {
  const { compute } = useProject(projectRef)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const choose = useChooseLimits(projectRef)
  const { pool_size: poolSize, max_clients: maxClients, max_connections: most, kept_back: kept } = saved
  const [poolTyped, setPoolText] = useState<string>()
  const [clientsTyped, setClientsText] = useState<string>()
  const [poolText, clientsText] = [poolTyped ?? textOf(poolSize), clientsTyped ?? textOf(maxClients)]
  const pool = readLimit(poolText, poolSize)
  const clients = readLimit(clientsText, maxClients)
  const sessions = most - kept - (pool.value ?? (pool.value === null ? poolSize.default : poolSize.value))
  const isChanged = poolText.trim() !== textOf(poolSize) || clientsText.trim() !== textOf(maxClients)
  const isValid = pool.value !== undefined && clients.value !== undefined
  const save = () => {
    if (!isValid) return
    choose.mutate(
      { pool_size: pool.value, max_clients: clients.value },
      {
        onSuccess: () => {
          onSaved()
          toast.success(limitsPanelText.connectionLimitsSaved)
        },
        onError: (failure) => toast.error(failureText('change the connection limits', failure)),
      },
    )
  }
  const size = (
    <AppLink href={addressOf(pages.settings.compute, { ref: projectRef })} className="text-accent underline underline-offset-2">
      {computeName(compute)}
    </AppLink>
  )
  return (
    <SettingsForm
      settings={{ isDirty: isChanged, isValid, isSaving: choose.isPending, save }}
      whyReadOnly={mayOperate ? undefined : whoMay('projects:operate', limitsPanelText.changeThem)}
      note={limitsPanelText.appliesNewClientsAll}
      saveLabel={limitsPanelText.saveLimits}
      leaving="silent"
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        <div>
          <dt className="text-xs text-faint">{limitsPanelText.serverConnections}</dt>
          <dd className="font-medium tabular-nums">{most}</dd>
          <dd className="text-xs text-faint">
            {limitsPanelText.computeSize}, {size}
          </dd>
        </div>
        <div>
          <dt className="text-xs text-faint">{limitsPanelText.reserved}</dt>
          <dd className="font-medium tabular-nums">{kept}</dd>
          <dd className="text-xs text-faint">{limitsPanelText.dashboardDirectConnections}</dd>
        </div>
        <div>
          <dt className="text-xs text-faint">{limitsPanelText.poolerSessions}</dt>
          <dd className="font-medium tabular-nums">{sessions}</dd>
          <dd className="text-xs text-faint">{limitsPanelText.rest}</dd>
        </div>
      </dl>
      <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
        <legend className="sr-only">{limitsPanelText.transactionModeLimits}</legend>
        <Field
          label={limitsPanelText.poolSize}
          error={pool.problem}
          hint={limitsPanelText.connectionsSharedTransactionsEmpty(poolSize.min, poolSize.max, poolSize.default)}
        >
          <Input inputMode="numeric" placeholder={String(poolSize.default)} value={poolText} onChange={(event) => setPoolText(event.target.value)} />
        </Field>
        <Field
          label={limitsPanelText.clientsTransactionMode}
          error={clients.problem}
          hint={limitsPanelText.clientsShareThemTime(maxClients.min, formatNumber(maxClients.max), formatNumber(maxClients.default))}
        >
          <Input
            inputMode="numeric"
            placeholder={String(maxClients.default)}
            value={clientsText}
            onChange={(event) => setClientsText(event.target.value)}
          />
        </Field>
      </fieldset>
    </SettingsForm>
  )
}

function textOf({ value, is_chosen }: ConnectionLimits['pool_size']): string {
  return is_chosen ? String(value) : ''
}
