import { IconButton, Sheet } from '@colonnade/ui'
import { Activity } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { activityButtonText } from './messages.ts'

const ActivityList = lazy(loaded(() => import('./activity-list.tsx'), 'ActivityList'))

/** What runs in the database, in a sheet. */
export function ActivityButton({ projectRef }: { readonly projectRef: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label={activityButtonText.runningQueries} onClick={() => setIsOpen(true)}>
        <Activity aria-hidden />
      </IconButton>
      <Sheet
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={activityButtonText.runningQueries}
        description={activityButtonText.description}
        className="w-[36rem]"
      >
        <Suspense fallback={null}>
          <ActivityList projectRef={projectRef} />
        </Suspense>
      </Sheet>
    </>
  )
}
