import { strangersMax } from '../limits.ts'
import { Fault } from '../wire/fault.ts'

/** Clients that have not shown a password yet. They are counted apart, so that they take no place of those that have. */
export interface Strangers {
  /** Somebody has connected from an address. When there are too many, the one who has had the longest time to show a password is turned away for it. */
  arrive(address: string, turnAway: (fault: Fault) => void): Stranger
}

/** One of them. */
export interface Stranger {
  /** It has said which project it wants. */
  asksFor(ref: string): void
  /** It is none any longer: it has shown its password, or is gone. Returns false for one who was turned away. */
  leave(): boolean
}

export interface StrangerLimits {
  /** From one address at once. */
  readonly ofAddress: number
  /** For one project at once, from wherever. */
  readonly ofProject: number
}

interface Entry {
  readonly network: string
  readonly turnAway: (fault: Fault) => void
  project: string | null
  isTurnedAway: boolean
}

export function createStrangers({ ofAddress, ofProject }: StrangerLimits = strangersMax): Strangers {
  const networks = new Map<string, Set<Entry>>()
  const projects = new Map<string, Set<Entry>>()
  const add = (sets: Map<string, Set<Entry>>, key: string, entry: Entry): Set<Entry> => {
    const set = sets.get(key) ?? new Set()
    sets.set(key, set.add(entry))
    return set
  }
  const remove = (sets: Map<string, Set<Entry>>, key: string, entry: Entry): void => {
    const set = sets.get(key)
    set?.delete(entry)
    if (set?.size === 0) sets.delete(key)
  }
  const leave = (entry: Entry): void => {
    remove(networks, entry.network, entry)
    if (entry.project !== null) remove(projects, entry.project, entry)
  }
  const evict = (entry: Entry | undefined, why: string): void => {
    if (!entry) return
    entry.isTurnedAway = true
    leave(entry)
    entry.turnAway(new Fault('53300', why, 'Connect again and authenticate right away.'))
  }
  return {
    arrive(address, turnAway) {
      const entry: Entry = { network: networkOf(address), turnAway, project: null, isTurnedAway: false }
      const near = add(networks, entry.network, entry)
      if (near.size > ofAddress) evict(oldestOfMost(near), `more than ${ofAddress} clients from ${address} have not authenticated`)
      return {
        asksFor(ref) {
          if (entry.isTurnedAway) return
          entry.project = ref
          const same = add(projects, ref, entry)
          if (same.size > ofProject) evict([...same][0], `more than ${ofProject} clients of project ${ref} have not authenticated`)
        },
        leave() {
          leave(entry)
          return !entry.isTurnedAway
        },
      }
    },
  }
}

/** The first of those who want the same as most of them: whoever wants something else from there is not to suffer for it. */
function oldestOfMost(entries: ReadonlySet<Entry>): Entry | undefined {
  const groups = Map.groupBy(entries, ({ project }) => project)
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), [])[0]
}

/** The address of IPv4, or the network of 64 bits that a host of IPv6 has to itself (RFC 4291, 2.5.4). */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [before = '', after] = plain.split('::')
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = after === undefined ? 0 : 8 - head!.length - tail!.length
  return [...head!, ...Array<string>(zeros).fill('0'), ...tail!].slice(0, 4).join(':')
}
