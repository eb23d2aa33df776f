import { Button, cn } from '@colonnade/ui'
import { CircleAlert, Lock, ShieldOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { runSql, type RunAs } from '../../../scope/run-sql.ts'
import { countTimeoutMs, maxListedFindings } from '../limits.ts'
import { moreText, rowsText } from '../wording.ts'
import { wordsOf } from './finding-words.ts'
import type { Finding, FindingItem } from './findings.ts'
import { runDialogText } from './messages.ts'
import type { Stakes } from './stakes.ts'

export interface FindingViewProps {
  readonly projectRef: string
  readonly as: RunAs | undefined
  readonly finding: Finding
  readonly stakes: Stakes
}

const icons = { danger: CircleAlert, lock: Lock, unsecured: ShieldOff, opened: ShieldOff, misplaced: TriangleAlert, matched: null, change: null }
const tones = { danger: 'text-danger', warning: 'text-warning', neutral: 'text-faint' }

/** A statement with its findings. */
export function FindingView({ projectRef, as, finding, stakes }: FindingViewProps) {
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <p className="flex min-w-0 items-baseline gap-3 text-xs text-faint">
        <span className="shrink-0 tabular-nums">{runDialogText.line(finding.line)}</span>
        <code className="min-w-0 truncate font-mono">{finding.excerpt}</code>
      </p>
      {finding.items.slice(0, maxListedFindings).map((item, index) => (
        <ItemView key={index} projectRef={projectRef} as={as} finding={finding} item={item} before={finding.items[index - 1]} stakes={stakes} />
      ))}
      {finding.items.length > maxListedFindings && <p className="text-soft">{moreText(finding.items.length - maxListedFindings)}</p>}
    </li>
  )
}

function ItemView({
  projectRef,
  as,
  finding,
  item,
  stakes,
  before,
}: FindingViewProps & { readonly item: FindingItem; readonly before: FindingItem | undefined }) {
  const { tone, text, stake, advice, dependents } = wordsOf(item, finding, stakes)
  // findings about the same table show its size once
  const isTold = before !== undefined && wordsOf(before, finding, stakes).stake === stake
  const Icon = icons[item.kind]
  const shown = dependents.slice(0, 8)
  return (
    <div className="flex gap-2">
      {Icon !== null && <Icon aria-hidden className={cn('mt-0.5 size-3.5 shrink-0', tones[tone])} />}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span>{text}</span>
          {stake !== null && !isTold && <span className="text-soft tabular-nums"> · {stake}</span>}
        </p>
        {item.kind === 'matched' && item.matched.countText !== null && <Count projectRef={projectRef} as={as} countText={item.matched.countText} />}
        {advice !== null && <p className="text-xs text-soft">{advice}</p>}
        {shown.length > 0 && (
          <ul className="mt-0.5 text-xs">
            {shown.map(({ kind, schema, name, on, detail }, index) => (
              <li key={`${index} ${detail}`} title={detail} className="flex min-w-0 gap-2">
                <span className="w-24 shrink-0 text-faint">{kind}</span>
                <span className="min-w-0 truncate font-mono">
                  {schema !== null && on === null && `${schema}.`}
                  {name}
                  {on !== null && ` on ${on}`}
                </span>
              </li>
            ))}
            {dependents.length > shown.length && <li className="text-faint">{moreText(dependents.length - shown.length)}</li>}
          </ul>
        )}
      </div>
    </div>
  )
}

type Counting =
  | { readonly kind: 'none' | 'pending' }
  | { readonly kind: 'counted'; readonly rows: number }
  | { readonly kind: 'failed'; readonly why: string }

/** Counts the rows that match a condition, on request. */
function Count({ projectRef, as, countText }: Pick<FindingViewProps, 'projectRef' | 'as'> & { readonly countText: string }) {
  const [counting, setCounting] = useState<Counting>({ kind: 'none' })
  const count = async () => {
    setCounting({ kind: 'pending' })
    try {
      const { results } = await runSql(projectRef, { query: countText, read_only: true, timeout_ms: countTimeoutMs, as })
      setCounting({ kind: 'counted', rows: Number(results[0]?.rows[0]?.[0]) })
    } catch (thrown) {
      setCounting({ kind: 'failed', why: messageOf(thrown) })
    }
  }
  if (counting.kind === 'counted') return <output className="text-xs">{runDialogText.counted(rowsText(counting.rows))}</output>
  return (
    <span className="flex items-baseline gap-2 text-xs">
      <Button size="sm" variant="ghost" className="-ml-1.5 h-6 px-1.5" isPending={counting.kind === 'pending'} onClick={() => void count()}>
        {runDialogText.count}
      </Button>
      {counting.kind === 'failed' && (
        <span role="alert" className="text-soft">
          {runDialogText.countFailed(counting.why)}
        </span>
      )}
    </span>
  )
}
