import { createFileRoute } from '@tanstack/react-router'
import { InspectorPage } from '../../../../features/realtime-inspector/inspector-page.tsx'
import { InspectorSearch } from '../../../../features/realtime-inspector/search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/realtime/inspector')({
  validateSearch: InspectorSearch,
  component: function RealtimeInspectorRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Realtime Inspector">
        <InspectorPage
          key={ref}
          projectRef={ref}
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      </NeedsCapability>
    )
  },
})
