import type { CustomDomain } from '@colonnade/contracts/connections/custom-domains'
import { Badge, Button, ConfirmDialog, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { SidePanel } from '../../lib/panels/side-panel.tsx'
import { useIsAllowed } from '../../scope/permissions.ts'
import { CertificatePart } from './certificate-part.tsx'
import { ClaimPanel } from './claim-panel.tsx'
import { ConnectPart } from './connect-part.tsx'
import { DnsPart } from './dns-part.tsx'
import { expiryNotice, stateLooks } from './domain-words.ts'
import { domainPanelText } from './messages.ts'
import { domainQuery, useRemoveDomain } from './queries.ts'

export interface DomainPanelProps {
  readonly projectRef: string
  readonly onClose: () => void
}

const title = domainPanelText.customDomain
const description = domainPanelText.connectProjectsDatabaseThrough

/** The project's domain: named, proved, active, and taken away again. */
export function DomainPanel({ projectRef, onClose }: DomainPanelProps) {
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const { data, error, refetch } = useQuery(domainQuery(projectRef))
  const common = { title, description, onClose }
  if (data === undefined) {
    return (
      <SidePanel {...common}>
        {error === null ? (
          <output aria-label={domainPanelText.loadingDomain} className="flex flex-col gap-3 p-4">
            <Skeleton className="h-8 w-2/3" />
            <Skeleton className="h-40 w-full" />
          </output>
        ) : (
          <ErrorNotice error={error} subject={domainPanelText.failedLoadDomain} onRetry={() => void refetch()} className="m-4" />
        )}
      </SidePanel>
    )
  }
  const { domain, refusal } = data
  if (domain === null) return <ClaimPanel {...common} projectRef={projectRef} refusal={refusal} mayOperate={mayOperate} />
  return (
    <SidePanel {...common} footer={<Button onClick={onClose}>{domainPanelText.close}</Button>}>
      <div className="ruled text-sm [&>*]:p-4">
        <Head domain={domain} />
        <DnsPart projectRef={projectRef} domain={domain} mayOperate={mayOperate} />
        {domain.state !== 'WAITING_FOR_DNS' && <ConnectPart projectRef={projectRef} domain={domain} />}
        <CertificatePart projectRef={projectRef} domain={domain} mayOperate={mayOperate} />
        {mayOperate && <Removal projectRef={projectRef} domain={domain} />}
      </div>
    </SidePanel>
  )
}

function Head({ domain: { name, unicode_name: unicode, state, problem, certificate } }: { readonly domain: CustomDomain }) {
  const [openedAt] = useState(() => Date.now())
  const expired = expiryNotice(certificate, openedAt)?.label ?? null
  const look = expired !== null && state === 'ACTIVE' ? { label: expired, tone: 'danger' as const } : stateLooks[state]
  return (
    <div className="flex flex-col gap-1">
      <p aria-live="polite" className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-sm font-medium wrap-anywhere">{unicode ?? name}</span>
        <Badge tone={look.tone}>{look.label}</Badge>
      </p>
      {unicode !== null && <p className="font-mono text-xs text-faint wrap-anywhere">{name}</p>}
      {state === 'DNS_LOST' && <p className="text-danger">{domainPanelText.dnsRecordsHaveChanged}</p>}
      {problem !== null && state !== 'DNS_LOST' && <p className="text-danger wrap-anywhere">{problem}</p>}
    </div>
  )
}

function Removal({ projectRef, domain }: { readonly projectRef: string; readonly domain: CustomDomain }) {
  const name = domain.unicode_name ?? domain.name
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveDomain(projectRef)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-56 text-soft">{domainPanelText.openConnectionsStayOpen}</p>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {domainPanelText.removeDomain}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={domainPanelText.remove(name)}
        description={domainPanelText.refusesNewConnectionsDomain}
        confirmLabel={domainPanelText.removeDomain}
        isDanger
        {...(domain.state !== 'WAITING_FOR_DNS' && { typedName: name })}
        onConfirm={async () => {
          await remove.mutateAsync(undefined)
          toast.success(domainPanelText.removed(name))
        }}
      />
    </div>
  )
}
