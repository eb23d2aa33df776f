import type { Random } from '@colonnade/core'
import { timingSafeEqual } from 'node:crypto'
import type { Address } from '@colonnade/projects'
import type { CancelKey } from '../wire/greeting.ts'
import { requestCancel } from '../request-cancel.ts'

/** Our cancel keys, each for a server's key: processes of two projects may have the same number. */
export interface CancelKeys {
  /** A key for the client in place of the server's, of the same length. */
  issue(key: CancelKey, address: Address): CancelKey
  revoke(processId: number): void
  /** Passes a request on to the server that the key stands for. Whether there is one: for any other nothing happens, as in Postgres. */
  cancel(key: CancelKey): Promise<boolean>
}

export function createCancelKeys(random: Random): CancelKeys {
  const issued = new Map<number, { readonly secret: Buffer; readonly key: CancelKey; readonly address: Address }>()
  const newProcessId = (): number => {
    for (;;) {
      const number = Buffer.from(random.bytes(4)).readUInt32BE(0) & 0x7fffffff
      if (number > 0 && !issued.has(number)) return number
    }
  }
  return {
    issue(key, address) {
      const processId = newProcessId()
      const secret = Buffer.from(random.bytes(key.secret.length))
      issued.set(processId, { secret, key, address })
      return { processId, secret }
    },
    revoke: (processId) => void issued.delete(processId),
    async cancel({ processId, secret }) {
      const found = issued.get(processId)
      if (!found || found.secret.length !== secret.length || !timingSafeEqual(found.secret, secret)) return false
      await requestCancel(found.address, found.key)
      return true
    },
  }
}
