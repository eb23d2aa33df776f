import type { Project } from '@colonnade/contracts'
import { buttonClass, EmptyState } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Moon } from 'lucide-react'
import { paths } from '../paths.ts'
import { useTitle } from './use-title.ts'

/** In place of a page that needs the project's database while that does not run. Goes away by itself when it does. */
export function InactiveProject({ project, page }: { readonly project: Pick<Project, 'ref' | 'name' | 'status'>; readonly page: string }) {
  useTitle(page, project.name)
  return (
    <main className="mx-auto flex w-full max-w-xl flex-col justify-center p-6 pt-[12dvh]">
      <EmptyState
        icon={<Moon aria-hidden />}
        title={project.status === 'COMING_UP' ? 'The database is coming up' : 'The database is not running'}
        action={
          <Link to={paths.project.home(project.ref)} className={buttonClass({ variant: 'primary' })}>
            Go to the project
          </Link>
        }
      >
        {page} works while the project is active. Its page shows what is going on, and can start it.
      </EmptyState>
    </main>
  )
}
