import type { Migration } from '@colonnade/pg-meta'
import { Dialog, Field, SearchSelect } from '@colonnade/ui'
import { useState } from 'react'
import { TextDiff } from '../../../lib/text-diff/text-diff.tsx'
import { textOf } from './migration-files.ts'

export interface CompareDialogProps {
  /** The newest first; two at least. */
  readonly migrations: readonly Migration[]
  /** Compared with the one before it; the newest when left out. */
  readonly version: string | undefined
  readonly onClose: () => void
}

/** What the statements of two migrations differ in. */
export function CompareDialog({ migrations, version, onClose }: CompareDialogProps) {
  const chosen = Math.max(
    0,
    migrations.findIndex((migration) => migration.version === version),
  )
  const [after, setAfter] = useState(migrations[chosen]!.version)
  const [before, setBefore] = useState((migrations[chosen + 1] ?? migrations[chosen - 1])!.version)
  const options = migrations.map((migration) => ({ value: migration.version, label: migration.version, hint: migration.name ?? '' }))
  const textOfVersion = (wanted: string) => textOf(migrations.find((migration) => migration.version === wanted) ?? { statements: null })
  const choice = { options, searchLabel: 'Search migrations', emptyText: 'No migration matches' }
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Compare migrations" className="top-[5dvh] max-h-[90dvh] w-[72rem]">
      <div className="flex h-[66dvh] min-h-0 flex-col gap-3">
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="From">
            <SearchSelect {...choice} value={before} onValueChange={setBefore} />
          </Field>
          <Field label="To">
            <SearchSelect {...choice} value={after} onValueChange={setAfter} />
          </Field>
        </div>
        <TextDiff
          before={textOfVersion(before)}
          after={textOfVersion(after)}
          labels={{ before: `Migration ${before}`, after: `Migration ${after}, compared` }}
        />
      </div>
    </Dialog>
  )
}
