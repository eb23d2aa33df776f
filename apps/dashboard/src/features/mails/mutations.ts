import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { mailsQuery } from './queries.ts'

export function useSendTest() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => dataApi.mails.test({}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailsQuery.queryKey, exact: true }),
  })
}
