import type { Restore, RestoreInput } from '@colonnade/contracts/copies/backups'
import { guessableBecause } from '@colonnade/contracts/foundation/guessable-passwords'
import { DatabasePassword, Name } from '@colonnade/contracts/foundation/values'
import type { Project } from '@colonnade/contracts/projects/projects'
import { isAppError } from '@colonnade/core'
import { ConfirmDialog, Field, Input, PasswordInput, SegmentedControl } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefusal } from '../../lib/forms/use-refusal.ts'
import { AppLink } from '../../lib/links/app-link.tsx'
import { paths } from '../../paths.ts'
import { databasesQuery } from '../../scope/database-source/database-queries.ts'
import { UnloggedNote } from '../../scope/relations/unlogged-note.tsx'
import { hindranceOf } from './hindrance.ts'
import { branchNameOf, dialogTexts, passwordHints, restoreTargetTexts, restoreDialogText } from './messages.ts'
import { RestoredFunctions } from './restored-functions.tsx'
import { versionText } from './restored-version.ts'

export interface RestoreDialogProps {
  readonly project: Project
  /** "Restore the backup of 1 Jan 2026" */
  readonly title: string
  /** The moment that is restored. */
  readonly at: string
  /** Postgres version at that moment, such as "17"; null if unknown. */
  readonly postgresMajor: string | null
  /** Preselected; the project itself unless given. */
  readonly initialTarget?: RestoreInput['target']
  /** The restores of the project. */
  readonly restores: readonly Restore[]
  readonly onRestore: (into: RestoreInput) => Promise<void>
  readonly onClose: () => void
}

const targets = [
  { value: 'branch', label: restoreTargetTexts.branch },
  { value: 'new', label: restoreTargetTexts.new },
  { value: 'project', label: restoreTargetTexts.project },
] as const

/** Asks where to restore to. Replacing the database needs the project's name. */
export function RestoreDialog({ project, title, at, postgresMajor, initialTarget = 'project', restores, onRestore, onClose }: RestoreDialogProps) {
  const [target, setTarget] = useState<RestoreInput['target']>(initialTarget)
  const [names, setNames] = useState({ project: project.name, new: `${project.name} restored`, branch: branchNameOf(at) })
  // refused in the last attempt
  const [taken, setTaken] = useState<{ readonly name: string; readonly message: string } | null>(null)
  const [password, setPassword] = useState('')
  // replicas may just have been removed elsewhere
  const { data: databases = [] } = useQuery({ ...databasesQuery(project.ref), staleTime: 0 })
  const hindrance = target === 'project' ? hindranceOf(project, restores, databases) : null
  const name = names[target]
  const problem =
    target === 'project' ? undefined : (Name.safeParse(name).error?.issues[0]?.message ?? (taken?.name === name ? taken.message : undefined))
  const refusal = useRefusal('db_pass', password)
  const passwordProblem =
    target !== 'new' || password === ''
      ? undefined
      : (DatabasePassword.safeParse(password).error?.issues[0]?.message ?? guessableBecause(password, [name]) ?? refusal.problem)
  const { description, confirm, name: label } = dialogTexts[target]
  const version = versionText(target, postgresMajor, project)
  const bodies: { readonly [Target in RestoreInput['target']]: RestoreInput } = {
    project: { target: 'project', project_name: name },
    new: { target: 'new', name, ...(password !== '' && { db_pass: password }) },
    branch: { target: 'branch', name },
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      confirmLabel={confirm}
      isDanger={target === 'project'}
      {...(target === 'project' && hindrance === null && { typedName: project.name })}
      isConfirmDisabled={problem !== undefined || passwordProblem !== undefined || hindrance !== null}
      onConfirm={() => onRestore(bodies[target])}
      isShownElsewhere={(error) => {
        if (refusal.take(error)) return true
        if (!isAppError(error, 'project_name_taken') && !isAppError(error, 'branch_name_taken')) return false
        setTaken({ name, message: error.message })
        return true
      }}
    >
      <SegmentedControl label={restoreTargetTexts.label} className="self-start" value={target} onValueChange={setTarget} options={targets} />
      <UnloggedNote projectRef={project.ref} of="backup" />
      <RestoredFunctions projectRef={project.ref} at={at} target={target} />
      {version !== null && <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">{version}</p>}
      {hindrance !== null && (
        <p role="alert" className="rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm">
          {hindrance.text}{' '}
          {hindrance.isReplicas && (
            <AppLink href={paths.project.infrastructure(project.ref)} className="text-accent underline underline-offset-2">
              {restoreDialogText.seeReadReplicas}
            </AppLink>
          )}
        </p>
      )}
      {target !== 'project' && (
        <Field label={label} error={problem} hint={target === 'branch' ? passwordHints.branch : undefined}>
          <Input value={name} onChange={(event) => setNames({ ...names, [target]: event.target.value })} autoComplete="off" />
        </Field>
      )}
      {target === 'new' && (
        <Field label={restoreDialogText.databasePassword} error={passwordProblem} hint={passwordHints.new}>
          <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} autoComplete="new-password" />
        </Field>
      )}
    </ConfirmDialog>
  )
}
