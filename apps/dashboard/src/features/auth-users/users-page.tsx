import { Button, EmptyState, Menu, MenuItem } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, Download, FileUp, MailPlus, UserPlus, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { addressOf, newKey, type SearchProps } from '../../lib/object-page/object-search.ts'
import { Page } from '../../lib/page.tsx'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { SkeletonCards } from '../../lib/paged-list/skeleton-cards.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ExportUsers } from './export/export-users.tsx'
import { FirstUser } from './first-user.tsx'
import { ImportPanel } from './import/import-panel.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { usersPageText } from './messages.ts'
import { NewUserPanel } from './new-user-panel.tsx'
import { usersQuery } from './queries.ts'
import { isNarrowed, type UsersSearch } from './search.ts'
import { UserFilters } from './user-filters.tsx'
import { UserPanel } from './user-panel.tsx'
import { UserTable } from './user-table.tsx'
import { totalText } from './user-words.ts'

export interface UsersPageProps extends SearchProps<UsersSearch> {
  readonly projectRef: string
  /** Shows what was mailed to a user. */
  readonly renderMails: (userId: string) => ReactNode
}

/** The users of a project: found, opened in a panel, and changed one by one or many at once. */
export function UsersPage({ projectRef, search, onSearch, renderMails }: UsersPageProps) {
  useTitle('Users')
  const query = useInfiniteQuery(usersQuery(projectRef, search))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<'invite' | 'import' | 'export' | null>(null)
  const close = () => setOpened(null)
  const pages = pagesOf(query)
  const address = addressOf({ search, onSearch })
  const first = query.data?.pages[0]
  const last = query.data?.pages.at(-1)
  const isEmpty = pages.items?.length === 0 && !pages.hasMore && !isNarrowed(search)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page
        title={usersPageText.users}
        description={(first && totalText(first.total, first.is_estimate)) ?? usersPageText.description}
        actions={
          <>
            <Button onClick={() => setOpened('export')}>
              <Download aria-hidden />
              {usersPageText.export}
            </Button>
            <Menu
              align="end"
              trigger={
                <Button variant="primary">
                  {usersPageText.addUser} <ChevronDown aria-hidden />
                </Button>
              }
            >
              <MenuItem icon={<UserPlus aria-hidden />} onSelect={address.create}>
                {usersPageText.createUser}
              </MenuItem>
              <MenuItem icon={<MailPlus aria-hidden />} onSelect={() => setOpened('invite')}>
                {usersPageText.inviteEmail}
              </MenuItem>
              <MenuItem icon={<FileUp aria-hidden />} onSelect={() => setOpened('import')}>
                {usersPageText.importFile}
              </MenuItem>
            </Menu>
          </>
        }
      >
        <UserFilters search={search} onSearch={onSearch} />
        {chosen.size > 0 && <BulkBar projectRef={projectRef} ids={[...chosen]} onDone={() => setChosen(new Set())} />}
        <PagedList
          pages={pages}
          label={usersPageText.list}
          subject={usersPageText.failed}
          skeleton={<SkeletonCards lines={['w-1/2', 'w-1/3']} />}
          empty={
            isEmpty ? (
              <FirstUser projectRef={projectRef} />
            ) : (
              !pages.hasMore && (
                <EmptyState icon={<Users aria-hidden />} title={usersPageText.noMatch}>
                  {search.q !== undefined && search.match === undefined ? usersPageText.noBeginning : usersPageText.changeSearchFilters}
                </EmptyState>
              )
            )
          }
          moreLabel={last?.is_cut === true ? usersPageText.continueSearch : usersPageText.showMore}
        >
          {(users) => <UserTable users={users} chosen={chosen} onChoose={setChosen} onOpen={address.open} />}
        </PagedList>
        {last?.is_cut === true && <p className="text-sm text-soft">{usersPageText.stopped}</p>}
      </Page>
      {search.open === newKey && (
        <NewUserPanel
          projectRef={projectRef}
          onClose={() => address.close()}
          onDone={(id) => onSearch({ ...search, open: id, act: undefined }, { isSaved: true })}
        />
      )}
      {search.open !== undefined && search.open !== newKey && (
        <UserPanel
          key={search.open}
          {...{ projectRef, renderMails }}
          id={search.open}
          tab={search.act}
          onTab={address.act}
          onClose={() => address.close()}
        />
      )}
      <InviteDialog projectRef={projectRef} isOpen={opened === 'invite'} onOpenChange={(isOpen) => !isOpen && close()} />
      {opened === 'import' && <ImportPanel projectRef={projectRef} onClose={close} />}
      {opened === 'export' && <ExportUsers projectRef={projectRef} search={search} onClose={close} />}
    </div>
  )
}
