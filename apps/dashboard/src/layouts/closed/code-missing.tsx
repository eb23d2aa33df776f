import { Button, EmptyState } from '@colonnade/ui'
import { RefreshCw } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTitle } from '../../lib/use-title.ts'
import { lookForNewerBuild, newerBuild } from '../../scope/builds/newer-build.ts'
import { Unreachable } from '../unreachable.tsx'

/**
 * In place of a page whose code couldn't be loaded. While the server doesn't answer, it is asked again; when its build has changed, the user
 * decides when to reload, because unsaved work elsewhere in the dashboard may not survive it.
 */
export function CodeMissing({ onRetry }: { readonly onRetry: () => void }) {
  const isOutdated = useSyncExternalStore(newerBuild.subscribe, newerBuild.get)
  if (isOutdated) return <NewVersion />
  const ask = async () => {
    if ((await lookForNewerBuild()) === 'same') onRetry()
  }
  return <Unreachable onRetry={ask}>Part of this page failed to load. Colonnade tries again every few seconds.</Unreachable>
}

function NewVersion() {
  useTitle('New version')
  return (
    <main className="mx-auto flex w-full max-w-xl flex-col justify-center p-6 pt-[12dvh]">
      <EmptyState
        icon={<RefreshCw aria-hidden />}
        title="A new version of Colonnade is available"
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        This page belongs to an older version. Save your work on other pages, then reload.
      </EmptyState>
    </main>
  )
}
