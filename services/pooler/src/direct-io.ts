import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Calls of a socket's descriptor itself, without a way through the event loop and its streams. */
export interface DirectIo {
  /** Returns the available bytes; null for none, an end or an error, which the stream reports; undefined while only the stream may read. */
  read(socket: Socket): Buffer | null | undefined
  /** Works as `socket.write`: returns false when the other end can't take more for now. */
  write(socket: Socket, bytes: Buffer): boolean
}

/** recv(2) and send(2), as the C library has them: the length that was passed on, or -1. */
export interface SystemCalls {
  readonly recv: Call
  readonly send: Call
}

type Call = (descriptor: number, bytes: Buffer, length: number, flags: number) => number

/** MSG_DONTWAIT and MSG_NOSIGNAL of Linux. */
const [dontWait, noSignal] = [0x40, 0x4000]
/** Bytes per read; the next one reads more. */
const readMax = 16 * 1024

/**
 * The streams of Node take longer to pass a small packet on than the kernel does. What they hold comes first: a socket is read or written
 * directly only while nothing of it is in them, so that no byte overtakes another.
 */
export function createDirectIo(calls: SystemCalls | null = systemCalls()): DirectIo {
  if (!calls) return { read: () => undefined, write: (socket, bytes) => socket.write(bytes) }
  const { recv, send } = calls
  const scratch = Buffer.allocUnsafeSlow(readMax)
  return {
    read(socket) {
      const descriptor = socket.readableFlowing && socket.readableLength === 0 ? descriptorOf(socket) : null
      if (descriptor === null) return undefined
      const length = recv(descriptor, scratch, readMax, dontWait)
      return length > 0 ? Buffer.from(scratch.subarray(0, length)) : null
    },
    write(socket, bytes) {
      const descriptor = socket.writable && socket.writableLength === 0 ? descriptorOf(socket) : null
      const sent = descriptor === null ? 0 : send(descriptor, bytes, bytes.length, dontWait | noSignal)
      if (sent === bytes.length) return true
      return socket.write(sent > 0 ? bytes.subarray(sent) : bytes)
    },
  }
}

/** null for a socket that is closed, or whose bytes are not those of its stream. */
function descriptorOf(socket: Socket & { readonly _handle?: { readonly fd?: number } | null }): number | null {
  if (socket instanceof TLSSocket || socket.connecting) return null
  const descriptor = socket._handle?.fd ?? -1
  return descriptor < 0 ? null : descriptor
}

/** null where the flags are others, or the library has no build for the machine: the streams do it all there. */
function systemCalls(): SystemCalls | null {
  if (process.platform !== 'linux') return null
  try {
    const { load } = createRequire(import.meta.url)('koffi') as typeof import('koffi')
    // the program itself is linked with the C library, whatever that is called here
    const library = load(null)
    return {
      recv: library.func('int64 recv(int, void*, size_t, int)'),
      send: library.func('int64 send(int, const void*, size_t, int)'),
    }
  } catch {
    return null
  }
}
