import { Badge } from '@colonnade/ui'
import { ChevronRight, CircleCheck, CircleX } from 'lucide-react'
import type { TriedCheck, Verdict } from './checks.ts'
import { verdictText } from './messages.ts'

export interface VerdictEntryProps extends Verdict {
  readonly title: string
  /** How a program does it. */
  readonly hint: string
  /** Said of policies that were asked about the row as it would be. */
  readonly afterText?: string
}

/** Something that was tried, in a list: whether it works, why, and what each policy said. */
export function VerdictEntry({ title, hint, isAllowed, by, reason, checks, afterText }: VerdictEntryProps) {
  const Icon = isAllowed ? CircleCheck : CircleX
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-start gap-3 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isAllowed ? 'text-accent' : 'text-danger'}`} />
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{title}</span>
              <Badge tone={isAllowed ? 'accent' : 'danger'}>{isAllowed ? verdictText.allowed : verdictText.refused}</Badge>
              <span className="font-mono text-xs text-faint">{hint}</span>
            </span>
            <span className="text-xs wrap-anywhere text-soft">
              {[isAllowed && by.length > 0 && `${verdictText.by} ${by.map((name) => `“${name}”`).join(', ')}`, reason].filter(Boolean).join('. ')}
            </span>
          </span>
          <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-faint group-open:rotate-90" />
        </summary>
        <div className="border-t bg-sunken px-4 py-2.5 pl-11">
          {checks.length === 0 ? (
            <p className="text-xs text-faint">{verdictText.noPolicies}</p>
          ) : (
            <ul aria-label={verdictText.policies} className="flex flex-col gap-1.5">
              {checks
                .toSorted((one, other) => Number(other.isTrue) - Number(one.isTrue))
                .map((check) => (
                  <Check key={`${check.command} ${check.row} ${check.policy.name}`} {...check} afterText={afterText} />
                ))}
            </ul>
          )}
        </div>
      </details>
    </li>
  )
}

function Check({ policy, command, row, isTrue, error, afterText }: TriedCheck & { readonly afterText: string | undefined }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 text-xs">
      <span className={`w-9 shrink-0 font-mono ${isTrue ? 'text-accent' : 'text-danger'}`}>{isTrue ? verdictText.isTrue : verdictText.isFalse}</span>
      <span className="font-mono text-faint">{command}</span>
      <span className="min-w-0 wrap-anywhere">{policy.name}</span>
      {!policy.isPermissive && <Badge tone="warning">restrictive</Badge>}
      {row === 'after' && command !== 'INSERT' && afterText !== undefined && <span className="text-faint">{afterText}</span>}
      {error !== null && <span className="w-full pl-11 wrap-anywhere text-danger">{error}</span>}
    </li>
  )
}
