import type { RoleSummary } from '@colonnade/pg-meta/roles'
import { Checkbox, DateTimePicker, Field, IconButton, Input, PasswordInput, SearchSelect } from '@colonnade/ui'
import { X } from 'lucide-react'
import { useState } from 'react'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { roleFormText as text, rolesText, roleText } from './messages.ts'
import { fieldsOf, newRole, roleDraft, roleFlags, type RoleFields } from './role-draft.ts'

export interface RoleFormProps {
  readonly projectRef: string
  /** Null for a new role. */
  readonly original: RoleSummary | null
  readonly all: readonly RoleSummary[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Creates or edits a role. */
export function RoleForm({ projectRef, original, all, onClose, onDone }: RoleFormProps) {
  // changes are computed against the role as loaded first
  const [role] = useState(original)
  const [fields, setFields] = useState<RoleFields>(role === null ? newRole : fieldsOf(role))
  const set = (change: Partial<RoleFields>) => setFields((now) => ({ ...now, ...change }))
  const draft = roleDraft(fields, role)
  const isSuperuser = all.some(({ isCurrent, isSuperuser: is }) => isCurrent && is)
  const names = all.flatMap(({ name }) => (name === role?.name ? [] : [name]))
  return (
    <ChangePanel
      projectRef={projectRef}
      title={role === null ? text.create : text.edit(role.name)}
      draft={draft}
      submitLabel={role === null ? text.submitNew : text.submit}
      doneText={role === null ? text.created(fields.name) : text.saved(fields.name)}
      isDirty={JSON.stringify(fields) !== JSON.stringify(role === null ? newRole : fieldsOf(role))}
      onClose={onClose}
      onDone={onDone}
      placeOf={(code) => (code === 'duplicate_object' ? 'name' : null)}
      costs={role !== null && <p className="border-t px-4 py-3 text-xs text-soft">{text.costs}</p>}
    >
      {(problems) => (
        <>
          <Field label={rolesText.name} error={problems['name']}>
            <Input isMono value={fields.name} autoComplete="off" spellCheck={false} onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <fieldset className="flex flex-col gap-2">
            <legend className="pb-1.5 text-sm font-medium">{text.attributes}</legend>
            {roleFlags.map(({ flag, label, hint }) =>
              // only a superuser can grant it
              flag === 'isSuperuser' && !isSuperuser && !fields.isSuperuser ? null : (
                <Checkbox
                  key={flag}
                  isChecked={fields[flag]}
                  onCheckedChange={(isChecked) => set({ [flag]: isChecked })}
                  label={
                    <span>
                      {label} <span className="text-xs text-faint">{hint}</span>
                    </span>
                  }
                />
              ),
            )}
          </fieldset>
          <Field label={text.password} isOptional hint={role === null ? text.newPasswordHint : text.passwordHint}>
            <PasswordInput autoComplete="new-password" value={fields.password} onChange={(event) => set({ password: event.target.value })} />
          </Field>
          <DateTimePicker label={roleText.validUntil} value={fields.validUntil} onValueChange={(validUntil) => set({ validUntil })} />
          <Field label={text.connectionLimit} isOptional error={problems['connectionLimit']} hint={text.connectionLimitHint}>
            <Input inputMode="numeric" value={fields.connectionLimit} onChange={(event) => set({ connectionLimit: event.target.value.trim() })} />
          </Field>
          <Names label={roleText.memberOf} hint={text.memberOfHint} names={fields.memberOf} all={names} onNames={(memberOf) => set({ memberOf })} />
          <Names
            label={roleText.members}
            hint={text.membersHint}
            names={fields.members}
            all={names.filter((name) => !role?.admins.includes(name))}
            onNames={(members) => set({ members })}
          />
          <Field label={text.comment} isOptional>
            <Input value={fields.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
        </>
      )}
    </ChangePanel>
  )
}

interface NamesProps {
  readonly label: string
  readonly hint: string
  readonly names: readonly string[]
  readonly all: readonly string[]
  readonly onNames: (names: readonly string[]) => void
}

/** Edits a list of roles. */
function Names({ label, hint, names, all, onNames }: NamesProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} hint={hint}>
        <SearchSelect
          searchLabel={text.searchRoles}
          emptyText={text.noRole}
          value=""
          options={[{ value: '', label: text.addRole }, ...all.filter((name) => !names.includes(name)).map((name) => ({ value: name, label: name }))]}
          onValueChange={(name) => name !== '' && onNames([...names, name])}
        />
      </Field>
      {names.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1">
          {names.map((name) => (
            <li key={name} className="flex max-w-full items-center rounded-md border pl-2 font-mono text-xs">
              <span className="truncate">{name}</span>
              <IconButton label={text.remove(name)} onClick={() => onNames(names.filter((other) => other !== name))}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
