import type { DnsOutcome } from '@colonnade/contracts/connections/custom-domains'
import { systemCode } from '@colonnade/objects'
import { dnsTimeoutMs, dnsTries, dnsValueLength, dnsValuesMost } from '../../../kernel/limits.ts'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { proofLabel } from './domain-names.ts'
import { dnsText } from './messages.ts'

/** The result of a DNS lookup for one purpose. */
export interface Finding {
  readonly outcome: DnsOutcome
  readonly found: readonly string[]
  readonly problem: string | null
}

/** The results of one DNS check. */
export interface DnsFindings {
  readonly ownership: Finding
  readonly address: Finding
  /** Addresses of the installation's own name, for people who can't set a CNAME. */
  readonly hostAddresses: readonly string[]
}

/** Checks DNS. `host`: the name or address that the domain must point to; null if unknown. Takes seconds at most, and never throws. */
export type DnsLook = (name: string, proof: string, host: string | null) => Promise<DnsFindings>

/** Asks these servers (`192.0.2.1`, `[2001:db8::1]:5353`), or those of the machine. */
export function createDnsLook(servers: readonly string[] | null): DnsLook {
  return async (name, proof, host) => {
    // one for each check: a cached answer would hide a record that was just fixed
    const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: dnsTries })
    if (servers !== null) resolver.setServers(servers)
    const place = `${proofLabel}.${name}`
    const [texts, led, own] = await Promise.all([
      ask(async () => (await resolver.resolveTxt(place)).map((parts) => parts.join(''))),
      addressesOf(resolver, name),
      host === null || isIP(host) !== 0 ? null : addressesOf(resolver, host),
    ])
    const cname = await ask(() => resolver.resolveCname(name))
    return {
      ownership: judgeOwnership(place, proof, texts),
      address: judgeAddress(name, host, { cname, led, own }),
      hostAddresses: own?.values ?? (host === null ? [] : [host]),
    }
  }
}

interface Answer {
  readonly values: readonly string[]
  /** Why the lookup failed; null if it succeeded, even without a record. */
  readonly failure: string | null
}

/** The codes for a name that does not exist, or has no record of that type. */
const none = new Set(['ENOTFOUND', 'ENODATA'])

async function ask(question: () => Promise<string[]>): Promise<Answer> {
  try {
    return { values: (await question()).slice(0, dnsValuesMost).map((value) => value.slice(0, dnsValueLength)), failure: null }
  } catch (error) {
    const code = systemCode(error) ?? 'no answer'
    return { values: [], failure: none.has(code) ? null : code }
  }
}

async function addressesOf(resolver: Resolver, name: string): Promise<Answer> {
  const [v4, v6] = await Promise.all([ask(() => resolver.resolve4(name)), ask(() => resolver.resolve6(name))])
  return { values: [...v4.values, ...v6.values], failure: v4.failure ?? v6.failure }
}

function unknown(what: string, { failure }: Answer): Finding {
  return { outcome: 'UNKNOWN', found: [], problem: dnsText.unknown(what, failure) }
}

/** Accepts a value that was copied with its quotes. */
const bare = (value: string): string => value.trim().replace(/^"(.*)"$/, '$1')

function judgeOwnership(place: string, proof: string, texts: Answer): Finding {
  const found = texts.values
  if (texts.failure !== null) return unknown(dnsText.txtRecord(place), texts)
  if (found.some((value) => bare(value) === proof)) return { outcome: 'OK', found, problem: null }
  if (found.length === 0) return { outcome: 'MISSING', found, problem: dnsText.noTxt(place) }
  return { outcome: 'WRONG', found, problem: dnsText.wrongTxt(place, found.map((value) => `"${value}"`).join(', ')) }
}

function judgeAddress(name: string, host: string | null, { cname, led, own }: { cname: Answer; led: Answer; own: Answer | null }): Finding {
  const found = [...cname.values.map((value) => `CNAME ${value}`), ...led.values]
  if (host === null) return { outcome: 'UNCHECKED', found, problem: null }
  const isAlias = cname.values.some((value) => value.toLowerCase().replace(/\.$/, '') === host)
  const wanted = own?.values ?? [host]
  if (isAlias || led.values.some((address) => wanted.includes(address))) return { outcome: 'OK', found, problem: null }
  // the lookup that failed may be the one that would match
  for (const answer of [led, cname]) if (answer.failure !== null) return unknown(name, answer)
  if (found.length === 0) return { outcome: 'MISSING', found, problem: dnsText.noAddress(name) }
  if (own !== null && own.failure !== null) return unknown(host, own)
  const here = own === null ? host : `${host} (${wanted.length === 0 ? dnsText.hostWithoutAddress : wanted.join(', ')})`
  return { outcome: 'WRONG', found, problem: dnsText.wrongAddress(name, found.join(', '), here) }
}
