import { type ProjectSigningKey, signingKeyStates } from '@colonnade/contracts/api/signing-keys'
import { Button, EmptyState, Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { projectSettingsQuery } from '../../scope/project-settings/settings-query.ts'
import { ActDialog } from './act-dialog.tsx'
import { actionsOf, type KeyAction } from './key-actions.ts'
import { KeyRow } from './key-row.tsx'
import { discoveryText, noChangeText, noReadText, pageText, stateTexts, jwtPageText } from './messages.ts'
import { NewKeyDialog, type NewKeyWay } from './new-key-dialog.tsx'
import { signingKeysQuery } from './queries.ts'

/** The keys that sign tokens of a project's users, by their state. */
export function JwtPage({ projectRef }: { readonly projectRef: string }) {
  useTitle(jwtPageText.jwtKeys)
  const isAllowed = useIsAllowed(projectRef)
  const mayRead = isAllowed('service_keys:read')
  const mayChange = mayRead && isAllowed('projects:update')
  const { data: keys, error, refetch } = useQuery({ ...signingKeysQuery(projectRef), enabled: mayRead })
  const { data: settings } = useQuery({ ...projectSettingsQuery(projectRef), enabled: mayRead })
  const [adding, setAdding] = useState<NewKeyWay>()
  const [acting, setActing] = useState<{ readonly key: ProjectSigningKey; readonly action: KeyAction }>()
  const hasStandby = keys?.some(({ status }) => status === 'standby') === true
  return (
    <Page
      title={jwtPageText.jwtKeys}
      description={pageText}
      actions={
        mayChange && (
          <>
            <Button disabled={hasStandby} onClick={() => setAdding('import')}>
              {jwtPageText.importKey}
            </Button>
            <Button variant="primary" disabled={hasStandby} onClick={() => setAdding('create')}>
              <Plus aria-hidden />
              {jwtPageText.createStandbyKey}
            </Button>
          </>
        )
      }
    >
      {!mayRead && (
        <EmptyState icon={<Lock aria-hidden />} title={jwtPageText.noAccessTitle}>
          {noReadText}
        </EmptyState>
      )}
      {mayRead && keys === undefined && !error && <Loading />}
      {mayRead && keys === undefined && error && <ErrorNotice error={error} subject={jwtPageText.failedLoadJWTKeys} onRetry={() => void refetch()} />}
      {keys &&
        signingKeyStates.map((state) => {
          const { title, description, empty } = stateTexts[state]
          const shown = keys.filter(({ status }) => status === state)
          return (
            <Panel key={state} label={title}>
              <PanelHeader title={title} description={description} />
              {shown.length === 0 ? (
                <p className="px-4 py-3 text-sm text-faint">{empty}</p>
              ) : (
                <ul aria-label={title} className="ruled">
                  {shown.map((key) => (
                    <KeyRow
                      key={key.id}
                      signingKey={key}
                      actions={mayChange ? actionsOf(key, hasStandby) : []}
                      onAct={(action) => setActing({ key, action })}
                    />
                  ))}
                </ul>
              )}
            </Panel>
          )
        })}
      {keys && settings && (
        <Panel label={jwtPageText.discoveryURL}>
          <PanelHeader title={jwtPageText.discoveryURL} description={discoveryText} />
          <PanelContent>
            <SecretValue
              label={jwtPageText.copyDiscovery}
              value={`${settings.app_config.protocol}://${settings.app_config.endpoint}/auth/v1/.well-known/jwks.json`}
            />
          </PanelContent>
        </Panel>
      )}
      {keys && !mayChange && <p className="text-xs text-faint">{noChangeText}</p>}
      <NewKeyDialog projectRef={projectRef} way={adding} onClose={() => setAdding(undefined)} />
      {acting && (
        <ActDialog
          key={`${acting.key.id} ${acting.action}`}
          projectRef={projectRef}
          signingKey={acting.key}
          action={acting.action}
          onClose={() => setActing(undefined)}
        />
      )}
    </Page>
  )
}

function Loading() {
  return (
    <output aria-label={jwtPageText.loadingJWTKeys} className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
