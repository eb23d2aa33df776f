import { Button, Field, Textarea, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { UnsavedGuard } from '../../lib/panels/unsaved-guard.tsx'
import { useUploadCertificate } from './queries.ts'

export interface CertificateFormProps {
  readonly projectRef: string
  readonly name: string
  readonly onDone: () => void
}

/** A certificate with its chain and its key, as they come from who issued it. The key is sent once and never shown again. */
export function CertificateForm({ projectRef, name, onDone }: CertificateFormProps) {
  const [certificate, setCertificate] = useState('')
  const [key, setKey] = useState('')
  const upload = useUploadCertificate(projectRef)
  const problems = fieldProblems(upload.error, {})
  const problemOf = (field: string) => problems.find((each) => each.field === field)?.message
  return (
    <form
      noValidate
      aria-label="Upload a certificate"
      className="flex flex-col gap-4 rounded-md border p-3"
      onSubmit={(event) => {
        event.preventDefault()
        upload.mutate(
          { certificate, key },
          {
            onSuccess: () => {
              toast.success('The certificate is used from the next connection on')
              onDone()
            },
          },
        )
      }}
    >
      <Field label="Certificate and chain" hint={`PEM: that of ${name} first, then who issued it.`} error={problemOf('certificate')}>
        <Textarea
          isMono
          rows={5}
          value={certificate}
          spellCheck={false}
          autoComplete="off"
          placeholder="-----BEGIN CERTIFICATE-----"
          onChange={(event) => setCertificate(event.target.value)}
        />
      </Field>
      <Field
        label="Private key"
        hint="PEM, without a password. It is encrypted with the key of the installation, and never shown again."
        error={problemOf('key')}
      >
        <Textarea
          isMono
          rows={4}
          value={key}
          spellCheck={false}
          autoComplete="off"
          placeholder="-----BEGIN PRIVATE KEY-----"
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      {upload.error !== null && problems.length === 0 && <ErrorNotice error={upload.error} subject="Failed to upload the certificate" />}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={certificate.trim() === '' || key.trim() === ''} isPending={upload.isPending}>
          Use certificate
        </Button>
      </div>
      <UnsavedGuard isDirty={(certificate !== '' || key !== '') && !upload.isSuccess} />
    </form>
  )
}
