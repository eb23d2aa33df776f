import { schemaGrantTypes, tableGrantTypes } from '@colonnade/pg-meta/grants'
import { Button, Checkbox, Field, SearchSelect, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { SchemaPicker } from '../../../scope/schemas/schema-picker.tsx'
import { relationsQuery } from '../tables/table-queries.ts'
import { grantText, roleGrantText as text } from './messages.ts'
import { newRoleGrant, onTarget, roleGrantOf, type RoleGrantDraft } from './role-grant-draft.ts'

export interface RoleGrantFormProps {
  readonly projectRef: string
  readonly role: string
  readonly onClose: () => void
  readonly onDone: () => void
}

const targets = (['tables', 'all tables', 'schema'] as const).map((value) => ({ value, ...text.targets[value] }))

/** Grants a role privileges on tables, on all tables of a schema, or on a schema. */
export function RoleGrantForm({ projectRef, role, onClose, onDone }: RoleGrantFormProps) {
  const [first] = useState(() => newRoleGrant(defaultSchema))
  const [draft, setDraft] = useState<RoleGrantDraft>(first)
  const set = (part: Partial<RoleGrantDraft>) => setDraft((now) => ({ ...now, ...part }))
  const types = draft.on === 'schema' ? schemaGrantTypes : tableGrantTypes
  return (
    <ChangePanel
      projectRef={projectRef}
      title={text.title(role)}
      draft={roleGrantOf(role, draft)}
      isDirty={draft !== first}
      submitLabel={text.submit}
      doneText={text.done(role)}
      onClose={onClose}
      onDone={onDone}
      isSqlOpen
      costs={<p className="px-4 pb-4 text-xs text-soft">{grantText.costs}</p>}
    >
      {(problems) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={text.on} hint={draft.on === 'all tables' ? text.futureHint : draft.on === 'tables' ? text.usageHint : undefined}>
              <Select value={draft.on} options={targets} onValueChange={(on) => setDraft((now) => onTarget(now, on))} />
            </Field>
            <div className="flex flex-col gap-1.5">
              <span className="text-sm font-medium">{text.schema}</span>
              <div className="flex">
                <SchemaPicker
                  projectRef={projectRef}
                  schema={draft.schema}
                  hasSystemSchemas={false}
                  onSchema={(schema) => set({ schema, tables: [] })}
                />
              </div>
            </div>
          </div>
          {draft.on === 'tables' && (
            <Tables
              projectRef={projectRef}
              schema={draft.schema}
              value={draft.tables}
              problem={problems['tables']}
              onChange={(tables) => set({ tables })}
            />
          )}
          <Privileges types={types} value={draft.privileges} problem={problems['privileges']} onChange={(privileges) => set({ privileges })} />
          <Checkbox label={text.grantable} isChecked={draft.isGrantable} onCheckedChange={(isGrantable) => set({ isGrantable })} />
        </>
      )}
    </ChangePanel>
  )
}

interface TablesProps {
  readonly projectRef: string
  readonly schema: string
  readonly value: readonly string[]
  readonly problem: string | undefined
  readonly onChange: (tables: readonly string[]) => void
}

function Tables({ projectRef, schema, value, problem, onChange }: TablesProps) {
  const { data = [] } = useQuery(relationsQuery(projectRef, schema))
  const names = data.map(({ name }) => name).filter((name) => !value.includes(name))
  return (
    <div className="flex flex-col gap-2">
      <Field label={text.tables} error={problem}>
        <SearchSelect
          value=""
          placeholder={text.addTable}
          options={names.toSorted().map((name) => ({ value: name, label: name }))}
          searchLabel={text.searchTables}
          emptyText={text.noTable}
          onValueChange={(name) => onChange([...value, name])}
        />
      </Field>
      {value.length > 0 && (
        <ul aria-label={text.chosen} className="flex flex-wrap gap-1.5">
          {value.map((name) => (
            <li key={name}>
              <Button size="sm" aria-label={text.removeTable(name)} onClick={() => onChange(value.filter((table) => table !== name))}>
                <span className="max-w-48 truncate font-mono text-xs">{name}</span>
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Privilege = RoleGrantDraft['privileges'][number]

interface PrivilegesProps {
  readonly types: readonly Privilege[]
  readonly value: readonly Privilege[]
  readonly problem: string | undefined
  readonly onChange: (privileges: readonly Privilege[]) => void
}

function Privileges({ types, value, problem, onChange }: PrivilegesProps) {
  const said = useId()
  return (
    <fieldset aria-label={text.privileges} aria-describedby={said} className="flex flex-col gap-2">
      <span aria-hidden className="text-sm font-medium">
        {text.privileges}
      </span>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {types.map((type) => (
          <Checkbox
            key={type}
            label={type}
            isChecked={value.includes(type)}
            onCheckedChange={(isOn) => onChange(types.filter((one) => (one === type ? isOn : value.includes(one))))}
          />
        ))}
      </div>
      <p id={said} role={problem === undefined ? undefined : 'alert'} className="text-xs text-danger empty:hidden">
        {problem}
      </p>
    </fieldset>
  )
}
