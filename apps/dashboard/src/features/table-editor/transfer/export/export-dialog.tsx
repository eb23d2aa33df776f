import type { ExportFormat } from '@colonnade/contracts/data/row-exports'
import { Button, Checkbox, Dialog, Field, SegmentedControl, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { ErrorNotice } from '../../../../lib/error-notice.tsx'
import { shortId } from '../../../../scope/database-source/sources.ts'
import { sqlKey } from '../../../../scope/keys/keys.ts'
import { entityQuery } from '../../queries.ts'
import { numberText, rowsText } from '../../../../lib/texts/rows-text.ts'
import { closeExportDialog, exportDialog } from './export-dialog-state.ts'
import { exportFormats } from './export-formats.ts'
import type { ExportRequest } from './export-request.ts'
import { countExported, exportRows } from './export-rows.ts'
import { exportDialogText } from './messages.ts'

/** Columns and format of an export, chosen; stands in the page once and opens when it is asked for. */
export function ExportDialog() {
  const request = useSyncExternalStore(exportDialog.subscribe, exportDialog.get)
  return (
    <Dialog
      isOpen={request !== null}
      onOpenChange={(isOpen) => !isOpen && closeExportDialog()}
      title={request === null ? exportDialogText.export : exportDialogText.exportTitle(request.table.name)}
      className="w-[32rem]"
    >
      {request !== null && <ExportForm request={request} />}
    </Dialog>
  )
}

function ExportForm({ request }: { readonly request: ExportRequest }) {
  const { projectRef, table, as } = request
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { data: entity, error } = useQuery(entityQuery(projectRef, { schema: table.schema, name: table.name }))
  const names = (entity?.columns ?? []).map(({ name }) => name)
  // those that were asked for come first, in their order
  const asked = (request.columns ?? []).filter((name) => names.includes(name))
  const all = [...asked, ...names.filter((name) => !asked.includes(name))]
  const generated = new Set((entity?.columns ?? []).filter((column) => column.is_generated).map(({ name }) => name))
  const offered = format === 'sql' ? all.filter((name) => !generated.has(name)) : all
  const columns = offered.filter((name) => (chosen ?? new Set(request.columns ?? all)).has(name))
  const toggle = (name: string, isOn: boolean) => {
    const next = new Set(chosen ?? request.columns ?? all)
    if (isOn) next.add(name)
    else next.delete(name)
    setChosen(next)
  }
  const run = async () => {
    setIsPending(true)
    setFailure(null)
    try {
      await exportRows({ ...request, columns: columns.join('\n') === names.join('\n') ? undefined : columns }, format)
      closeExportDialog()
    } catch (thrown) {
      setFailure(thrown)
    }
    setIsPending(false)
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <p className="text-soft">
        <RowsOf request={request} />
        {as?.role !== undefined && (
          <>
            {exportDialogText.asRole}
            <span className="font-mono text-xs">{as.role}</span>
          </>
        )}
        {as?.database !== undefined && (
          <>
            {exportDialogText.fromReplica}
            <span className="font-mono text-xs">{shortId({ identifier: as.database })}</span>
          </>
        )}
      </p>
      <Field label={exportDialogText.format} hint={exportFormats.find((one) => one.format === format)?.note}>
        <SegmentedControl
          label={exportDialogText.format}
          className="self-start"
          value={format}
          onValueChange={setFormat}
          options={exportFormats.map((one) => ({ value: one.format, label: one.label }))}
        />
      </Field>
      {error !== null && <ErrorNotice error={error} />}
      {entity === undefined && error === null && <Skeleton className="h-24" />}
      {entity === null && <p className="text-danger">{exportDialogText.tableNoLongerExists}</p>}
      {offered.length > 0 && (
        <fieldset className="flex min-w-0 flex-col gap-1.5">
          <legend className="mb-1.5 flex w-full items-baseline justify-between gap-2 text-sm font-medium">
            {exportDialogText.columns}
            <span className="text-xs font-normal text-faint">{exportDialogText.of(numberText(columns.length), numberText(offered.length))}</span>
          </legend>
          <Checkbox
            label={exportDialogText.all}
            isChecked={columns.length === offered.length}
            isIndeterminate={columns.length > 0 && columns.length < offered.length}
            onCheckedChange={(isOn) => setChosen(new Set(isOn ? all : []))}
          />
          <div className="grid max-h-52 grid-cols-2 gap-x-4 gap-y-1 overflow-y-auto rounded-md border p-2 max-sm:grid-cols-1">
            {offered.map((name) => (
              <Checkbox
                key={name}
                label={<span className="truncate font-mono text-xs">{name}</span>}
                isChecked={columns.includes(name)}
                onCheckedChange={(isOn) => toggle(name, isOn)}
                className="min-w-0"
              />
            ))}
          </div>
        </fieldset>
      )}
      {failure !== null && <ErrorNotice error={failure} subject={exportDialogText.failedExport(table.name)} />}
      <div className="flex justify-end gap-2">
        <Button onClick={closeExportDialog}>{exportDialogText.cancel}</Button>
        <Button type="submit" variant="primary" isPending={isPending} disabled={columns.length === 0}>
          {exportDialogText.export}
        </Button>
      </div>
    </form>
  )
}

/** How much it is: known, or as the planner estimates it. */
function RowsOf({ request }: { readonly request: ExportRequest }) {
  const { rows, count } = request
  const { data } = useQuery({
    queryKey: sqlKey(request.projectRef, 'export-count', request.table.schema, request.table.name, rows, request.as),
    queryFn: async ({ signal }) => countExported(request, signal),
    enabled: count === undefined && (rows.kind === 'all' || rows.kind === 'shown'),
    retry: false,
  })
  if (rows.kind === 'keys') return <>{exportDialogText.selectedRows(rowsText(rows.keys.values.length, true))}</>
  if (rows.kind === 'range') return <>{exportDialogText.selectedCells(rowsText(rows.count, true))}</>
  const what = rows.kind === 'all' ? exportDialogText.wholeTable : exportDialogText.filteredRows
  const known = count ?? data
  return <>{known === undefined ? what : `${what}: ${rowsText(known.rows, known.isExact)}`}</>
}
