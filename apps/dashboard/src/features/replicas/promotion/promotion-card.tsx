import type { Promotion } from '@colonnade/contracts/copies/replicas'
import { Badge, RelativeTime, StepList } from '@colonnade/ui'
import { regionName } from '../../../lib/texts/project-names.ts'
import { shortName } from '../replica-looks.ts'
import { promotionCardText } from './messages.ts'
import { isPending, outcomeText, promotionLooks, promotionSteps } from './promotion-words.ts'

/** Shows the progress or the result of a project's last promotion. */
export function PromotionCard({ promotion }: { readonly promotion: Promotion }) {
  const { state, region, finished_at: finishedAt, inserted_at: insertedAt, is_forced: isForced } = promotion
  const look = promotionLooks[state === 'DONE' || state === 'FAILED' ? state : 'pending']
  return (
    <section aria-label={promotionCardText.lastPromotion} className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 font-medium wrap-anywhere">
          {promotionCardText.replica} {regionName(region)} <span className="font-mono text-xs text-soft">{shortName(promotion)}</span>
        </h2>
        <Badge tone={look.tone}>{look.label}</Badge>
        {isForced && <span className="text-xs text-faint">{promotionCardText.forced}</span>}
        <span className="text-xs text-faint">
          <RelativeTime value={finishedAt ?? insertedAt} />
        </span>
      </div>
      {isPending(promotion) ? (
        <StepList label={promotionCardText.promotion} steps={promotionSteps(promotion)} className="grid gap-x-6 gap-y-2 sm:grid-cols-3" />
      ) : (
        <p className="wrap-anywhere text-soft">{outcomeText(promotion)}</p>
      )}
    </section>
  )
}
