import type { Profile } from '@colonnade/contracts/people/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../../scope/clients/organization-client.ts'
import { profileQuery } from '../../../scope/queries.ts'

function usePictureMutation<Values>(mutationFn: (values: Values) => Promise<Profile>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSuccess: (profile) => queryClient.setQueryData(profileQuery.queryKey, profile) })
}

export const useSetPicture = () => usePictureMutation((file: Blob) => organizationApi.account.setPicture({ file }))

export const useRemovePicture = () => usePictureMutation(() => organizationApi.account.removePicture())
