import type { Member } from '@colonnade/contracts/organizations/members'
import { toast } from '@colonnade/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { rolesQuery } from '../../scope/clients/roles-query.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { organizationQuery, organizationsQuery } from '../../scope/queries.ts'
import { type ProjectAccess, toEntries } from './project-access.ts'
import { membersQuery } from '../../scope/clients/members-query.ts'
import { mutationsText } from './messages.ts'

/** What one may do oneself may be another thing now, in the organization and in its projects. */
function useRefreshOwn(slug: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ ...organizationsQuery, exact: true }),
      queryClient.invalidateQueries({ queryKey: organizationQuery(slug).queryKey, exact: true }),
    ])
}

export interface MemberChange {
  readonly member: Member
  readonly role: string
  /** Left out where it stays as it is. */
  readonly access?: ProjectAccess | undefined
}

/** Gives a member another role, or other projects. */
export function useChangeMember(slug: string) {
  const queryClient = useQueryClient()
  const refreshOwn = useRefreshOwn(slug)
  return useMutation({
    mutationFn: async ({ member, role, access }: MemberChange) => {
      const params = { slug, id: member.id }
      const changed = role === member.role ? member : await organizationApi.members.update({ params, body: { role } })
      if (access === undefined || role === 'owner') return changed
      return organizationApi.members.updateProjects({ params, body: { is_limited: access.isLimited, project_roles: toEntries(access) } })
    },
    onSuccess: async (changed) => {
      queryClient.setQueryData(membersQuery(slug).queryKey, (all) => all?.map((member) => (member.id === changed.id ? changed : member)))
      if (changed.is_self) await refreshOwn()
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: membersQuery(slug).queryKey }),
        queryClient.invalidateQueries({ queryKey: rolesQuery(slug).queryKey }),
      ]),
  })
}

export function useRemoveMember(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Member) => organizationApi.members.remove({ params: { slug, id } }),
    onSuccess: (_, { id }) => queryClient.setQueryData(membersQuery(slug).queryKey, (all) => all?.filter((member) => member.id !== id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery(slug).queryKey }),
  })
}

export function useRequireTwoFactor(slug: string) {
  const refreshOwn = useRefreshOwn(slug)
  return useMutation({
    mutationFn: (isRequired: boolean) => organizationApi.members.requireTwoFactor({ params: { slug }, body: { is_required: isRequired } }),
    onSuccess: refreshOwn,
  })
}

/** Leaves an organization, and its pages. */
export function useLeave(slug: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (name: string) => {
      await organizationApi.members.leave({ params: { slug } })
      return name
    },
    onSuccess: async (name) => {
      queryClient.setQueryData(organizationsQuery.queryKey, (all) => all?.filter((other) => other.slug !== slug))
      await navigate({ to: paths.organizations })
      queryClient.removeQueries({ queryKey: organizationQuery(slug).queryKey })
      void queryClient.invalidateQueries({ ...organizationsQuery, exact: true })
      void queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects') })
      toast.success(mutationsText.left(name))
    },
  })
}
