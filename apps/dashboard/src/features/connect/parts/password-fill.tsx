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

/** Puts a password into all texts of the dialog. It goes nowhere else, and is forgotten with the dialog. */
export function PasswordFill({ project, password, onPassword }: PasswordFillProps) {
  return (
    <Field
      label="Database password"
      isOptional
      hint={
        <>
          Fills the texts of this dialog, encoded where they need it. Never sent, never stored, gone when you close it.{' '}
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

/** How to get a password when it is lost: it is shown only when it is set. */
export function ResetHint({ project }: { readonly project: Project }) {
  const isAllowed = useIsAllowed(project.ref)
  if (!isAllowed('projects:operate')) return <>If it is lost, somebody who operates this project can reset it.</>
  return (
    <>
      If it is lost,{' '}
      <Link to={paths.project.home(project.ref)} className="text-soft underline underline-offset-2 hover:text-fg">
        reset it on the project’s home
      </Link>
      , under Actions.
    </>
  )
}
