import type { Project } from '@colonnade/contracts/projects/projects'
import { Field, PasswordInput } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'

export interface PasswordFillProps {
  readonly project: Project
  readonly password: string
  readonly onPassword: (password: string) => void
}

/** Fills a password into all connection strings of the dialog. It isn't sent or stored. */
export function PasswordFill({ project, password, onPassword }: PasswordFillProps) {
  return (
    <Field
      label="Database password"
      isOptional
      hint={
        <>
          Fills in the connection strings here, encoded where needed. Never sent or stored, and cleared when you close this dialog.{' '}
          <ResetHint project={project} />
        </>
      }
    >
      <PasswordInput
        value={password}
        onChange={(event) => onPassword(event.target.value)}
        placeholder="[YOUR-PASSWORD]"
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
      />
    </Field>
  )
}

/** Explains how to reset a lost password, which is shown only when it is set. */
export function ResetHint({ project }: { readonly project: Project }) {
  const isAllowed = useIsAllowed(project.ref)
  if (!isAllowed('projects:operate')) return <>If you lost it, ask someone who can operate this project to reset it.</>
  return (
    <>
      If you lost it,{' '}
      <Link to={paths.project.home(project.ref)} className="text-soft underline underline-offset-2 hover:text-fg">
        reset it on the Overview
      </Link>
      , under Actions.
    </>
  )
}
