import type { ExtensionSummary } from '@colonnade/pg-meta/extensions'
import { Checkbox, Field, SearchSelect, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSystemSchema, schemasQuery } from '../../../scope/schemas/schemas.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { installationDraft, isOutdated, listText, requirementsOf, schemaFor, updateDraft, type Installation } from './extension-draft.ts'
import { extensionFormText } from './messages.ts'

export interface ExtensionFormProps {
  readonly projectRef: string
  readonly extension: ExtensionSummary
  /** All extensions, including those it requires. */
  readonly all: readonly ExtensionSummary[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Installs an extension, or changes the schema and version of an installed one. */
export function ExtensionForm({ projectRef, extension, all, onClose, onDone }: ExtensionFormProps) {
  // as it was when the form opened, so that other people's changes don't change this one
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
      title={isInstalled ? extensionFormText.change(name) : extensionFormText.install(name)}
      {...(at.comment !== null && { description: at.comment })}
      draft={draft}
      submitLabel={isInstalled ? extensionFormText.save : extensionFormText.submitInstall}
      doneText={isInstalled ? extensionFormText.saved(name) : extensionFormText.installed(name)}
      isDirty={Object.keys(chosen).length > 0}
      onClose={onClose}
      onDone={onDone}
      costs={isInstalled && <p className="border-t px-4 py-3 text-xs text-soft">{extensionFormText.costs}</p>}
    >
      {(problems) => (
        <>
          {isMovable ? (
            <Field label={extensionFormText.schema} hint={extensionFormText.schemaHint}>
              <SearchSelect
                searchLabel={extensionFormText.searchSchemas}
                emptyText={extensionFormText.noSchema}
                value={schema}
                options={(names.includes(schema) ? names : [schema, ...names]).map((value) => ({ value, label: value }))}
                onValueChange={(next) => setChosen({ ...chosen, schema: next })}
              />
            </Field>
          ) : (
            <p className="text-soft">{isInstalled ? extensionFormText.fixedSchema(at.schema ?? '') : extensionFormText.onlySchema(schema)}</p>
          )}
          <Field label={extensionFormText.version}>
            <Select<string>
              value={version}
              options={versions.map((value) => ({
                value,
                label: value,
                ...((value === installed || value === standard) && {
                  hint: value === installed ? extensionFormText.installedVersion : extensionFormText.defaultVersion,
                }),
              }))}
              onValueChange={(next) => setChosen({ ...chosen, version: next })}
            />
          </Field>
          {!isInstalled && requirements.missing.length > 0 && (
            <div className="flex flex-col gap-1">
              <Checkbox
                isChecked={isCascade}
                onCheckedChange={(next) => setChosen({ ...chosen, isCascade: next })}
                label={extensionFormText.cascade(listText(requirements.missing))}
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
