import type { Migration } from '@colonnade/pg-meta'
import type { UnrecordedChange } from '@colonnade/pg-meta/unrecorded-changes'
import { placeStatements, versionOf } from '@colonnade/pg-meta/version-order'
import { Button, Field, Input, Textarea } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { profileQuery } from '../../../scope/queries.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { appliedDraft, type AppliedForm } from './applied-draft.ts'
import { maxFileBytes } from './limits.ts'
import { appliedText } from './messages.ts'
import { readFileName, statementsIn } from './migration-files.ts'

export interface AppliedPanelProps {
  readonly projectRef: string
  readonly known: readonly Migration[]
  /** Changes that no migration records. SQL found here gets the time at which it ran. */
  readonly unrecorded: readonly UnrecordedChange[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Records a migration that ran elsewhere, without running it. */
export function AppliedPanel({ projectRef, known, unrecorded, onClose, onDone }: AppliedPanelProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const [first] = useState<AppliedForm>(() => ({ version: versionOf(new Date()), name: '', text: '' }))
  const [written, setForm] = useState(first)
  const place = written.version === first.version ? placeStatements(statementsIn(written.text), unrecorded, known) : null
  const form: AppliedForm = place === null ? written : { ...written, ...place }
  const [fileError, setFileError] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const load = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    if (chosen.size > maxFileBytes) {
      setFileError(appliedText.fileTooLarge(chosen.name, formatBytes(chosen.size), formatBytes(maxFileBytes)))
      return
    }
    setFileError(null)
    const parts = readFileName(chosen.name)
    const text = await chosen.text()
    setForm((before) => ({ version: parts.version === '' ? before.version : parts.version, name: parts.name, text }))
  }
  return (
    <ChangePanel
      projectRef={projectRef}
      title={appliedText.title}
      description={appliedText.description}
      draft={appliedDraft(form, known, profile.primary_email)}
      isDirty={written !== first}
      submitLabel={appliedText.title}
      doneText={appliedText.markedApplied(form.version)}
      onClose={onClose}
      onDone={onDone}
      placeOf={(code) => (code === 'unique_violation' ? 'version' : null)}
    >
      {(problems) => (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Button onClick={() => file.current?.click()}>
              <FileUp aria-hidden />
              {appliedText.chooseFile}
            </Button>
            <span className="text-xs text-faint">{appliedText.fileHint}</span>
            <input
              ref={file}
              type="file"
              hidden
              accept=".sql,text/plain"
              aria-label={appliedText.sqlFile}
              onChange={(event) => {
                void load(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </div>
          {fileError !== null && (
            <p role="alert" className="text-xs text-danger">
              {fileError}
            </p>
          )}
          <Field label={appliedText.version} error={problems['version']} hint={appliedText.versionHint}>
            <Input
              isMono
              value={form.version}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => setForm({ ...written, version: event.target.value.trim() })}
            />
          </Field>
          <Field label={appliedText.name} error={problems['name']}>
            <Input value={form.name} autoComplete="off" onChange={(event) => setForm({ ...written, name: event.target.value })} />
          </Field>
          <Field label={appliedText.sql} error={problems['text']}>
            <Textarea isMono rows={12} spellCheck={false} value={form.text} onChange={(event) => setForm({ ...written, text: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}
