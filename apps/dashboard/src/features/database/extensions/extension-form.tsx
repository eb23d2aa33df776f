import type { ExtensionSummary } from '@colonnade/pg-meta/extensions'
import { Checkbox, Field, SearchSelect, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSystemSchema, schemasQuery } from '../../../scope/schemas/schemas.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { installationDraft, isOutdated, listText, requirementsOf, schemaFor, updateDraft, type Installation } from './extension-draft.ts'

export interface ExtensionFormProps {
  readonly projectRef: string
  readonly extension: ExtensionSummary
  /** All that there are: what it needs is among them. */
  readonly all: readonly ExtensionSummary[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Where an extension goes and in which version: of one that is to be installed, or of one that is. */
export function ExtensionForm({ projectRef, extension, all, onClose, onDone }: ExtensionFormProps) {
  // as it was when the form was opened: what somebody else does meanwhile would change what is being decided
  const [{ name, installed_version: installed, default_version: standard, ...at }] = useState(extension)
  const isInstalled = installed !== null
  const { data: schemas = [] } = useQuery(schemasQuery(projectRef))
  const [chosen, setChosen] = useState<Partial<Installation>>({})
  const names = schemas.flatMap((schema) => (isSystemSchema(schema.name) ? [] : [schema.name]))
  const schema = chosen.schema ?? at.schema ?? schemaFor(extension, names)
  const version = chosen.version ?? (isInstalled && !isOutdated(extension) ? installed : (standard ?? installed ?? ''))
  const isCascade = chosen.isCascade ?? true
  const requirements = requirementsOf(extension, all)
  const values = { schema, version, isCascade }
  const draft = isInstalled ? updateDraft(extension, values) : installationDraft(extension, requirements, values)
  const versions = isInstalled ? [installed, ...at.update_targets] : at.versions
  const isMovable = isInstalled ? at.is_relocatable : at.fixed_schema === null
  return (
    <ChangePanel
      projectRef={projectRef}
      title={isInstalled ? `Change extension ${name}` : `Install extension ${name}`}
      {...(at.comment !== null && { description: at.comment })}
      draft={draft}
      submitLabel={isInstalled ? 'Save extension' : 'Install extension'}
      doneText={isInstalled ? `Extension ${name} saved` : `Extension ${name} installed`}
      isDirty={Object.keys(chosen).length > 0}
      onClose={onClose}
      onDone={onDone}
      costs={
        isInstalled && (
          <p className="border-t px-4 py-3 text-xs text-soft">
            It runs the extension’s own script, which may lock what it brought until it is done. There is no way back to an older version.
          </p>
        )
      }
    >
      {(problems) => (
        <>
          {isMovable ? (
            <Field label="Schema" hint="Where its types and functions are. It has to be in the search path of those who call them by name alone.">
              <SearchSelect
                searchLabel="Search schemas"
                emptyText="No schema has this name."
                value={schema}
                options={(names.includes(schema) ? names : [schema, ...names]).map((value) => ({ value, label: value }))}
                onValueChange={(next) => setChosen({ ...chosen, schema: next })}
              />
            </Field>
          ) : (
            <p className="text-soft">
              {isInstalled
                ? `It is in the schema ${at.schema ?? ''} and can’t be moved.`
                : `It goes into the schema ${schema}: it has no other place.`}
            </p>
          )}
          <Field label="Version">
            <Select<string>
              value={version}
              options={versions.map((value) => ({
                value,
                label: value,
                ...((value === installed || value === standard) && { hint: value === installed ? 'installed' : 'default' }),
              }))}
              onValueChange={(next) => setChosen({ ...chosen, version: next })}
            />
          </Field>
          {!isInstalled && requirements.missing.length > 0 && (
            <div className="flex flex-col gap-1">
              <Checkbox
                isChecked={isCascade}
                onCheckedChange={(next) => setChosen({ ...chosen, isCascade: next })}
                label={`Install what it needs, too: ${listText(requirements.missing)}`}
              />
              {problems['cascade'] !== undefined && (
                <p role="alert" className="text-xs text-danger">
                  {problems['cascade']}
                </p>
              )}
            </div>
          )}
        </>
      )}
    </ChangePanel>
  )
}
