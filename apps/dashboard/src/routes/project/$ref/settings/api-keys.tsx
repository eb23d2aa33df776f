import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysPage } from '../../../../features/api-keys/api-keys-page.tsx'
import { readKeySearch } from '../../../../features/api-keys/key-search.ts'

export const Route = createFileRoute('/project/$ref/settings/api-keys')({
  validateSearch: readKeySearch,
  component: function ApiKeysRoute() {
    const { ref } = Route.useParams()
    const { tab = 'keys' } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <ApiKeysPage
        projectRef={ref}
        tab={tab}
        onTab={(next) => void navigate({ search: next === 'legacy' ? { tab: next } : {}, replace: true, resetScroll: false })}
      />
    )
  },
})
