import type { Input } from '@colonnade/contracts/foundation/endpoint'
import type { OrganizationRole, organizationRoles } from '@colonnade/contracts/organizations/organization-roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** Changes an organization's roles. Members and invitations show them as well. */
function useRoleMutation<Values, Reply>(slug: string, mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [
          keyOf('/platform/organizations/{slug}/roles', { slug }),
          keyOf('/platform/organizations/{slug}/members', { slug }),
          keyOf('/platform/organizations/{slug}/invitations', { slug }),
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
}

type RoleBody = Input<(typeof organizationRoles.create)['body']>

/** Makes a role, or changes the one that is given as it was seen. */
export const useSaveRole = (slug: string, role: OrganizationRole | null) =>
  useRoleMutation(slug, (body: RoleBody) =>
    role === null
      ? organizationApi.organizationRoles.create({ params: { slug }, body })
      : organizationApi.organizationRoles.update({ params: { slug, id: role.id }, body: { ...body, version: role.version } }),
  )

export const useRemoveRole = (slug: string) =>
  useRoleMutation(slug, ({ id, replacement }: { readonly id: string; readonly replacement: string | null }) =>
    organizationApi.organizationRoles.remove({ params: { slug, id }, query: replacement === null ? {} : { replacement } }),
  )
