import { createFileRoute } from '@tanstack/react-router'
import { readAddonSearch } from '../../../../features/addons/addon-search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'
import { AddonsPage } from '../../../../features/addons/addons-page.tsx'
import { DomainPanel } from '../../../../features/custom-domains/domain-panel.tsx'
import { addonsQuery } from '../../../../scope/database-source/addon-queries.ts'

export const Route = createFileRoute('/project/$ref/settings/addons')({
  validateSearch: readAddonSearch,
  // started, not awaited: the page shows at once
  loader: ({ context: { queryClient }, params: { ref } }) => {
    void queryClient.prefetchQuery(addonsQuery(ref))
  },
  component: function AddonsRoute() {
    const { ref } = Route.useParams()
    const { panel } = Route.useSearch()
    const navigate = Route.useNavigate()
    const open = (next: typeof panel) => void navigate({ search: next === undefined ? {} : { panel: next }, resetScroll: false })
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Add-ons">
        <AddonsPage projectRef={ref} panel={panel} onPanel={open} domainPanel={<DomainPanel projectRef={ref} onClose={() => open(undefined)} />} />
      </NeedsCapability>
    )
  },
})
