import type { AppError } from '@colonnade/core'
import { buttonClass, EmptyState } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { NotFound } from '../not-found.tsx'
import { deletedOf } from './deleted-project.ts'

/** Replaces the pages of a missing project. Members who could see it before it was deleted learn that, and where to go next. */
export function NoProject({ error }: { readonly error: AppError }) {
  const deleted = deletedOf(error)
  useTitle('Not found')
  if (deleted === null) return <NotFound title="Project not found" />
  const { name, noun, slug, parentRef } = deleted
  return (
    <main className="mx-auto flex w-full max-w-xl flex-col justify-center p-6 pt-[12dvh]">
      <EmptyState
        icon={<Trash2 aria-hidden />}
        title={`The ${noun} ${name} was deleted`}
        action={
          <>
            {parentRef !== null && (
              <Link to={paths.project.branches(parentRef)} className={buttonClass({ variant: 'primary' })}>
                Back to branches
              </Link>
            )}
            <Link to={paths.organization.projects(slug)} className={buttonClass(parentRef === null ? { variant: 'primary' } : {})}>
              Back to projects
            </Link>
          </>
        }
      >
        The project, its database and all its data were deleted.
      </EmptyState>
    </main>
  )
}
