import { Button, Checkbox, IconButton } from '@colonnade/ui'
import { Plus, Trash2 } from 'lucide-react'
import { ColumnsField } from '../fields/columns-field.tsx'
import { useTableForm } from '../form-context.ts'
import { addForeignKey, addIndex, addUnique, changeIn, nextId, removeFrom } from '../model/edits.ts'
import type { IndexDraft, UniqueDraft } from '../model/table-draft.ts'
import { ForeignKeyEditor } from './foreign-key-editor.tsx'
import { Fold } from '../../../../lib/panels/fold.tsx'
import { NameField } from './checks-section.tsx'
import { keysSectionText } from './messages.ts'

/** The primary key in its order, and what else is unique. */
export function KeysSection() {
  const { draft, edit, errors } = useTableForm()
  const { primaryKey, uniques } = draft
  const keys = [...(primaryKey === null ? [] : [primaryKey]), ...uniques]
  const isNeeded = keys.some(({ id }) => `key:${id}` in errors || `key:${id}:name` in errors)
  const nameOf = (id: string) => draft.columns.find((column) => column.id === id)?.name ?? ''
  const summary =
    primaryKey === null
      ? keysSectionText.noPrimaryKey
      : `${primaryKey.columns.map(nameOf).join(', ')}${uniques.length === 0 ? '' : keysSectionText.uniqueCount(uniques.length)}`
  return (
    <Fold title={keysSectionText.primaryKeyUniqueConstraints} summary={summary} isNeeded={isNeeded}>
      <fieldset aria-label={keysSectionText.primaryKey} className="flex flex-col gap-2">
        <ColumnsField
          label={keysSectionText.primaryKey}
          value={primaryKey?.columns ?? []}
          error={primaryKey === null ? undefined : errors[`key:${primaryKey.id}`]}
          hint={primaryKey === null ? keysSectionText.noKeyHint : undefined}
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
        {keysSectionText.addUniqueConstraint}
      </Button>
    </Fold>
  )
}

function UniqueEditor({ unique }: { readonly unique: UniqueDraft }) {
  const { edit, errors, surroundings } = useTableForm()
  const change = (next: Partial<UniqueDraft>) => edit((now) => changeIn(now, 'uniques', unique.id, next))
  return (
    <fieldset
      aria-label={unique.name === '' ? keysSectionText.newUniqueConstraint : keysSectionText.uniqueConstraint(unique.name)}
      disabled={unique.isInherited}
      className="flex flex-col gap-2 rounded-md border p-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <ColumnsField
            label={keysSectionText.uniqueTogether}
            value={unique.columns}
            error={errors[`key:${unique.id}`]}
            onChange={(columns) => change({ columns })}
          />
        </div>
        {!unique.isInherited && (
          <IconButton label={keysSectionText.removeUniqueConstraint} onClick={() => edit((now) => removeFrom(now, 'uniques', unique.id))}>
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
            label={keysSectionText.nullsNotDistinct}
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
    <Fold title={keysSectionText.foreignKeys} summary={foreignKeys.length === 0 ? keysSectionText.none : foreignKeys.length} isNeeded={isNeeded}>
      {foreignKeys.map((key) => (
        <ForeignKeyEditor key={key.id} foreignKey={key} />
      ))}
      <Button size="sm" className="self-start" onClick={() => edit((now) => addForeignKey(now))}>
        <Plus aria-hidden />
        {keysSectionText.addForeignKey}
      </Button>
    </Fold>
  )
}

export function IndexesSection() {
  const { draft, edit, errors } = useTableForm()
  const { indexes } = draft
  const isNeeded = indexes.some(({ id }) => `index:${id}` in errors || `index:${id}:name` in errors)
  return (
    <Fold title={keysSectionText.indexes} summary={indexes.length === 0 ? keysSectionText.none : indexes.length} isNeeded={isNeeded}>
      <p className="text-xs text-faint">{keysSectionText.indexesHint}</p>
      {indexes.map((index) => (
        <IndexEditor key={index.id} index={index} />
      ))}
      <Button size="sm" className="self-start" onClick={() => edit((now) => addIndex(now))}>
        <Plus aria-hidden />
        {keysSectionText.addIndex}
      </Button>
    </Fold>
  )
}

function IndexEditor({ index }: { readonly index: IndexDraft }) {
  const { edit, errors } = useTableForm()
  const change = (next: Partial<IndexDraft>) => edit((now) => changeIn(now, 'indexes', index.id, next))
  return (
    <fieldset
      aria-label={index.name === '' ? keysSectionText.newIndex : keysSectionText.index(index.name)}
      disabled={index.isInherited}
      className="flex flex-col gap-2 rounded-md border p-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          {index.definition === null ? (
            <ColumnsField
              label={keysSectionText.indexColumns}
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
          <IconButton label={keysSectionText.removeIndex} onClick={() => edit((now) => removeFrom(now, 'indexes', index.id))}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <NameField name={index.name} error={errors[`index:${index.id}:name`]} onChange={(name) => change({ name })} />
        {index.definition === null && (
          <Checkbox className="h-8" label={keysSectionText.unique} isChecked={index.isUnique} onCheckedChange={(isUnique) => change({ isUnique })} />
        )}
      </div>
    </fieldset>
  )
}
