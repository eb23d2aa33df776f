import { IconButton, Sheet } from '@colonnade/ui'
import { Activity } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'

const ActivityList = lazy(loaded(() => import('./activity-list.tsx'), 'ActivityList'))

/** What runs in the database, in a sheet. */
export function ActivityButton({ projectRef }: { readonly projectRef: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label="Running queries" onClick={() => setIsOpen(true)}>
        <Activity aria-hidden />
      </IconButton>
      <Sheet
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Running queries"
        description="What runs in this database now, and transactions that wait for their next statement."
        className="w-[36rem]"
      >
        <Suspense fallback={null}>
          <ActivityList projectRef={projectRef} />
        </Suspense>
      </Sheet>
    </>
  )
}
