import type { ThirdPartyAuth } from '@colonnade/contracts/auth/third-party-auth'
import { Button, ConfirmDialog, Panel, PanelHeader, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { AddIssuerDialog } from './add-issuer-dialog.tsx'
import { IssuerRow } from './issuer-row.tsx'
import { thirdPartyPageText } from './messages.ts'
import { TokenCheck } from './token-check.tsx'
import { issuersQuery, useRemoveIssuer } from './queries.ts'

/** Other issuers whose tokens open a project's data. */
export function ThirdPartyPage({ projectRef }: { readonly projectRef: string }) {
  useTitle(thirdPartyPageText.title)
  const mayChange = useIsAllowed(projectRef)('project_auth:all')
  const { data: issuers, error, refetch } = useQuery(issuersQuery(projectRef))
  const remove = useRemoveIssuer(projectRef)
  const [isAdding, setIsAdding] = useState(false)
  const [deleting, setDeleting] = useState<ThirdPartyAuth>()
  return (
    <Page
      title={thirdPartyPageText.title}
      description={thirdPartyPageText.description}
      actions={
        mayChange && (
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden />
            {thirdPartyPageText.addIssuer}
          </Button>
        )
      }
    >
      {issuers === undefined && !error && (
        <output aria-label={thirdPartyPageText.loadingIssuers} className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
          <Skeleton className="w-1/3" />
          <Skeleton className="h-3 w-2/3" />
        </output>
      )}
      {issuers === undefined && error && <ErrorNotice error={error} subject={thirdPartyPageText.failedLoadIssuers} onRetry={() => void refetch()} />}
      {issuers && (
        <Panel label={thirdPartyPageText.issuers}>
          <PanelHeader title={thirdPartyPageText.issuers} description={thirdPartyPageText.roleHint} />
          {issuers.length === 0 ? (
            <p className="px-4 py-3 text-sm text-faint">{thirdPartyPageText.noIssuersYet}</p>
          ) : (
            <ul aria-label={thirdPartyPageText.issuers} className="ruled">
              {issuers.map((issuer) => (
                <IssuerRow key={issuer.id} issuer={issuer} mayDelete={mayChange} onDelete={() => setDeleting(issuer)} />
              ))}
            </ul>
          )}
        </Panel>
      )}
      {issuers && issuers.length > 0 && <TokenCheck issuers={issuers} />}
      {issuers && !mayChange && <p className="text-xs text-faint">{whoMay('project_auth:all', thirdPartyPageText.changeIssuers)}</p>}
      <AddIssuerDialog projectRef={projectRef} isOpen={isAdding} onClose={() => setIsAdding(false)} />
      {deleting && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setDeleting(undefined)}
          title={thirdPartyPageText.deleteTitle}
          description={thirdPartyPageText.deleteBody(deleting.oidc_issuer_url)}
          confirmLabel={thirdPartyPageText.deleteConfirm}
          isDanger
          onConfirm={async () => {
            await remove.mutateAsync(deleting.id)
            toast.success(thirdPartyPageText.issuerDeleted)
          }}
        />
      )}
    </Page>
  )
}
