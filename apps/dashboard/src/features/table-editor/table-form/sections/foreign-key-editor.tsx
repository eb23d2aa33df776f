import { Button, Checkbox, Field, IconButton, SearchSelect, Select } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Plus, Trash2, X } from 'lucide-react'
import { useMemo } from 'react'
import { nearestFirst } from '../../../../scope/schemas/nearest-first.ts'
import { tableNamesQuery } from '../../../../scope/table-names.ts'
import { useError, useTableForm } from '../form-context.ts'
import { foreignKeyText as text } from '../messages.ts'
import { changeIn, removeFrom } from '../model/edits.ts'
import { pairUp, targetColumnsOf, withKeyOf, type TargetColumn } from '../model/foreign-targets.ts'
import { referentialActions, type ForeignKeyDraft, type ForeignTarget } from '../model/table-draft.ts'
import { targetQuery } from '../queries.ts'
import { NameField } from './checks-section.tsx'
import { foreignKeyEditorText } from './messages.ts'

const actions = referentialActions.map((value) => ({ value, ...text.actions[value] }))

const self = foreignKeyEditorText.thisTable

/** A foreign key: pairs of columns, and what happens to these rows when that one changes. */
export function ForeignKeyEditor({ foreignKey: key }: { readonly foreignKey: ForeignKeyDraft }) {
  const { projectRef, draft, base, edit, isLarge } = useTableForm()
  const [error, nameError] = [useError(`key:${key.id}`), useError(`key:${key.id}:name`)]
  const { data: names = [] } = useQuery(tableNamesQuery(projectRef))
  const client = useQueryClient()
  const { target } = key
  const chosen = target?.kind === 'table' ? names.find(({ schema, name }) => schema === target.schema && name === target.table) : undefined
  const { data: definition } = useQuery({ ...targetQuery(projectRef, chosen?.id ?? 0), enabled: chosen !== undefined })
  const targets = useMemo(() => targetColumnsOf(target, draft, definition ?? null), [target, draft, definition])
  const change = (next: Partial<ForeignKeyDraft>) => edit((now) => changeIn(now, 'foreignKeys', key.id, next))
  const before = base?.draft.foreignKeys.find(({ id }) => id === key.id)
  const isAdded =
    before === undefined || JSON.stringify({ ...before, name: '', isValidated: true }) !== JSON.stringify({ ...key, name: '', isValidated: true })
  const tables = [
    { value: self, label: draft.name === '' ? self : draft.name, hint: foreignKeyEditorText.thisTable },
    ...nearestFirst(names, draft.schema)
      .filter(({ id }) => id !== base?.definition.id)
      .map(({ id, schema, name }) => ({ value: String(id), label: name, hint: schema })),
  ]
  const choose = async (value: string) => {
    const table = names.find(({ id }) => String(id) === value)
    const columns = key.columns.map(() => null)
    const next: ForeignTarget = table === undefined ? { kind: 'self', columns } : { kind: 'table', schema: table.schema, table: table.name, columns }
    change({ target: next })
    const loaded = table === undefined ? null : await client.fetchQuery(targetQuery(projectRef, table.id)).catch(() => null)
    edit((now) => withKeyOf(now, key.id, next, loaded))
  }
  const setPairs = (columns: readonly (string | null)[], ends: readonly (string | null)[]) =>
    change({ columns, ...(target !== null && { target: { ...target, columns: ends } }) })
  const ends: readonly (string | null)[] = target?.columns ?? key.columns.map(() => null)
  const offered = target === null ? null : pairUp(key, targets, draft)
  const typeOf = (id: string | null) => draft.columns.find((column) => column.id === id)?.type
  return (
    <fieldset
      aria-label={key.name === '' ? foreignKeyEditorText.newForeignKey : foreignKeyEditorText.foreignKey(key.name)}
      disabled={key.isInherited}
      className="flex flex-col gap-3 rounded-md border p-3"
    >
      <div className="flex items-start gap-2">
        <Field label={text.references} className="flex-1" error={target === null ? error : undefined}>
          <SearchSelect
            value={target === null ? '' : target.kind === 'self' ? self : String(chosen?.id ?? '')}
            options={tables}
            searchLabel={foreignKeyEditorText.searchTables}
            emptyText={foreignKeyEditorText.noMatchingTables}
            onValueChange={(value) => void choose(value)}
          />
        </Field>
        {!key.isInherited && (
          <IconButton
            label={foreignKeyEditorText.removeForeignKey}
            className="mt-7"
            onClick={() => edit((now) => removeFrom(now, 'foreignKeys', key.id))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      {target !== null && (
        <div className="flex flex-col gap-1.5">
          {key.columns.map((column, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- pairs are identified by their position
            <div key={place} className="flex items-center gap-1.5">
              <Select
                label={foreignKeyEditorText.columnNumber(place + 1)}
                className="flex-1"
                value={column ?? ''}
                options={[
                  { value: '', label: foreignKeyEditorText.column, isDisabled: true },
                  ...draft.columns.map(({ id, name, type }) => ({ value: id, label: name, hint: type })),
                ]}
                onValueChange={(id) => setPairs(key.columns.with(place, id), ends)}
              />
              <ArrowRight aria-hidden className="size-3.5 shrink-0 text-faint" />
              <Select
                label={foreignKeyEditorText.targetColumnNumber(place + 1)}
                className="flex-1"
                value={ends[place] ?? ''}
                options={[
                  { value: '', label: foreignKeyEditorText.column, isDisabled: true },
                  ...offersOf(targets, typeOf(column), ends[place] ?? null),
                ]}
                onValueChange={(id) => setPairs(key.columns, ends.with(place, id))}
              />
              {key.columns.length > 1 && (
                <IconButton
                  label={foreignKeyEditorText.removePair(place + 1)}
                  onClick={() => setPairs(key.columns.toSpliced(place, 1), ends.toSpliced(place, 1))}
                >
                  <X aria-hidden />
                </IconButton>
              )}
            </div>
          ))}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="ghost" onClick={() => setPairs([...key.columns, null], [...ends, null])}>
              <Plus aria-hidden />
              {text.addPair}
            </Button>
            {offered !== null && (
              <Button size="sm" variant="ghost" onClick={() => setPairs(offered.columns, offered.ends)}>
                {text.takeKey}
              </Button>
            )}
          </div>
          {target.kind === 'table' && definition === null && <p className="text-xs text-danger">{text.noKey}</p>}
          {error !== undefined && (
            <p role="alert" className="text-xs text-danger">
              {error}
            </p>
          )}
        </div>
      )}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label={text.onDelete}>
          <Select value={key.onDelete} options={actions} onValueChange={(onDelete) => change({ onDelete })} />
        </Field>
        <Field label={text.onUpdate}>
          <Select value={key.onUpdate} options={actions} onValueChange={(onUpdate) => change({ onUpdate })} />
        </Field>
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <NameField name={key.name} error={nameError} onChange={(name) => change({ name })} />
        <Checkbox
          className="h-8"
          label={text.deferred}
          isChecked={key.isInitiallyDeferred}
          onCheckedChange={(isLate) => change({ isDeferrable: isLate, isInitiallyDeferred: isLate })}
        />
        {base !== null && (isLarge || !key.isValidated) && (
          <Checkbox
            className="h-8"
            label={isAdded ? text.checkRows : text.validated}
            isChecked={key.isValidated}
            disabled={!isAdded && (before?.isValidated ?? true)}
            onCheckedChange={(isValidated) => change({ isValidated })}
          />
        )}
      </div>
    </fieldset>
  )
}

/** Columns whose type matches stand first; others say theirs. */
function offersOf(targets: readonly TargetColumn[], type: string | undefined, chosen: string | null) {
  const isFit = (target: TargetColumn) => type === undefined || target.type === type
  const offer = ({ id, name, type: other, isKey }: TargetColumn) => ({
    value: id,
    label: name,
    hint: isKey ? foreignKeyEditorText.key(other) : other,
  })
  const known = [...targets.filter(isFit).toSorted((a, b) => Number(b.isKey) - Number(a.isKey)), ...targets.filter((target) => !isFit(target))].map(
    offer,
  )
  return chosen === null || known.some(({ value }) => value === chosen) ? known : [{ value: chosen, label: chosen, hint: '' }, ...known]
}
