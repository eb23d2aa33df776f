import type { PoolerCertificate, TlsEnforcement } from '@colonnade/contracts/connections/tls-enforcement'
import { Button, CopyButton, Panel, PanelContent, PanelHeader, Skeleton, Switch, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { saveBlob } from '../../lib/save-file.ts'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { tlsQuery, useEnforceTls } from './queries.ts'

const fileName = 'colonnade-pooler.crt'

/** Whether clients must encrypt, and the certificate by which they know who answers. */
export function TlsPanel({ projectRef }: { readonly projectRef: string }) {
  const { data, error, refetch } = useQuery(tlsQuery(projectRef))
  return (
    <Panel label="TLS">
      <PanelHeader title="TLS" description="The poolers offer encryption to every client; they can also insist on it." />
      {!data && error && <ErrorNotice error={error} subject="Failed to load the TLS settings" onRetry={() => void refetch()} className="m-4" />}
      {!data && !error && (
        <PanelContent>
          <output aria-label="Loading the TLS settings">
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
      onSuccess: () => toast.success(next ? 'Only encrypted connections are taken now' : 'Connections may be plain again'),
      onError: (failure) => toast.error(failureText('change the TLS settings', failure)),
    })
  return (
    <PanelContent className="flex flex-col gap-2">
      <Switch
        className="self-start font-medium"
        isOn={enforce.isPending ? enforce.variables : isEnforced}
        disabled={!mayOperate || enforce.isPending}
        onChange={change}
        label="Enforce SSL on incoming connections"
      />
      <p className="text-soft">
        Clients that do not encrypt are refused before they show a password, and told so. Connections that are open stay. Direct connections are
        possible on this machine only, never leave it, and are not encrypted.
      </p>
      {!mayOperate && <p className="text-faint">{whoMay('projects:operate', 'change it')}</p>}
    </PanelContent>
  )
}

function Certificate({ certificate }: { readonly certificate: PoolerCertificate }) {
  const { pem, is_root: isRoot, issuer, names, expires_at: expiresAt, fingerprint } = certificate
  return (
    <PanelContent className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{isRoot ? 'Root certificate' : 'Certificate'}</h3>
          <p className="text-soft">
            {isRoot ? (
              <>
                The installation’s own. Clients that take it as <code className="font-mono text-xs">sslrootcert</code> know who answers, with
                verify-ca or verify-full.
              </>
            ) : (
              <>Issued by {issuer}. Clients that trust the issuer need no file; the others take the issuer’s root certificate.</>
            )}
          </p>
        </div>
        <Button onClick={() => saveBlob(new Blob([pem], { type: 'application/x-pem-file' }), fileName)}>
          <Download aria-hidden />
          Download certificate
        </Button>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [&_dt]:text-faint">
        <dt>Good for</dt>
        <dd className="font-mono text-xs leading-5 wrap-anywhere">{names.length === 0 ? '–' : names.join(', ')}</dd>
        <dt>Runs out</dt>
        <dd>
          <time dateTime={expiresAt}>{new Date(expiresAt).toLocaleDateString(undefined, { dateStyle: 'long' })}</time>
        </dd>
        <dt>SHA-256</dt>
        <dd className="flex items-start gap-2">
          <span className="min-w-0 font-mono text-xs leading-5 wrap-anywhere">{fingerprint}</span>
          <CopyButton text={fingerprint} label="Copy fingerprint" />
        </dd>
      </dl>
    </PanelContent>
  )
}
