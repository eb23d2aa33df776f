import { createFileRoute } from '@tanstack/react-router'
import { FilesPage } from '../../../../../features/storage-files/browser/files-page.tsx'
import { FilesSearch } from '../../../../../features/storage-files/search.ts'
import { NeedsCapability } from '../../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/storage/buckets/$bucket')({
  validateSearch: FilesSearch,
  component: function BucketRoute() {
    const { ref, bucket } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Files">
        <FilesPage
          key={bucket}
          projectRef={ref}
          bucket={bucket}
          search={search}
          onSearch={(next, { isReplaced = false } = {}) => void navigate({ search: next, replace: isReplaced, resetScroll: false })}
        />
      </NeedsCapability>
    )
  },
})
