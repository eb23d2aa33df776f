import { Button, Checkbox, IconButton } from '@colonnade/ui'
import { Plus, Trash2 } from 'lucide-react'
import { ColumnsField } from '../fields/columns-field.tsx'
import { useTableForm } from '../form-context.ts'
import { addForeignKey, addIndex, addUnique, changeIn, nextId, removeFrom } from '../model/edits.ts'
import type { IndexDraft, UniqueDraft } from '../model/table-draft.ts'
import { ForeignKeyEditor } from './foreign-key-editor.tsx'
import { Fold } from '../../../../lib/panels/fold.tsx'
import { NameField } from './checks-section.tsx'

/** The primary key in its order, and what else is unique. */
export function KeysSection() {
  const { draft, edit, errors } = useTableForm()
  const { primaryKey, uniques } = draft
  const keys = [...(primaryKey === null ? [] : [primaryKey]), ...uniques]
  const isNeeded = keys.some(({ id }) => `key:${id}` in errors || `key:${id}:name` in errors)
  const nameOf = (id: string) => draft.columns.find((column) => column.id === id)?.name ?? ''
  const summary =
    primaryKey === null
      ? 'no primary key'
      : `${primaryKey.columns.map(nameOf).join(', ')}${uniques.length === 0 ? '' : ` · ${uniques.length} unique`}`
  return (
    <Fold title="Primary key and unique constraints" summary={summary} isNeeded={isNeeded}>
      <fieldset aria-label="Primary key" className="flex flex-col gap-2">
        <ColumnsField
          label="Primary key"
          value={primaryKey?.columns ?? []}
          error={primaryKey === null ? undefined : errors[`key:${primaryKey.id}`]}
          hint={primaryKey === null ? 'Without one, rows can be looked at and not changed here.' : undefined}
          onChange={(columns) =>
            edit((now) => ({
              ...now,
              primaryKey:
                columns.length === 0 ? null : { ...(now.primaryKey ?? { id: nextId(now), origin: null, name: '', isInherited: false }), columns },
            }))
          }
        />
        {primaryKey !== null && (
          <NameField
            name={primaryKey.name}
            error={errors[`key:${primaryKey.id}:name`]}
            onChange={(name) => edit((now) => ({ ...now, primaryKey: now.primaryKey === null ? null : { ...now.primaryKey, name } }))}
          />
        )}
      </fieldset>
      {uniques.map((unique) => (
        <UniqueEditor key={unique.id} unique={unique} />
      ))}
      <Button size="sm" className="self-start" onClick={() => edit((now) => addUnique(now, []))}>
        <Plus aria-hidden />
        Add a unique constraint
      </Button>
    </Fold>
  )
}

function UniqueEditor({ unique }: { readonly unique: UniqueDraft }) {
  const { edit, errors, surroundings } = useTableForm()
  const change = (next: Partial<UniqueDraft>) => edit((now) => changeIn(now, 'uniques', unique.id, next))
  return (
    <fieldset
      aria-label={unique.name === '' ? 'New unique constraint' : `Unique constraint ${unique.name}`}
      disabled={unique.isInherited}
      className="flex flex-col gap-2 rounded-md border p-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <ColumnsField
            label="Unique together"
            value={unique.columns}
            error={errors[`key:${unique.id}`]}
            onChange={(columns) => change({ columns })}
          />
        </div>
        {!unique.isInherited && (
          <IconButton label="Remove the unique constraint" onClick={() => edit((now) => removeFrom(now, 'uniques', unique.id))}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      {unique.columns.length > 0 && errors[`key:${unique.id}`] !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {errors[`key:${unique.id}`]}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <NameField name={unique.name} error={errors[`key:${unique.id}:name`]} onChange={(name) => change({ name })} />
        {surroundings.versionNumber >= 150_000 && (
          <Checkbox
            className="h-8"
            label="NULL once only"
            isChecked={unique.nullsNotDistinct}
            onCheckedChange={(nullsNotDistinct) => change({ nullsNotDistinct })}
          />
        )}
      </div>
    </fieldset>
  )
}

export function ForeignKeysSection() {
  const { draft, edit, errors } = useTableForm()
  const { foreignKeys } = draft
  const isNeeded = foreignKeys.some(({ id }) => `key:${id}` in errors || `key:${id}:name` in errors)
  return (
    <Fold title="Foreign keys" summary={foreignKeys.length === 0 ? 'none' : foreignKeys.length} isNeeded={isNeeded}>
      {foreignKeys.map((key) => (
        <ForeignKeyEditor key={key.id} foreignKey={key} />
      ))}
      <Button size="sm" className="self-start" onClick={() => edit((now) => addForeignKey(now))}>
        <Plus aria-hidden />
        Add a foreign key
      </Button>
    </Fold>
  )
}

export function IndexesSection() {
  const { draft, edit, errors } = useTableForm()
  const { indexes } = draft
  const isNeeded = indexes.some(({ id }) => `index:${id}` in errors || `index:${id}:name` in errors)
  return (
    <Fold title="Indexes" summary={indexes.length === 0 ? 'none' : indexes.length} isNeeded={isNeeded}>
      <p className="text-xs text-faint">Keys and unique constraints have theirs already.</p>
      {indexes.map((index) => (
        <IndexEditor key={index.id} index={index} />
      ))}
      <Button size="sm" className="self-start" onClick={() => edit((now) => addIndex(now))}>
        <Plus aria-hidden />
        Add an index
      </Button>
    </Fold>
  )
}

function IndexEditor({ index }: { readonly index: IndexDraft }) {
  const { edit, errors } = useTableForm()
  const change = (next: Partial<IndexDraft>) => edit((now) => changeIn(now, 'indexes', index.id, next))
  return (
    <fieldset
      aria-label={index.name === '' ? 'New index' : `Index ${index.name}`}
      disabled={index.isInherited}
      className="flex flex-col gap-2 rounded-md border p-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          {index.definition === null ? (
            <ColumnsField
              label="Columns of the index"
              value={index.columns}
              error={errors[`index:${index.id}`]}
              onChange={(columns) => change({ columns })}
            />
          ) : (
            <p className="font-mono text-xs break-words text-soft">
              {index.isUnique && 'unique '}
              {index.definition}
            </p>
          )}
        </div>
        {!index.isInherited && (
          <IconButton label="Remove the index" onClick={() => edit((now) => removeFrom(now, 'indexes', index.id))}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <NameField name={index.name} error={errors[`index:${index.id}:name`]} onChange={(name) => change({ name })} />
        {index.definition === null && (
          <Checkbox className="h-8" label="Unique" isChecked={index.isUnique} onCheckedChange={(isUnique) => change({ isUnique })} />
        )}
      </div>
    </fieldset>
  )
}
