import { strangersMax } from '../limits.ts'
import { Fault } from '../wire/fault.ts'

/** Clients that have not shown a password yet. They are counted apart, so that they take no place of those that have. */
export interface Strangers {
  /** Somebody has connected from an address. Null when so many from there are open that it is not even heard. */
  arrive(address: string): Stranger | null
}

/** One of them. */
export interface Stranger {
  /** It has said which project it wants. @throws Fault when there are too many from its address, or for this project */
  asksFor(ref: string): void
  /** It is none any longer: it has shown its password, or is gone. */
  leave(): void
}

export interface StrangerLimits {
  /** From one address at once. Twice as many are told why they are turned away. */
  readonly ofAddress: number
  /** For one project at once, from wherever. */
  readonly ofProject: number
}

export function createStrangers({ ofAddress, ofProject }: StrangerLimits = strangersMax): Strangers {
  const addresses = new Map<string, number>()
  const projects = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string, change: number): number => {
    const next = (counts.get(key) ?? 0) + change
    if (next > 0) counts.set(key, next)
    else counts.delete(key)
    return next
  }
  return {
    arrive(address) {
      const network = networkOf(address)
      const isTooMany = count(addresses, network, 1) > ofAddress
      if ((addresses.get(network) ?? 0) > 2 * ofAddress) {
        count(addresses, network, -1)
        return null
      }
      let asked: string | null = null
      let isHere = true
      return {
        asksFor(ref) {
          if (isTooMany) {
            throw new Fault('53300', `${ofAddress} clients from ${address} have not shown a password yet, and there may be no more`, waitHint)
          }
          if (!isHere) return
          asked = ref
          if (count(projects, ref, 1) <= ofProject) return
          throw new Fault('53300', `${ofProject} clients of project ${ref} have not shown a password yet, and there may be no more`, waitHint)
        },
        leave() {
          if (!isHere) return
          isHere = false
          count(addresses, network, -1)
          if (asked !== null) count(projects, asked, -1)
        },
      }
    },
  }
}

const waitHint = 'Try again in a few seconds.'

/** The address of IPv4, or the network of 64 bits that a host of IPv6 has to itself (RFC 4291, 2.5.4). */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [before = '', after] = plain.split('::')
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = after === undefined ? 0 : 8 - head!.length - tail!.length
  return [...head!, ...Array<string>(zeros).fill('0'), ...tail!].slice(0, 4).join(':')
}
