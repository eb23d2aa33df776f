import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import type { DigestName } from '../versions/version-store.ts'

export type HashRequest =
  | { readonly id: number; readonly kind: 'update'; readonly names: readonly DigestName[]; readonly block: ArrayBuffer; readonly length: number }
  | { readonly id: number; readonly kind: 'digest' | 'forget' }

export type HashAnswer = { readonly id: number; readonly block: ArrayBuffer } | { readonly id: number; readonly digests: Record<string, Uint8Array> }

/** Digests of one text that comes in pieces. */
export class Digests {
  readonly #hashes = new Map<DigestName, Hash>()
  #crc: number | null = null

  constructor(names: readonly DigestName[]) {
    for (const name of names) {
      if (name === 'crc32') this.#crc = 0
      else this.#hashes.set(name, createHash(name))
    }
  }

  update(bytes: Uint8Array): void {
    for (const hash of this.#hashes.values()) hash.update(bytes)
    if (this.#crc !== null) this.#crc = crc32(bytes, this.#crc)
  }

  digest(): Partial<Record<DigestName, Buffer>> {
    const digests: Partial<Record<DigestName, Buffer>> = {}
    for (const [name, hash] of this.#hashes) digests[name] = hash.digest()
    if (this.#crc !== null) {
      digests.crc32 = Buffer.alloc(4)
      digests.crc32.writeUInt32BE(this.#crc)
    }
    return digests
  }
}

const running = new Map<number, Digests>()

parentPort?.on('message', (request: HashRequest) => {
  const { id } = request
  if (request.kind === 'update') {
    const { names, block, length } = request
    const digests = running.get(id) ?? new Digests(names)
    running.set(id, digests)
    digests.update(new Uint8Array(block, 0, length))
    parentPort!.postMessage({ id, block } satisfies HashAnswer, [block])
    return
  }
  const digests = running.get(id)
  running.delete(id)
  if (request.kind === 'digest') parentPort!.postMessage({ id, digests: digests?.digest() ?? {} } satisfies HashAnswer, [])
})
