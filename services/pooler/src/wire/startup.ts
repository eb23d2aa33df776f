import { startupBytesMax } from '../limits.ts'
import { Fault } from './fault.ts'

/** Request codes in place of a version (PostgreSQL documentation, 54.7). */
const cancelCode = 80877102
const tlsCode = 80877103
const gssCode = 80877104
/** The first byte of a TLS record with a handshake: encryption without asking first (documentation, 54.2.10). */
const tlsHandshake = 0x16

/** Names and values of a startup packet, in order. Latin-1, so that bytes of any encoding stay what they were. */
export type Parameters = readonly (readonly [name: string, value: string])[]

/** A client's first packet. */
export type StartupPacket =
  | { readonly kind: 'tls' }
  | { readonly kind: 'direct tls' }
  | { readonly kind: 'gss' }
  | { readonly kind: 'cancel'; readonly processId: number; readonly secret: Buffer }
  | { readonly kind: 'startup'; readonly version: number; readonly parameters: Parameters }

/** Reads one startup packet, however its bytes are split. */
export class StartupReader {
  #held: Buffer = Buffer.alloc(0)

  /** Returns the packet once it is complete, else null; later bytes are in `rest`. @throws Fault for an invalid packet, as early as possible */
  push(chunk: Buffer): StartupPacket | null {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    if (this.#held[0] === tlsHandshake) return { kind: 'direct tls' }
    if (this.#held.length < 4) {
      if (this.#held.length > 0 && this.#held[0] !== 0) throw invalidLength()
      return null
    }
    const length = this.#held.readUInt32BE(0)
    if (length < 8 || length > startupBytesMax) throw invalidLength()
    if (this.#held.length < length) return null
    const packet = readPacket(this.#held.subarray(4, length))
    this.#held = this.#held.subarray(length)
    return packet
  }

  /** Bytes that are here already and belong to no packet that was returned. */
  get rest(): Buffer {
    return this.#held
  }
}

function invalidLength(): Fault {
  return new Fault('08P01', 'invalid length of startup packet', 'This port uses version 3 of the PostgreSQL protocol.')
}

/** The packet without its length. */
function readPacket(body: Buffer): StartupPacket {
  const version = body.readUInt32BE(0)
  if (version === tlsCode || version === gssCode) {
    if (body.length !== 4) throw invalidLength()
    return { kind: version === tlsCode ? 'tls' : 'gss' }
  }
  if (version === cancelCode) {
    // a secret of 4 bytes, and of up to 256 since protocol 3.2
    if (body.length < 12 || body.length > 8 + 256) throw new Fault('08P01', 'invalid length of query cancel packet')
    return { kind: 'cancel', processId: body.readInt32BE(4), secret: Buffer.from(body.subarray(8)) }
  }
  if (version >>> 16 !== 3) {
    throw new Fault('0A000', `unsupported frontend protocol ${version >>> 16}.${version & 0xffff}: server supports 3.0 to 3.2`)
  }
  return { kind: 'startup', version, parameters: readParameters(body.subarray(4)) }
}

function readParameters(body: Buffer): Parameters {
  const malformed = (what: string): Fault => new Fault('08P01', `invalid startup packet layout: ${what}`)
  const parameters: (readonly [string, string])[] = []
  const names = new Set<string>()
  let at = 0
  const readText = (): string => {
    const end = body.indexOf(0, at)
    if (end === -1) throw malformed('unterminated string')
    const text = body.toString('latin1', at, end)
    at = end + 1
    return text
  }
  for (;;) {
    if (at >= body.length) throw malformed('expected terminator as last byte')
    const name = readText()
    if (name === '') break
    const value = readText()
    if (names.has(name)) throw malformed(`duplicate parameter "${name}"`)
    names.add(name)
    parameters.push([name, value])
  }
  if (at !== body.length) throw malformed('expected terminator as last byte')
  return parameters
}

/** A startup packet's bytes. */
export function startupBytes(version: number, parameters: Parameters): Buffer {
  const body = Buffer.from(`${parameters.map(([name, value]) => `${name}\0${value}\0`).join('')}\0`, 'latin1')
  const header = Buffer.alloc(8)
  header.writeInt32BE(body.length + 8, 0)
  header.writeUInt32BE(version, 4)
  return Buffer.concat([header, body])
}

/** A request to cancel what a server process is doing. */
export function cancelBytes(processId: number, secret: Buffer): Buffer {
  const header = Buffer.alloc(12)
  header.writeInt32BE(12 + secret.length, 0)
  header.writeUInt32BE(cancelCode, 4)
  header.writeInt32BE(processId, 8)
  return Buffer.concat([header, secret])
}
