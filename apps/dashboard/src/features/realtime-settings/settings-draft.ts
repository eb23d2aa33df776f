import { type RealtimeConfig, type RealtimeConfigChanges, realtimeLimitsMost } from '@colonnade/contracts/realtime/realtime-settings'
import { z } from 'zod'
import { effectText, limitsText } from './messages.ts'

/** The limits in the form, in order. */
export const limitNames = [
  'max_concurrent_users',
  'max_channels_per_client',
  'max_joins_per_second',
  'max_events_per_second',
  'max_bytes_per_second',
  'max_presence_events_per_second',
  'max_payload_size_in_kb',
] as const
export type LimitName = (typeof limitNames)[number]

/** Numbers as typed, possibly with commas. */
const Limit = (name: LimitName) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[,\s]/g, ''))
    .pipe(
      z
        .string()
        .regex(/^\d{1,9}$/, limitsText.whole)
        .transform(Number)
        .refine((value) => value >= 1, limitsText.least)
        .refine((value) => value <= realtimeLimitsMost[name], limitsText.most(realtimeLimitsMost[name])),
    )

export const TypedLimits = z
  .object({
    max_concurrent_users: Limit('max_concurrent_users'),
    max_channels_per_client: Limit('max_channels_per_client'),
    max_joins_per_second: Limit('max_joins_per_second'),
    max_events_per_second: Limit('max_events_per_second'),
    max_bytes_per_second: Limit('max_bytes_per_second'),
    max_presence_events_per_second: Limit('max_presence_events_per_second'),
    max_payload_size_in_kb: Limit('max_payload_size_in_kb'),
  })
  .refine((limits) => limits.max_bytes_per_second >= limits.max_payload_size_in_kb * 1_000, {
    path: ['max_bytes_per_second'],
    message: limitsText.tooSlow,
  })
export type TypedLimits = z.input<typeof TypedLimits>

export const typedLimitsOf = (config: RealtimeConfig): TypedLimits =>
  Object.fromEntries(limitNames.map((name) => [name, String(config[name])])) as TypedLimits

/** Returns only what changed. A limit reset to the default follows the plan again. */
export function limitChangesOf(saved: RealtimeConfig, sent: z.output<typeof TypedLimits>, defaults: RealtimeConfig): RealtimeConfigChanges {
  const changed = limitNames.filter((name) => sent[name] !== saved[name])
  return Object.fromEntries(changed.map((name) => [name, sent[name] === defaults[name] ? null : sent[name]]))
}

export const TypedAccess = z.object({ private_only: z.boolean(), presence_enabled: z.boolean(), suspend: z.boolean() })
export type TypedAccess = z.infer<typeof TypedAccess>

export const typedAccessOf = ({ private_only, presence_enabled, suspend }: RealtimeConfig): TypedAccess => ({
  private_only,
  presence_enabled,
  suspend,
})

export function accessChangesOf(saved: RealtimeConfig, sent: TypedAccess): RealtimeConfigChanges {
  const names = Object.keys(sent) as (keyof TypedAccess)[]
  return Object.fromEntries(names.filter((name) => sent[name] !== saved[name]).map((name) => [name, sent[name]]))
}

/** Describes which clients a save disconnects; undefined without changes. `clients` is the number connected, if known. */
export function accessEffect(saved: RealtimeConfig, typed: TypedAccess, clients?: number): string | undefined {
  const { private_only, presence_enabled, suspend } = accessChangesOf(saved, typed)
  if (suspend === true) return effectText.suspend(clients)
  if (suspend === false) return effectText.resume
  if (private_only === true) return effectText.privateOnly
  if (presence_enabled === false) return effectText.presenceOff
  return private_only === undefined && presence_enabled === undefined ? undefined : effectText.none
}

/** Describes which clients a change of limits disconnects. */
export function limitsEffect(saved: RealtimeConfig, typed: TypedLimits): string | undefined {
  const before = typedLimitsOf(saved)
  const changed = limitNames.filter((name) => typed[name] !== before[name])
  const isLower = (name: LimitName): boolean => changed.includes(name) && Number(typed[name].replaceAll(/[,\s]/g, '')) < saved[name]
  if (changed.length === 0) return undefined
  if (isLower('max_concurrent_users')) return effectText.users
  if (isLower('max_channels_per_client')) return effectText.channels
  const rates = ['max_events_per_second', 'max_bytes_per_second', 'max_presence_events_per_second', 'max_payload_size_in_kb'] as const
  return rates.some(isLower) ? effectText.rates : effectText.none
}
