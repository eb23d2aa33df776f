import { Button, ConfirmDialog, toast } from '@colonnade/ui'
import { useState } from 'react'
import { AppLink } from '../../lib/links/app-link.tsx'
import { addressOf, pages } from '../../paths.ts'
import { CertificateForm } from './certificate-form.tsx'
import type { DnsPartProps } from './dns-part.tsx'
import { expiryNotice } from './domain-words.ts'
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
    <section aria-label="Certificate" className="flex flex-col gap-3">
      <h3 className="font-medium">Certificate</h3>
      <p className="text-soft">
        {certificate === null && state === 'NEEDS_CERTIFICATE' && 'Upload one for this name: without one it does not lead here.'}
        {certificate === null &&
          state === 'WAITING_FOR_DNS' &&
          'When the records are found, the installation makes one, if it can. You can upload your own now.'}
        {certificate === null && state !== 'WAITING_FOR_DNS' && state !== 'NEEDS_CERTIFICATE' && 'The one of the installation is good for this name.'}
        {isUploaded &&
          (notice?.tone === 'danger'
            ? 'Your own.'
            : 'Your own. With verify-full clients know who answers; psql before version 16, or one whose system does not know the authority, takes its certificate as sslrootcert.')}
        {certificate?.source === 'INSTALLATION' && (
          <>
            Made by the installation, which renews it: sslmode=require works at once. For verify-full upload one that clients trust, or have them take
            the{' '}
            <AppLink href={addressOf(pages.settings.database, { ref: projectRef })} className="text-accent underline underline-offset-2">
              root certificate of the installation
            </AppLink>{' '}
            as <code className="font-mono text-xs">sslrootcert</code>.
          </>
        )}
      </p>
      {notice !== null && <p className={notice.tone === 'danger' ? 'text-danger' : 'text-warning'}>{notice.text}</p>}
      {certificate !== null && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&_dt]:text-faint">
          <dt>Issued by</dt>
          <dd className="wrap-anywhere">{certificate.issuer}</dd>
          <dt>Good for</dt>
          <dd className="font-mono text-xs leading-5 wrap-anywhere">{certificate.names.join(', ')}</dd>
          <dt>Runs out</dt>
          <dd>
            <time dateTime={certificate.expires_at}>{new Date(certificate.expires_at).toLocaleDateString(undefined, { dateStyle: 'long' })}</time>
          </dd>
          <dt>SHA-256</dt>
          <dd className="font-mono text-xs leading-5 wrap-anywhere">{certificate.fingerprint}</dd>
        </dl>
      )}
      {mayOperate && open === 'form' && <CertificateForm projectRef={projectRef} name={domain.name} onDone={() => setOpen(null)} />}
      {mayOperate && open !== 'form' && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen('form')}>{isUploaded ? 'Replace certificate' : 'Upload certificate'}</Button>
          {isUploaded && <Button onClick={() => setOpen('question')}>Remove certificate</Button>}
        </div>
      )}
      <ConfirmDialog
        isOpen={open === 'question'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'question' : null)}
        title="Remove the uploaded certificate?"
        description="It is deleted with its key. From the next connection on clients are shown one of the installation: those that verify do not connect unless they trust it."
        confirmLabel="Remove certificate"
        isDanger
        onConfirm={async () => {
          await removeCertificate.mutateAsync(undefined)
          toast.success('Certificate removed')
        }}
      />
    </section>
  )
}
