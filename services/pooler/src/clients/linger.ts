import type { Socket } from 'node:net'
import { lingerMs } from '../limits.ts'

/** Closes a socket that was ended, and whose other end does not close it. */
export function linger(socket: Socket): void {
  if (socket.destroyed) return
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
