import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'

/** What signing in asks the person for after the password. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['account', 'second-factors'],
  queryFn: ({ signal }) => dataApi.secondFactors.retrieve({ signal }),
})
