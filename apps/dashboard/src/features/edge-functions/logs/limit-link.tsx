import type { FunctionInvocation } from '@colonnade/contracts/functions/function-logs'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../../lib/bytes.ts'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { paths } from '../../../paths.ts'
import { durationText } from '../duration.ts'
import { limitId } from '../limit-id.ts'
import { logText } from '../messages.ts'
import { logQuery } from './log-query.ts'
import { useIsRecent } from './use-is-recent.ts'

export interface LimitLinkProps {
  readonly projectRef: string
  readonly slug: string
  readonly limit: NonNullable<FunctionInvocation['limit']>
}

/** Names the limit an invocation exceeded, with a link to the settings. */
export function LimitLink({ projectRef, slug, limit: { name, most } }: LimitLinkProps) {
  return (
    <AppLink href={`${paths.project.edgeFunction(projectRef, slug, 'settings')}#${limitId(name)}`} className="text-accent hover:underline">
      {logText.limits[name](name === 'memory' ? formatBytes(most) : durationText(most))}
    </AppLink>
  )
}

export interface LimitOfRequestProps extends Omit<LimitLinkProps, 'limit'> {
  readonly requestId: string
  /** Interval between checks until the invocation is logged. */
  readonly everyMs: number
}

/** Shows the limit one request exceeded, if any. */
export function LimitOfRequest({ projectRef, slug, requestId, everyMs }: LimitOfRequestProps) {
  const isChecking = useIsRecent(true)
  const { data } = useQuery({
    ...logQuery(projectRef, { request_id: requestId, kinds: ['invocation'], limit: 1 }),
    refetchInterval: ({ state }) => (state.data?.length || !isChecking ? false : everyMs),
  })
  const [call] = data ?? []
  return call?.kind === 'invocation' && call.limit != null && <LimitLink projectRef={projectRef} slug={slug} limit={call.limit} />
}
