import { infiniteQueryOptions } from '@tanstack/react-query'
import { byOffset } from '../../lib/paged-list/pages.ts'
import { api } from '../../scope/client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { inboxPageSize } from './limits.ts'

/** Everything that was sent, newest first; only for the owner of the installation. */
export const feedbackListQuery = infiniteQueryOptions({
  queryKey: keyOf('/platform/feedback'),
  queryFn: ({ signal, pageParam }) => api.feedback.list({ query: { offset: pageParam, limit: inboxPageSize }, signal }),
  ...byOffset,
})
