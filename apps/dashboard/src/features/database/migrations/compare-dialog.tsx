import type { Migration } from '@colonnade/pg-meta'
import { Dialog, Field, SearchSelect } from '@colonnade/ui'
import { useState } from 'react'
import { TextDiff } from '../../../lib/text-diff/text-diff.tsx'
import { compareText } from './messages.ts'
import { textOf } from './migration-files.ts'

export interface CompareDialogProps {
  /** At least two, the newest first. */
  readonly migrations: readonly Migration[]
  /** The one to compare with its predecessor; the newest by default. */
  readonly version: string | undefined
  readonly onClose: () => void
}

/** Compares the statements of two migrations. */
export function CompareDialog({ migrations, version, onClose }: CompareDialogProps) {
  const chosen = Math.max(
    0,
    migrations.findIndex((migration) => migration.version === version),
  )
  const [after, setAfter] = useState(migrations[chosen]!.version)
  const [before, setBefore] = useState((migrations[chosen + 1] ?? migrations[chosen - 1])!.version)
  const options = migrations.map((migration) => ({ value: migration.version, label: migration.version, hint: migration.name ?? '' }))
  const textOfVersion = (wanted: string) => textOf(migrations.find((migration) => migration.version === wanted) ?? { statements: null })
  const choice = { options, searchLabel: compareText.search, emptyText: compareText.noMatch }
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={compareText.title} className="top-[5dvh] max-h-[90dvh] w-[72rem]">
      <div className="flex h-[66dvh] min-h-0 flex-col gap-3">
        <div className="grid gap-3 md:grid-cols-2">
          <Field label={compareText.from}>
            <SearchSelect {...choice} value={before} onValueChange={setBefore} />
          </Field>
          <Field label={compareText.to}>
            <SearchSelect {...choice} value={after} onValueChange={setAfter} />
          </Field>
        </div>
        <TextDiff
          before={textOfVersion(before)}
          after={textOfVersion(after)}
          labels={{ before: compareText.before(before), after: compareText.after(after) }}
        />
      </div>
    </Dialog>
  )
}
