import { IconButton, Menu, MenuItem, toast } from '@colonnade/ui'
import { FileClock, Layers, Save, SquareFunction, Table2 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { statementAnalyzer } from '../../../lib/sql-text/statement-analyzer.ts'
import type { SqlPart } from '../run/run-state.ts'
import { saveAsText } from './messages.ts'
import { parsable } from './placeholders.ts'
import { saveSource, type SaveSource } from './save-source.ts'
import type { SaveKind } from './save-sql.ts'

const SaveAsDialog = lazy(loaded(() => import('./save-as-dialog.tsx'), 'SaveAsDialog'))

const kinds: readonly { readonly kind: SaveKind; readonly icon: ReactNode }[] = [
  { kind: 'view', icon: <Table2 aria-hidden /> },
  { kind: 'materialized-view', icon: <Layers aria-hidden /> },
  { kind: 'function', icon: <SquareFunction aria-hidden /> },
  { kind: 'migration', icon: <FileClock aria-hidden /> },
]

export interface SaveAsMenuProps {
  readonly projectRef: string
  /** The selection, or the whole text, and where the cursor is in it. */
  readonly written: () => { readonly part: SqlPart; readonly cursor: number } | null
}

/** Makes something in the database of what is written. */
export function SaveAsMenu({ projectRef, written }: SaveAsMenuProps) {
  const [saving, setSaving] = useState<{ readonly kind: SaveKind; readonly source: Extract<SaveSource, { kind: 'statements' }> } | null>(null)
  const save = async (kind: SaveKind) => {
    const now = written()
    if (now === null) return
    const source = saveSource(kind, now.part, now.cursor, await statementAnalyzer().analyze(parsable(now.part.text)))
    if (source.kind === 'none') toast.error(source.why)
    else setSaving({ kind, source })
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={saveAsText.menu}>
            <Save aria-hidden />
          </IconButton>
        }
      >
        {kinds.map(({ kind, icon }) => (
          <MenuItem key={kind} icon={icon} onSelect={() => void save(kind)}>
            {saveAsText.kinds[kind]}
          </MenuItem>
        ))}
      </Menu>
      {saving !== null && (
        <Suspense>
          <SaveAsDialog projectRef={projectRef} kind={saving.kind} source={saving.source} onClose={() => setSaving(null)} />
        </Suspense>
      )}
    </>
  )
}
