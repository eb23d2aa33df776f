import type { CustomDomain, DnsCheck } from '@colonnade/contracts/connections/custom-domains'
import { Badge, Button, cn, CopyButton, RelativeTime, toast } from '@colonnade/ui'
import { RefreshCw } from 'lucide-react'
import { outcomeLooks, purposeWords, unknownHostText } from './domain-words.ts'
import { useCheckDomain } from './queries.ts'
import { failureText } from '../../lib/error-notice.tsx'
import { dnsPartText } from './messages.ts'

export interface DnsPartProps {
  readonly projectRef: string
  readonly domain: CustomDomain
  readonly mayOperate: boolean
}

/** Shows the DNS records to set, and the result of the last check. */
export function DnsPart({ projectRef, domain, mayOperate }: DnsPartProps) {
  const { checks, checked_at: checkedAt, kept_until: keptUntil } = domain
  const check = useCheckDomain(projectRef)
  const lookNow = () => check.mutate(undefined, { onError: (error) => toast.error(failureText(dnsPartText.checkDnsRecords, error)) })
  return (
    <section aria-label={dnsPartText.dnsRecords} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{dnsPartText.dnsRecords}</h3>
        <div className="flex items-center gap-3">
          <span className="text-xs text-faint">
            {checkedAt === null ? (
              dnsPartText.checking
            ) : (
              <>
                {dnsPartText.checked} <RelativeTime value={checkedAt} />
              </>
            )}
          </span>
          {mayOperate && (
            <Button size="sm" isPending={check.isPending} onClick={lookNow}>
              <RefreshCw aria-hidden />
              {dnsPartText.checkNow}
            </Button>
          )}
        </div>
      </div>
      {checks.map((each) => (
        <Check key={each.purpose} check={each} isLooked={checkedAt !== null} isWaiting={domain.state === 'WAITING_FOR_DNS'} />
      ))}
      {keptUntil !== null && (
        <p className="rounded-md border border-danger/40 bg-danger-tint px-3 py-2">
          {dnsPartText.txtRecordProvesOwn}
          <time dateTime={keptUntil}>{new Date(keptUntil).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })}</time>.
        </p>
      )}
    </section>
  )
}

interface CheckProps {
  readonly check: DnsCheck
  readonly isLooked: boolean
  /** What is not there yet is no fault. */
  readonly isWaiting: boolean
}

function Check({ check, isLooked, isWaiting }: CheckProps) {
  const { purpose, records, outcome, problem } = check
  const { title, text } = purposeWords[purpose]
  const look = outcomeLooks[outcome]
  const isFault = outcome === 'WRONG' || !isWaiting
  const isUnknownHost = purpose === 'ADDRESS' && records.length === 0 && isLooked
  return (
    <div className="flex flex-col gap-2">
      <h4 className="flex flex-wrap items-center gap-2">
        {title}
        {(outcome !== 'UNCHECKED' || isUnknownHost) && <Badge tone={look.tone}>{look.label}</Badge>}
      </h4>
      {records.map(({ type, name, value }) => (
        <dl
          key={`${type} ${value}`}
          aria-label={dnsPartText.record(type)}
          className="grid grid-cols-1 gap-px overflow-hidden rounded-md border bg-line"
        >
          <Part label={dnsPartText.type} value={type} isPlain />
          <Part label={dnsPartText.name} value={name} />
          <Part label={dnsPartText.value} value={value} />
        </dl>
      ))}
      <p className="text-xs text-faint">{isUnknownHost ? unknownHostText : text}</p>
      <p aria-live="polite" className={cn('text-xs wrap-anywhere empty:hidden', isFault ? 'text-danger' : 'text-soft')}>
        {problem}
      </p>
    </div>
  )
}

function Part({ label, value, isPlain = false }: { readonly label: string; readonly value: string; readonly isPlain?: boolean }) {
  return (
    <div className="flex min-h-9 items-center gap-2 bg-surface py-1 pr-1 pl-3">
      <dt className="w-12 shrink-0 text-xs text-faint">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-2">
        <span className="min-w-0 font-mono text-xs wrap-anywhere">{value}</span>
        {!isPlain && <CopyButton text={value} label={dnsPartText.copy(label.toLowerCase())} isIconOnly />}
      </dd>
    </div>
  )
}
