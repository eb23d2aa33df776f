import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { OutsideAddresses } from '../../outside-addresses.ts'
import type { SmsChannel } from '../sms-post.ts'

export interface Message {
  /** E.164 without the plus sign. */
  readonly phone: string
  readonly channel: SmsChannel
  readonly text: string
  readonly otp: string
}

/** A request to a provider, as its API describes it. */
export interface ProviderRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as a form. */
  readonly fields: Readonly<Record<string, string>>
}

/** A provider's reply; a problem in its own words, for the log. */
export type ProviderOutcome = { readonly id: string } | { readonly problem: string }

export interface ProviderReply {
  readonly status: number
  /** undefined for what is no JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

/** A company that sends text messages. */
export interface SmsProvider {
  /** Returns what is missing in the settings; null for nothing. */
  findGap(settings: AuthSettings, channel: SmsChannel): string | null
  requestOf(settings: AuthSettings, addresses: OutsideAddresses, message: Message): ProviderRequest
  outcomeOf(reply: ProviderReply): ProviderOutcome
}

export const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** A field's text, however it was given; empty for none. */
export const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

export function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null) : []
}

/** By the status alone, where nothing better is said. */
export const unexpected = ({ status }: ProviderReply): ProviderOutcome => ({ problem: `The provider returned ${status} without a reason` })
