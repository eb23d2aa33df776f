import { lazy, Suspense } from 'react'
import { loaded } from '../../../../lib/late/loaded.ts'
import type { ActionDialogsProps } from './action-dialogs.tsx'

const ActionDialogs = lazy(loaded(() => import('./action-dialogs.tsx'), 'ActionDialogs'))

/** Fetches the dialogs' code when it is first shown; show it closed as soon as an action comes into reach. */
export function LateActionDialogs(props: ActionDialogsProps) {
  return (
    <Suspense>
      <ActionDialogs {...props} />
    </Suspense>
  )
}
