import type { Project, RestoreInput } from '@colonnade/contracts'
import { ConfirmDialog, Field, Input, PasswordInput, SegmentedControl } from '@colonnade/ui'
import { useState } from 'react'

export interface RestoreDialogProps {
  readonly project: Project
  /** "Restore the backup of 1 Jan 2026" */
  readonly title: string
  readonly onRestore: (into: RestoreInput) => Promise<void>
  readonly onClose: () => void
}

const targets = [
  { value: 'project', label: 'This project' },
  { value: 'new', label: 'A new project' },
] as const

/** Asks where a moment is restored to; to replace what there is, the project's name is typed. */
export function RestoreDialog({ project, title, onRestore, onClose }: RestoreDialogProps) {
  const [target, setTarget] = useState<RestoreInput['target']>('project')
  const [name, setName] = useState(`${project.name} restored`)
  const [password, setPassword] = useState('')
  const isNew = target === 'new'
  const body: RestoreInput = isNew
    ? { target, name, ...(password !== '' && { db_pass: password }) }
    : { target: 'project', project_name: project.name }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={
        isNew
          ? 'This project stays as it is. The new one has the same size, and a password and keys of its own.'
          : 'The database becomes what it was at that moment. Everything that was or will be written since then, until what is restored takes its place, is lost; connections end then.'
      }
      confirmLabel={isNew ? 'Restore to a new project' : 'Replace the database'}
      isDanger={!isNew}
      {...(!isNew && { typedName: project.name })}
      isConfirmDisabled={isNew && name.trim() === ''}
      onConfirm={() => onRestore(body)}
    >
      <SegmentedControl label="Restore to" value={target} onValueChange={setTarget} options={targets} />
      {isNew && (
        <>
          <Field label="Name of the new project">
            <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
          </Field>
          <Field label="Database password" hint="Left empty, one is generated, and shown on the new project's home.">
            <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} autoComplete="new-password" />
          </Field>
        </>
      )}
    </ConfirmDialog>
  )
}
