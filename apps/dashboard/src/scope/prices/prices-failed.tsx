import { Button, ErrorAlert } from '@colonnade/ui'
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { messageOf, requestIdOf } from '../../lib/error-notice.tsx'
import { SupportLink } from '../../lib/links/support-link.tsx'

const failedText = 'Failed to load the prices'

export interface PricesFailedProps<Data, Key extends QueryKey> {
  /** What the prices that stand here are made of. */
  readonly query: UseQueryOptions<Data, Error, Data, Key>
  readonly className?: string
}

/** Shown in place of prices that cannot be loaded, with a retry. The options can still be chosen. */
export function PricesFailed<Data, Key extends QueryKey>({ query, className }: PricesFailedProps<Data, Key>) {
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined || error === null) return null
  return (
    <ErrorAlert
      message={failedText}
      advice={null}
      requestId={requestIdOf(error)}
      actions={
        <>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
          <SupportLink subject={failedText} error={messageOf(error)} />
        </>
      }
      {...(className !== undefined && { className })}
    />
  )
}
