import type { PoolerCertificate, TlsEnforcement } from '@colonnade/contracts/connections/tls-enforcement'
import { Button, CopyButton, Panel, PanelContent, PanelHeader, Skeleton, Switch, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { saveBlob } from '../../lib/save-file.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { tlsPanelText } from './messages.ts'
import { tlsQuery, useEnforceTls } from './queries.ts'

const fileName = 'colonnade-pooler.crt'

/** Whether clients must encrypt, and the certificate by which they know who answers. */
export function TlsPanel({ projectRef }: { readonly projectRef: string }) {
  const { data, error, refetch } = useQuery(tlsQuery(projectRef))
  return (
    <Panel label={tlsPanelText.tls}>
      <PanelHeader title={tlsPanelText.tls} description={tlsPanelText.poolersAcceptEncryptedConnections} />
      {!data && error && <ErrorNotice error={error} subject={tlsPanelText.failedLoadTlsSettings} onRetry={() => void refetch()} className="m-4" />}
      {!data && !error && (
        <PanelContent>
          <output aria-label={tlsPanelText.loadingTlsSettings}>
            <Skeleton className="h-16 w-full" />
          </output>
        </PanelContent>
      )}
      {data && <Enforcement projectRef={projectRef} {...data} />}
      {data && data.certificate !== null && <Certificate certificate={data.certificate} />}
    </Panel>
  )
}

function Enforcement({ projectRef, is_enforced: isEnforced }: TlsEnforcement & { readonly projectRef: string }) {
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const enforce = useEnforceTls(projectRef)
  const change = (next: boolean) =>
    enforce.mutate(next, {
      onSuccess: () => toast.success(next ? tlsPanelText.encryptionRequired : tlsPanelText.encryptionNoLongerRequired),
      onError: (failure) => toast.error(failureText(tlsPanelText.changeTlsSettings, failure)),
    })
  return (
    <PanelContent className="flex flex-col gap-2">
      <Switch
        className="self-start font-medium"
        isOn={enforce.isPending ? enforce.variables : isEnforced}
        disabled={!mayOperate || enforce.isPending}
        onChange={change}
        label={tlsPanelText.enforceSslIncomingConnections}
      />
      <p className="text-soft">{tlsPanelText.refusesUnencryptedClientsBefore}</p>
      {!mayOperate && <p className="text-faint">{whoMay('projects:operate', tlsPanelText.change)}</p>}
    </PanelContent>
  )
}

function Certificate({ certificate }: { readonly certificate: PoolerCertificate }) {
  const { pem, is_root: isRoot, issuer, names, expires_at: expiresAt, fingerprint } = certificate
  return (
    <PanelContent className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{isRoot ? tlsPanelText.rootCertificate : tlsPanelText.certificate}</h3>
          <p className="text-soft">
            {isRoot ? (
              <>
                {tlsPanelText.installationsOwnCertificateClients} <code className="font-mono text-xs">sslrootcert</code>{' '}
                {tlsPanelText.verifyServerVerifyCa}
              </>
            ) : (
              <>{tlsPanelText.issuedClientsTrustIssuer(issuer)}</>
            )}
          </p>
        </div>
        <Button onClick={() => saveBlob(new Blob([pem], { type: 'application/x-pem-file' }), fileName)}>
          <Download aria-hidden />
          {tlsPanelText.downloadCertificate}
        </Button>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [&_dt]:text-faint">
        <dt>{tlsPanelText.valid}</dt>
        <dd className="font-mono text-xs leading-5 wrap-anywhere">{names.length === 0 ? '–' : names.join(', ')}</dd>
        <dt>{tlsPanelText.expires}</dt>
        <dd>
          <time dateTime={expiresAt}>{new Date(expiresAt).toLocaleDateString(undefined, { dateStyle: 'long' })}</time>
        </dd>
        <dt>{tlsPanelText.sha256}</dt>
        <dd className="flex items-start gap-2">
          <span className="min-w-0 font-mono text-xs leading-5 wrap-anywhere">{fingerprint}</span>
          <CopyButton text={fingerprint} label={tlsPanelText.copyFingerprint} />
        </dd>
      </dl>
    </PanelContent>
  )
}
