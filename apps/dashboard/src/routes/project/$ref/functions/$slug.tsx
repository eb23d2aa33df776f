import { createFileRoute } from '@tanstack/react-router'
import { FunctionPage } from '../../../../features/edge-functions/page/function-page.tsx'
import { FunctionSearch } from '../../../../features/edge-functions/page/search.ts'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'
import { functionSlugOf, paths } from '../../../../paths.ts'

export const Route = createFileRoute('/project/$ref/functions/$slug')({
  validateSearch: FunctionSearch,
  component: function EdgeFunctionRoute() {
    const { ref, slug: name } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    const slug = functionSlugOf(name)
    return (
      <NeedsCapability projectRef={ref} capability="machine" title={slug}>
        <FunctionPage
          key={slug}
          projectRef={ref}
          slug={slug}
          search={search}
          onSearch={(next) => void navigate({ search: next })}
          onDeleted={() => void navigate({ to: paths.project.functions(ref), ignoreBlocker: true })}
        />
      </NeedsCapability>
    )
  },
})
