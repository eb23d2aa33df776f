import { type AuthLimitUsage, messageLimits } from '@colonnade/contracts/auth/auth-limits'
import { UsageBar } from '@colonnade/ui'
import { usageTexts } from './messages.ts'

/** How much of a limit is used. Undefined while that loads. */
export function LimitMeter({ usage }: { readonly usage: AuthLimitUsage | undefined }) {
  if (usage === undefined) return <UsageBar className="text-xs" label={usageTexts.loading} value={null} max={null} />
  const { limit, used, most, caller, callers, refused_last_hour: refused } = usage
  const isMessages = (messageLimits as readonly string[]).includes(limit)
  const kind = limit === 'wrong_codes' ? 'user' : 'address'
  const notes = [callers > 1 && usageTexts.callers(kind, callers), refused > 0 && usageTexts.refused(refused)].filter((note) => note !== false)
  const note =
    notes.length === 0 ? undefined : (
      <p className="dotted">
        {notes.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    )
  if (used === null) {
    return (
      <div className="text-xs text-faint">
        <p>{usageTexts.unknown}</p>
        {note}
      </div>
    )
  }
  const label = isMessages ? usageTexts.sent : usageTexts.caller(kind, caller)
  return (
    <UsageBar className="text-xs wrap-anywhere" label={label} value={used} max={most} format={(value) => value.toLocaleString('en')} note={note} />
  )
}
