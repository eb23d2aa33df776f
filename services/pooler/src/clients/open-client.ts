import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { Fault, fatalResponse } from '../wire/fault.ts'
import { linger } from './linger.ts'
import { type Parameters, type StartupPacket, StartupReader } from '../wire/startup.ts'

/** PostgreSQL's ALPN name: without it, any TLS client could be directed here (documentation, 54.2.10). */
const alpn = 'postgresql'

/** Certificates for TLS clients. */
export interface Certificates {
  readonly own: SecureContext
  /** Returns the context of a server name; undefined for a name without its own. */
  readonly forName: (servername: string) => SecureContext | undefined
}

/** A client that has said what it wants; nothing is read from its stream until somebody does. */
export type Opening =
  | { readonly kind: 'cancel'; readonly stream: Socket; readonly processId: number; readonly secret: Buffer }
  | {
      readonly kind: 'startup'
      readonly stream: Socket
      readonly version: number
      readonly parameters: Parameters
      /** The name that was asked for by TLS. */
      readonly servername: string | null
      /** Bytes that came after the packet. */
      readonly rest: Buffer
    }

/** Answers requests for encryption until the client sends its startup packet. Returns null if it disconnected, or was refused with an error. */
export async function openClient(socket: Socket, certificates: Certificates): Promise<Opening | null> {
  let stream = socket
  const asked = new Set<StartupPacket['kind']>()
  try {
    for (;;) {
      const reader = new StartupReader()
      const packet = await nextPacket(stream, reader)
      if (packet === null) return null
      if (packet.kind === 'cancel') return { ...packet, stream }
      if (packet.kind === 'startup') {
        const servername = stream instanceof TLSSocket && typeof stream.servername === 'string' ? stream.servername : null
        return { ...packet, stream, servername, rest: reader.rest }
      }
      const isDirect = packet.kind === 'direct tls'
      if (asked.has(packet.kind) || (packet.kind !== 'gss' && stream instanceof TLSSocket)) throw new Fault('08P01', 'encryption was requested twice')
      asked.add(packet.kind)
      // bytes that someone in the middle put behind the request would pass for encrypted ones (CVE-2021-23214)
      if (!isDirect && (reader.rest.length > 0 || stream.readableLength > 0))
        throw new Fault('08P01', 'received unencrypted data after encryption request')
      if (packet.kind === 'gss') {
        stream.write('N')
        continue
      }
      if (isDirect) stream.unshift(reader.rest)
      else stream.write('S')
      const secured = await secure(stream, certificates)
      if (secured === null || (isDirect && secured.alpnProtocol !== alpn)) {
        stream.destroy()
        return null
      }
      stream = secured
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    refuse(stream, error)
    return null
  }
}

/** Sends a client the error, and closes. */
export function refuse(stream: Socket, fault: Fault): void {
  // the rest of its input is ignored, but a socket with unread bytes would be reset, and lose the error
  stream.resume()
  stream.end(fatalResponse(fault))
  linger(stream)
}

/** null when the client leaves before. @throws Fault */
function nextPacket(stream: Socket, reader: StartupReader): Promise<StartupPacket | null> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      stream.pause()
      stream.off('data', onData)
      stream.off('close', onClose)
    }
    const onClose = (): void => {
      settle()
      resolve(null)
    }
    const onData = (chunk: Buffer): void => {
      try {
        const packet = reader.push(chunk)
        if (packet === null) return
        settle()
        resolve(packet)
      } catch (error) {
        settle()
        reject(error)
      }
    }
    if (stream.destroyed) return resolve(null)
    stream.on('data', onData)
    stream.on('close', onClose)
    stream.resume()
  })
}

/** null when the client speaks no TLS, or does not take our certificate. */
function secure(stream: Socket, { own, forName }: Certificates): Promise<TLSSocket | null> {
  return new Promise((resolve) => {
    const secured = new TLSSocket(stream, {
      isServer: true,
      secureContext: own,
      ALPNProtocols: [alpn],
      SNICallback: (servername, answer) => answer(null, forName(servername)),
    })
    secured.on('error', () => {})
    secured.once('secure', () => resolve(secured))
    secured.once('close', () => resolve(null))
  })
}
