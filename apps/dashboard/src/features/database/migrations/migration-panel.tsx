import { Button, CodeBlock, ConfirmDialog, RelativeTime, toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Download, GitCompare, SquareTerminal, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { saveBlob } from '../../../lib/save-file.ts'
import { openEditorPanel } from '../../../scope/editor-panel/editor-panel.ts'
import { runChange } from '../../../scope/changes/database-change.ts'
import { forgetting } from './applied-draft.ts'
import { migrationText } from './messages.ts'
import { fileNameOf, momentOf, textOf } from './migration-files.ts'
import { migrationsQuery, type ListedMigration } from './migration-queries.ts'

export interface MigrationPanelProps {
  readonly projectRef: string
  readonly migration: ListedMigration
  readonly mayWrite: boolean
  /** Null if there is no other migration to compare it with. */
  readonly onCompare: (() => void) | null
  readonly onClose: () => void
}

/** Shows a migration's SQL, downloads it, and deletes its record. */
export function MigrationPanel({ projectRef, migration, mayWrite, onCompare, onClose }: MigrationPanelProps) {
  const client = useQueryClient()
  const [isForgetting, setIsForgetting] = useState(false)
  const { version, name, created_by: who } = migration
  const when = momentOf(migration)
  const text = textOf(migration)
  return (
    <SidePanel
      title={name ?? version}
      description={
        <>
          <span className="font-mono text-xs">{version}</span>
          {when !== null && (
            <>
              {' · '}
              <RelativeTime value={when} />
            </>
          )}
          {who !== null && migrationText.by(who)}
        </>
      }
      size="wide"
      onClose={onClose}
      footer={
        <>
          {mayWrite && (
            <Button variant="ghost" className="mr-auto" onClick={() => setIsForgetting(true)}>
              <Undo2 aria-hidden />
              {migrationText.markNotApplied}
            </Button>
          )}
          <Button variant="primary" onClick={() => saveBlob(new Blob([text], { type: 'application/sql' }), fileNameOf(migration))}>
            <Download aria-hidden />
            {migrationText.download}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 p-4">
        <div className="flex flex-wrap gap-2">
          {onCompare !== null && (
            <Button size="sm" onClick={onCompare}>
              <GitCompare aria-hidden />
              {migrationText.compare}
            </Button>
          )}
          {text !== '' && (
            <Button size="sm" onClick={() => openEditorPanel({ text })}>
              <SquareTerminal aria-hidden />
              {migrationText.openEditor}
            </Button>
          )}
        </div>
        {text === '' ? <p className="text-soft">{migrationText.noStatements}</p> : <CodeBlock code={text} label={migrationText.sql} isWrapped />}
      </div>
      {isForgetting && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsForgetting}
          title={migrationText.confirmTitle(version)}
          description={migrationText.confirmText}
          confirmLabel={migrationText.markNotApplied}
          isDanger
          onConfirm={async () => {
            await runChange(projectRef, forgetting(migration))
            toast.success(migrationText.markedNotApplied(version))
            await client.invalidateQueries(migrationsQuery(projectRef))
            onClose()
          }}
        >
          <CodeBlock code={forgetting(migration).commands[0]!.sql} label={migrationText.sql} isWrapped />
        </ConfirmDialog>
      )}
    </SidePanel>
  )
}
