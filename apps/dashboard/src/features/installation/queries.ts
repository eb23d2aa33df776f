import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'

/** What the owner decided for the installation. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => dataApi.installation.retrieve({ signal }),
})
