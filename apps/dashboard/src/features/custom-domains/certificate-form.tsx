import { Button, Field, Textarea, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { fieldProblems } from '../../lib/forms/form-errors.ts'
import { UnsavedGuard } from '../../lib/panels/unsaved-guard.tsx'
import { certificateFormText } from './messages.ts'
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
      aria-label={certificateFormText.uploadCertificate}
      className="flex flex-col gap-4 rounded-md border p-3"
      onSubmit={(event) => {
        event.preventDefault()
        upload.mutate(
          { certificate, key },
          {
            onSuccess: () => {
              toast.success(certificateFormText.certificateUploadedNewConnections)
              onDone()
            },
          },
        )
      }}
    >
      <Field label={certificateFormText.certificateChain} hint={certificateFormText.pemCertificateFirstThen(name)} error={problemOf('certificate')}>
        <Textarea
          isMono
          rows={5}
          value={certificate}
          spellCheck={false}
          autoComplete="off"
          placeholder={certificateFormText.beginCertificate}
          onChange={(event) => setCertificate(event.target.value)}
        />
      </Field>
      <Field label={certificateFormText.privateKey} hint={certificateFormText.pemWithoutPassphraseStored} error={problemOf('key')}>
        <Textarea
          isMono
          rows={4}
          value={key}
          spellCheck={false}
          autoComplete="off"
          placeholder={certificateFormText.beginPrivateKey}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      {upload.error !== null && problems.length === 0 && <ErrorNotice error={upload.error} subject={certificateFormText.failedUploadCertificate} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{certificateFormText.cancel}</Button>
        <Button type="submit" variant="primary" disabled={certificate.trim() === '' || key.trim() === ''} isPending={upload.isPending}>
          {certificateFormText.submit}
        </Button>
      </div>
      <UnsavedGuard isDirty={(certificate !== '' || key !== '') && !upload.isSuccess} />
    </form>
  )
}
