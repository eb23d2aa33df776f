import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { mailsQuery } from './queries.ts'

export function useSendTest() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => organizationApi.mails.test({}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailsQuery.queryKey, exact: true }),
  })
}
