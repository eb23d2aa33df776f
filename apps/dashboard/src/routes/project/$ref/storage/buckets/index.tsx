import { createFileRoute } from '@tanstack/react-router'
import { BucketsPage } from '../../../../../features/storage-buckets/buckets-page.tsx'
import { BucketsSearch } from '../../../../../features/storage-buckets/search.ts'
import { NeedsCapability } from '../../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/storage/buckets/')({
  validateSearch: BucketsSearch,
  component: function BucketsRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Buckets">
        <BucketsPage
          projectRef={ref}
          search={search}
          onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
            void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
          }
        />
      </NeedsCapability>
    )
  },
})
