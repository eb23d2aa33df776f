import { Button, ConfirmDialog, toast } from '@colonnade/ui'
import { useState } from 'react'
import { AppLink } from '../../lib/links/app-link.tsx'
import { addressOf, pages } from '../../paths.ts'
import { CertificateForm } from './certificate-form.tsx'
import type { DnsPartProps } from './dns-part.tsx'
import { expiryNotice } from './domain-words.ts'
import { certificatePartText } from './messages.ts'
import { useRemoveCertificate } from './queries.ts'

/** What clients are shown who connect by the domain. */
export function CertificatePart({ projectRef, domain, mayOperate }: DnsPartProps) {
  const [open, setOpen] = useState<'form' | 'question' | null>(null)
  const removeCertificate = useRemoveCertificate(projectRef)
  const { certificate, state } = domain
  const isUploaded = certificate?.source === 'UPLOADED'
  const [openedAt] = useState(() => Date.now())
  const notice = expiryNotice(certificate, openedAt)
  return (
    <section aria-label={certificatePartText.certificate} className="flex flex-col gap-3">
      <h3 className="font-medium">{certificatePartText.certificate}</h3>
      <p className="text-soft">
        {certificate === null && state === 'NEEDS_CERTIFICATE' && certificatePartText.uploadCertificateDomainDoesnt}
        {certificate === null && state === 'WAITING_FOR_DNS' && certificatePartText.installationCreatesCertificateWhen}
        {certificate === null &&
          state !== 'WAITING_FOR_DNS' &&
          state !== 'NEEDS_CERTIFICATE' &&
          certificatePartText.installationsCertificateValidDomain}
        {isUploaded && (notice?.tone === 'danger' ? certificatePartText.uploaded : certificatePartText.uploadedClientsUseVerify)}
        {certificate?.source === 'INSTALLATION' && (
          <>
            {certificatePartText.createdRenewedInstallationValid}{' '}
            <AppLink href={addressOf(pages.settings.database, { ref: projectRef })} className="text-accent underline underline-offset-2">
              {certificatePartText.installationsRootCertificate}
            </AppLink>{' '}
            {certificatePartText.as} <code className="font-mono text-xs">sslrootcert</code>.
          </>
        )}
      </p>
      {notice !== null && <p className={notice.tone === 'danger' ? 'text-danger' : 'text-warning'}>{notice.text}</p>}
      {certificate !== null && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&_dt]:text-faint">
          <dt>{certificatePartText.issued}</dt>
          <dd className="wrap-anywhere">{certificate.issuer}</dd>
          <dt>{certificatePartText.valid}</dt>
          <dd className="font-mono text-xs leading-5 wrap-anywhere">{certificate.names.join(', ')}</dd>
          <dt>{certificatePartText.expires}</dt>
          <dd>
            <time dateTime={certificate.expires_at}>{new Date(certificate.expires_at).toLocaleDateString(undefined, { dateStyle: 'long' })}</time>
          </dd>
          <dt>{certificatePartText.sha256}</dt>
          <dd className="font-mono text-xs leading-5 wrap-anywhere">{certificate.fingerprint}</dd>
        </dl>
      )}
      {mayOperate && open === 'form' && <CertificateForm projectRef={projectRef} name={domain.name} onDone={() => setOpen(null)} />}
      {mayOperate && open !== 'form' && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen('form')}>
            {isUploaded ? certificatePartText.replaceCertificate : certificatePartText.uploadCertificate}
          </Button>
          {isUploaded && <Button onClick={() => setOpen('question')}>{certificatePartText.removeCertificate}</Button>}
        </div>
      )}
      <ConfirmDialog
        isOpen={open === 'question'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'question' : null)}
        title={certificatePartText.removeUploadedCertificate}
        description={certificatePartText.deletesCertificateKeyNew}
        confirmLabel={certificatePartText.removeCertificate}
        isDanger
        onConfirm={async () => {
          await removeCertificate.mutateAsync(undefined)
          toast.success(certificatePartText.certificateRemoved)
        }}
      />
    </section>
  )
}
