import type { CellInput } from '@colonnade/pg-meta'
import { Button, CodeBlock, Dialog, IconButton } from '@colonnade/ui'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { numberText } from '../../../lib/texts/rows-text.ts'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { followStatements, savePlan } from './plan/save-plan.ts'
import { ReferringToStaged } from '../bulk/referring-rows.tsx'
import type { TableScope } from '../table-scope.ts'
import { reviewDialogText } from './messages.ts'
import { countStaged, deletedKeys } from './staged-changes.ts'
import { stagedText } from './staging-text.ts'
import type { RowId, StagedRow, Staging } from './staging.ts'

/** So many rows are listed, and so much of their SQL is shown: more is no longer read by anybody. */
const listedRows = 200
const shownCharacters = 50_000

export interface ReviewDialogProps {
  readonly scope: TableScope
  readonly staging: Staging
  readonly mayWrite: boolean
  readonly onSave: () => void
  readonly onWriteSql: (text: string) => void
  readonly onClose: () => void
}

/** All that is staged, row by row and as the SQL that would save it. */
export function ReviewDialog({ scope, staging, mayWrite, onSave, onWriteSql, onClose }: ReviewDialogProps) {
  const { entity } = scope
  const rows = [...staging.rows]
  const statements = [...savePlan(entity, rows, false).map(({ query }) => query), ...followStatements(entity, staging.rows.values())]
  const text = `begin;\n${statements.join('\n')}\ncommit;\n`
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={reviewDialogText.reviewChanges}
      description={rows.length === 0 ? reviewDialogText.nothing : reviewDialogText.oneTransaction(stagedText(countStaged(staging)), entity.name)}
      className="w-[52rem]"
      footer={
        <>
          <Button className="mr-auto" variant="ghost" disabled={rows.length === 0} onClick={() => onWriteSql(text)}>
            {reviewDialogText.openInSqlEditor}
          </Button>
          {!mayWrite && <span className="min-w-0 text-xs text-soft">{whoMay('database:write', reviewDialogText.changeTask)}</span>}
          <Button onClick={onClose}>{reviewDialogText.close}</Button>
          <Button
            variant="primary"
            disabled={rows.length === 0 || staging.isSaving || !mayWrite}
            onClick={() => {
              onClose()
              onSave()
            }}
          >
            {reviewDialogText.save}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul aria-label={reviewDialogText.changedRows} className="max-h-64 ruled overflow-y-auto rounded-md border">
          {rows.slice(0, listedRows).map(([id, staged]) => (
            <ReviewedRow key={id} id={id} staged={staged} staging={staging} />
          ))}
          {rows.length > listedRows && <li className="px-3 py-1.5 text-soft">{reviewDialogText.more(numberText(rows.length - listedRows))}</li>}
        </ul>
        <ReferringToStaged scope={scope} keys={deletedKeys(staging)} />
        {rows.length > 0 && (
          <CodeBlock
            code={text.length > shownCharacters ? `${text.slice(0, shownCharacters)}\n…` : text}
            label={reviewDialogText.sqlChanges}
            isWrapped
            className="max-h-72 overflow-y-auto"
          />
        )}
      </div>
    </Dialog>
  )
}

function ReviewedRow({ id, staged, staging }: { readonly id: RowId; readonly staged: StagedRow; readonly staging: Staging }) {
  const name =
    staged.kind === 'insert' ? reviewDialogText.newRow : staged.key.columns.map((column, index) => `${column} ${staged.key.values[index]}`).join(', ')
  return (
    <li className="flex flex-col px-3 py-1">
      <Line label={reviewDialogText.discardRow(name)} onRevert={() => staging.revert(id)}>
        <span className="font-medium">{name}</span>
        {staged.kind === 'delete' && <span className="text-danger">{reviewDialogText.deleted}</span>}
        {staged.kind === 'insert' && <Values values={staged.values} />}
      </Line>
      {staged.kind === 'update' &&
        Array.from(staged.cells, ([column, { base, input }]) => (
          <Line key={column} label={reviewDialogText.discardCell(column, name)} onRevert={() => staging.revert(id, column)}>
            <span className="text-soft">{column}</span>
            <del className="truncate font-mono text-xs text-faint">{valueText(base)}</del>
            <ins className="truncate font-mono text-xs no-underline">{inputText(input)}</ins>
          </Line>
        ))}
    </li>
  )
}

function Line({ label, onRevert, children }: { readonly label: string; readonly onRevert: () => void; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      {children}
      <IconButton label={label} className="ml-auto shrink-0" onClick={onRevert}>
        <Undo2 aria-hidden />
      </IconButton>
    </div>
  )
}

function Values({ values }: { readonly values: ReadonlyMap<string, CellInput> }) {
  const text = Array.from(values, ([column, input]) => `${column} ${inputText(input)}`).join(', ')
  return <span className="truncate font-mono text-xs text-soft">{text === '' ? reviewDialogText.allDefaults : text}</span>
}

function inputText(input: CellInput): string {
  if (input.kind === 'default') return 'DEFAULT'
  return valueText(input.kind === 'null' ? null : input.text)
}

function valueText(value: string | null): string {
  if (value === null) return 'NULL'
  return value === '' ? "''" : value.slice(0, 300)
}
