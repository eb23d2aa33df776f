import type { DnsOutcome } from '@colonnade/contracts/connections/custom-domains'
import { systemCode } from '@colonnade/objects'
import { dnsTimeoutMs, dnsTries, dnsValueLength, dnsValuesMost } from '../../../kernel/limits.ts'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { proofLabel } from './domain-names.ts'

/** What was found for one purpose. */
export interface Finding {
  readonly outcome: DnsOutcome
  readonly found: readonly string[]
  readonly problem: string | null
}

/** What one look at DNS found. */
export interface DnsFindings {
  readonly ownership: Finding
  readonly address: Finding
  /** Of the installation's own name, for whoever can set no CNAME. */
  readonly hostAddresses: readonly string[]
}

/** Looks at DNS. `host`: where the name is to lead, a name or an address; null where that is not known. Takes seconds at most, and never throws. */
export type DnsLook = (name: string, proof: string, host: string | null) => Promise<DnsFindings>

/** Asks these servers (`192.0.2.1`, `[2001:db8::1]:5353`), or those of the machine. */
export function createDnsLook(servers: readonly string[] | null): DnsLook {
  return async (name, proof, host) => {
    // one for each look: an answer that was kept would hide what was just mended
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
  /** Why it is not known; null where it is known, also that there is none. */
  readonly failure: string | null
}

/** What a server says of a name that there is not, or not of that type. */
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
  return { outcome: 'UNKNOWN', found: [], problem: `${what} could not be looked up: the DNS servers answered ${failure}` }
}

/** Copied with the quotes around it, a value is right all the same. */
const bare = (value: string): string => value.trim().replace(/^"(.*)"$/, '$1')

function judgeOwnership(place: string, proof: string, texts: Answer): Finding {
  const found = texts.values
  if (texts.failure !== null) return unknown(`The TXT record ${place}`, texts)
  if (found.some((value) => bare(value) === proof)) return { outcome: 'OK', found, problem: null }
  if (found.length === 0) return { outcome: 'MISSING', found, problem: `There is no TXT record at ${place}` }
  return { outcome: 'WRONG', found, problem: `The TXT record at ${place} has another value: ${found.map((value) => `"${value}"`).join(', ')}` }
}

function judgeAddress(name: string, host: string | null, { cname, led, own }: { cname: Answer; led: Answer; own: Answer | null }): Finding {
  const found = [...cname.values.map((value) => `CNAME ${value}`), ...led.values]
  if (host === null) return { outcome: 'UNCHECKED', found, problem: null }
  const isAlias = cname.values.some((value) => value.toLowerCase().replace(/\.$/, '') === host)
  const wanted = own?.values ?? [host]
  if (isAlias || led.values.some((address) => wanted.includes(address))) return { outcome: 'OK', found, problem: null }
  // one that was not answered may be the one that would fit
  for (const answer of [led, cname]) if (answer.failure !== null) return unknown(name, answer)
  if (found.length === 0) return { outcome: 'MISSING', found, problem: `${name} leads nowhere: it has no CNAME, A or AAAA record` }
  if (own !== null && own.failure !== null) return unknown(host, own)
  const here = own === null ? host : `${host} (${wanted.length === 0 ? 'which has no address itself' : wanted.join(', ')})`
  return { outcome: 'WRONG', found, problem: `${name} leads to ${found.join(', ')}, and not to ${here}` }
}
