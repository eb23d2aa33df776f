import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ProjectSearch } from '../../../features/projects/list/search.ts'
import { OrganizationProjects } from '../../../features/projects/organization-projects.tsx'
import { loaded } from '../../../lib/late/loaded.ts'
import { organizationProjectsQuery } from '../../../scope/queries.ts'

const ExceedingNotice = lazy(loaded(() => import('../../../features/usage/exceeding-notice.tsx'), 'ExceedingNotice'))

export const Route = createFileRoute('/org/$slug/')({
  validateSearch: ProjectSearch.omit({ org: true }),
  loader: ({ context: { queryClient }, params: { slug } }) => queryClient.ensureQueryData(organizationProjectsQuery(slug)),
  component: function OrganizationProjectsRoute() {
    const { slug } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <OrganizationProjects
        key={slug}
        slug={slug}
        search={search}
        notice={
          <Suspense>
            <ExceedingNotice slug={slug} isElsewhere />
          </Suspense>
        }
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    )
  },
})
