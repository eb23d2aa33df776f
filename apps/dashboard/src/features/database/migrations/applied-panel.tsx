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
import { readFileName, statementsIn } from './migration-files.ts'

export interface AppliedPanelProps {
  readonly projectRef: string
  readonly known: readonly Migration[]
  /** The log of changes that no migration has: SQL that is in it has the time at which it was run. */
  readonly unrecorded: readonly UnrecordedChange[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Records a migration that was run elsewhere; it is not run. */
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
      setFileError(
        `${chosen.name} has ${formatBytes(chosen.size)}; a form takes up to ${formatBytes(maxFileBytes)}. Mark it with a command-line tool.`,
      )
      return
    }
    setFileError(null)
    const told = readFileName(chosen.name)
    const text = await chosen.text()
    setForm((before) => ({ version: told.version === '' ? before.version : told.version, name: told.name, text }))
  }
  return (
    <ChangePanel
      projectRef={projectRef}
      title="Mark as applied"
      description="Records a migration whose outcome the database has already. Its SQL is kept and not run."
      draft={appliedDraft(form, known, profile.primary_email)}
      isDirty={written !== first}
      submitLabel="Mark as applied"
      doneText={`${form.version} marked as applied`}
      onClose={onClose}
      onDone={onDone}
      placeOf={(code) => (code === 'unique_violation' ? 'version' : null)}
    >
      {(problems) => (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Button onClick={() => file.current?.click()}>
              <FileUp aria-hidden />
              Choose a file
            </Button>
            <span className="text-xs text-faint">Version and name come from a name such as 20240131120000_create_album.sql</span>
            <input
              ref={file}
              type="file"
              hidden
              accept=".sql,text/plain"
              aria-label="SQL file"
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
          <Field label="Version" error={problems['version']} hint="Migrations are in the order of their versions: times in UTC, to the second.">
            <Input
              isMono
              value={form.version}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => setForm({ ...written, version: event.target.value.trim() })}
            />
          </Field>
          <Field label="Name" error={problems['name']}>
            <Input value={form.name} autoComplete="off" onChange={(event) => setForm({ ...written, name: event.target.value })} />
          </Field>
          <Field label="SQL" error={problems['text']}>
            <Textarea isMono rows={12} spellCheck={false} value={form.text} onChange={(event) => setForm({ ...written, text: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}
