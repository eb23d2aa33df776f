import { createFileRoute } from '@tanstack/react-router'
import { DocumentsPage } from '../../../features/documents/documents-page.tsx'
import { DocumentsSearch } from '../../../features/documents/search.ts'
import { OrganizationSettingsLayout } from '../../../layouts/sections/organization-settings-layout.tsx'

export const Route = createFileRoute('/org/$slug/documents')({
  validateSearch: DocumentsSearch,
  component: function OrganizationDocumentsRoute() {
    const { slug } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <OrganizationSettingsLayout slug={slug}>
        <DocumentsPage key={slug} slug={slug} search={search} onSearch={(next) => void navigate({ search: next })} />
      </OrganizationSettingsLayout>
    )
  },
})
