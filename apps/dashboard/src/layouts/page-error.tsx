import { isAppError } from '@colonnade/core'
import { Button } from '@colonnade/ui'
import { type QueryFilters, useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorNotice } from '../lib/error-notice.tsx'
import { isMissingCode } from '../lib/late/missing-code.ts'
import { CodeMissing } from './closed/code-missing.tsx'
import { NoProject } from './closed/no-project.tsx'
import { TwoFactorNeeded } from './closed/two-factor-needed.tsx'
import { NotFound } from './not-found.tsx'
import { Unreachable } from './unreachable.tsx'

/** What nobody answered: while it is so, trying to show the page would only make it flicker. */
const unanswered: QueryFilters = {
  predicate: ({ state }) => state.status === 'error' && state.data === undefined && isAppError(state.error, 'unavailable'),
}

/** In place of a page that could not be loaded or shown. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  useEffect(() => resetQueries(), [resetQueries])
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (isAppError(error, 'project_not_found')) return <NoProject error={error} />
  if (isAppError(error, 'organization_not_found')) return <NotFound title="Organization not found" />
  if (isAppError(error, 'two_factor_required')) return <TwoFactorNeeded hasPasskey={error.details['has_passkey'] === true} />
  if (isAppError(error, 'unavailable')) {
    const ask = async () => {
      await queryClient.refetchQueries(unanswered)
      if (queryClient.getQueryCache().findAll(unanswered).length === 0) retry()
    }
    return <Unreachable onRetry={ask}>The server responds, but can’t load this page right now. Colonnade tries again every few seconds.</Unreachable>
  }
  if (isMissingCode(error)) return <CodeMissing onRetry={retry} />
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-6 pt-[12dvh]">
      <h1 className="text-lg font-semibold">Couldn’t show this page</h1>
      <ErrorNotice error={error} onRetry={retry} />
      <div>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </main>
  )
}
