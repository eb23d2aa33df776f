import { Button, buttonClass, EmptyState, Select } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, Plus, SearchX } from 'lucide-react'
import { useDeferredValue } from 'react'
import { countText } from '../../lib/lists/count-text.ts'
import { ListSearch } from '../../lib/lists/list-search.tsx'
import { useSearchText } from '../../lib/lists/use-search-text.ts'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { mayCreateOrganization } from '../../scope/permissions.ts'
import { organizationsQuery } from '../../scope/queries.ts'
import { listText } from './messages.ts'
import { OrganizationTable } from './organization-table.tsx'
import { findOrganizations, sorts, type OrganizationSearch, type Sort } from './search.ts'

export interface OrganizationListProps {
  readonly search: OrganizationSearch
  readonly onSearch: (next: OrganizationSearch) => void
}

/** The organizations that one belongs to, and as what. */
export function OrganizationList({ search, onSearch }: OrganizationListProps) {
  useTitle('Organizations')
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const [text, setText] = useSearchText(search.q, (q) => onSearch({ ...search, q }))
  const words = useDeferredValue(text)
  const shown = findOrganizations(organizations, { ...search, q: words })
  const newLink = mayCreateOrganization(organizations) && (
    <Link to={paths.newOrganization} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden />
      {listText.newOrganization}
    </Link>
  )
  if (organizations.length === 0) {
    return (
      <Page title={listText.title}>
        <EmptyState icon={<Building2 aria-hidden />} title={listText.emptyTitle} action={newLink}>
          {listText.emptyBody}
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={listText.title} actions={newLink}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <ListSearch label={listText.search} placeholder={listText.searchPlaceholder} value={text} onChange={setText} />
          <Select<Sort>
            label={listText.order}
            value={search.sort ?? 'name'}
            options={sorts}
            onValueChange={(sort) => onSearch({ ...search, sort: sort === 'name' ? undefined : sort })}
            className="w-36"
          />
          <output className="ml-auto text-xs whitespace-nowrap text-faint tabular-nums">
            {countText(shown.length, organizations.length, 'organization')}
          </output>
        </div>
        {shown.length > 0 ? (
          <OrganizationTable organizations={shown} />
        ) : (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={listText.noMatchTitle}
            action={
              <Button
                onClick={() => {
                  setText('')
                  onSearch({ ...search, q: undefined })
                }}
              >
                {listText.showAll}
              </Button>
            }
          >
            {listText.noMatchBody(words.trim().slice(0, 80))}
          </EmptyState>
        )}
      </div>
    </Page>
  )
}
