import { createFileRoute } from '@tanstack/react-router'
import { UserMails } from '../../../../features/auth-mails/user-mails.tsx'
import { usersQuery } from '../../../../features/auth-users/queries.ts'
import { UsersSearch } from '../../../../features/auth-users/search.ts'
import { UsersPage } from '../../../../features/auth-users/users-page.tsx'
import { NeedsCapability } from '../../../../layouts/sections/needs-capability.tsx'

export const Route = createFileRoute('/project/$ref/auth/users')({
  validateSearch: UsersSearch,
  // started, not awaited: the page shows at once
  loaderDeps: ({ search: { open: _open, act: _act, ...filter } }) => filter,
  loader: ({ context: { queryClient }, params: { ref }, deps }) => {
    void queryClient.prefetchInfiniteQuery(usersQuery(ref, deps))
  },
  component: function UsersRoute() {
    const { ref } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NeedsCapability projectRef={ref} capability="machine" title="Users">
        <UsersPage
          projectRef={ref}
          search={search}
          renderMails={(userId) => <UserMails projectRef={ref} userId={userId} />}
          onSearch={(next, { isReplaced = false, isSaved = false } = {}) =>
            void navigate({ search: next, replace: isReplaced, ignoreBlocker: isSaved, resetScroll: false })
          }
        />
      </NeedsCapability>
    )
  },
})
