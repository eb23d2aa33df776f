import type { Arrival } from '../entrances.ts'
import { earlyBytesMax } from '../limits.ts'
import type { ProjectClient, ProjectDirectory, RoleLogin } from '@colonnade/projects'
import type { Reach } from '../projects/reach.ts'
import { Fault } from '../wire/fault.ts'
import { authenticate } from './authenticate.ts'
import type { ScramKeys } from './scram-server.ts'

export interface ProofParts {
  readonly reach: Reach
  readonly login: ProjectDirectory['login']
  readonly mockSecret: Buffer
  /** Told of what should not happen. */
  readonly onError: (error: unknown) => void
}

/** A client that knows the password of its role. */
export interface Proof {
  /** Bytes that came after the exchange. */
  readonly rest: Buffer
  readonly keys: ScramKeys
  /** Checks again, once the project is awake. @throws Fault if the password has changed since */
  recheck(): Promise<void>
}

/**
 * Has a client prove who it is before it costs its project anything: nobody is woken, and no place is taken. The project's own roles decide; of one
 * that sleeps, those that it fell asleep with. Only where these aren't known it has to be woken to be asked.
 *
 * @returns null when the client left
 * @throws Fault
 */
export async function prove(arrival: Arrival, client: ProjectClient, parts: ProofParts): Promise<Proof | null> {
  const { stream, ref } = arrival
  const early = holdEarly(stream)
  const ask = async (): Promise<RoleLogin | null | 'unknown'> => {
    try {
      return await (arrival.login ?? parts.login)(ref, client.role)
    } catch (error) {
      parts.onError(error)
      throw new Fault('57P03', `project ${ref} cannot be reached right now`, 'Try again in a moment.')
    }
  }
  const askAwake = async (): Promise<RoleLogin | null> => {
    const { release } = await parts.reach(ref, client)
    try {
      const login = await ask()
      return login === 'unknown' ? null : login
    } finally {
      release()
    }
  }
  try {
    await parts.reach.look(ref, client)
    const found = await ask()
    const login = found === 'unknown' ? await askAwake() : found
    if (stream.destroyed || stream.writableEnded) return null
    const rest = Buffer.concat([arrival.rest, early.release()])
    const proven = await authenticate(stream, { role: client.role, mockName: `${client.role}.${ref}`, login, mockSecret: parts.mockSecret, rest })
    if (proven === null) return null
    return {
      ...proven,
      async recheck() {
        if (login?.isKept !== true) return
        const now = await ask()
        if (now === 'unknown' || now?.verifier === login?.verifier) return
        throw new Fault('28P01', `password authentication failed for user "${client.role}"`)
      },
    }
  } finally {
    early.release()
  }
}

/** Reads on while a client waits, so that its leaving is seen; few clients say anything before they are asked. */
export function holdEarly(client: Arrival['stream']): { release(): Buffer } {
  const held: Buffer[] = []
  let bytes = 0
  const onData = (chunk: Buffer): void => {
    held.push(chunk)
    bytes += chunk.length
    if (bytes > earlyBytesMax) client.pause()
  }
  client.on('data', onData)
  client.resume()
  return {
    release() {
      client.off('data', onData)
      client.pause()
      return Buffer.concat(held.splice(0))
    },
  }
}
