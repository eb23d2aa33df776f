import { CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileLedger } from './file-ledger.ts'
import { bucket, hashOf, type StorageClient } from './storage-client.ts'

/** Somebody who changes files of their own, one after the other, and tells the ledger what was acknowledged. */
export interface FileUser {
  /** Goes on until told to stop, and resolves when the last request is over. */
  work(isOver: () => boolean): Promise<void>
  /** What went wrong without anybody's being killed for it. */
  readonly faults: string[]
}

interface Resumable {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Below the endpoint. */
  readonly path: string
  /** Bytes that were acknowledged. */
  offset: number
}

interface Multipart {
  readonly name: string
  readonly first: Uint8Array<ArrayBuffer>
  readonly uploadId: string
  readonly parts: { readonly PartNumber: number; readonly ETag: string }[]
  hash: string
  /** Whether a part was sent again, and nobody answered: then it may have to be sent once more. */
  isMixed: boolean
  /** Whether its completion was asked for, and nobody answered. */
  isUnsure: boolean
}

const namesEach = 6
/** Nobody answers at once when somebody was killed. */
const retryMs = 20
const resumablePath = '/upload/resumable'
/** The least that S3 lets a part have that isn't the last. */
const partBytes = 5 * 1024 * 1024

export function createFileUser(id: number, client: StorageClient, ledger: FileLedger, number: () => number): FileUser {
  const names = Array.from({ length: namesEach }, (_, index) => `user-${id}/${index}.bin`)
  const faults: string[] = []
  let resumable: Resumable | null = null
  let multipart: Multipart | null = null
  const below = (count: number): number => Math.floor(number() * count)
  const pick = <T>(from: readonly T[]): T | undefined => from[below(from.length)]
  const content = (least: number, most: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(least + below(most - least)))
  const isBusy = (name: string): boolean => name === resumable?.name || name === multipart?.name
  const certain = (isThere: boolean): string[] =>
    names.filter((name) => !isBusy(name) && ledger.known(name) !== undefined && (ledger.known(name) !== null) === isThere)
  const any = (): string | undefined => pick(names.filter((name) => !isBusy(name) && ledger.known(name) !== undefined))
  const acknowledge = (name: string, state: string | null): void => {
    ledger.is(name, state)
    ledger.acknowledged += 1
  }

  const upload = async (least: number, most: number): Promise<void> => {
    const name = any()
    if (name === undefined) return
    const bytes = content(least, most)
    const isNew = ledger.known(name) === null && number() < 0.5
    const headers = { 'content-type': 'application/octet-stream', ...(!isNew && { 'x-upsert': 'true' }) }
    const answer = await client.ask('POST', `/object/${bucket}/${name}`, { headers, body: bytes })
    if (answer?.status === 200) acknowledge(name, hashOf(bytes))
    else ledger.mayBe(name, hashOf(bytes))
  }

  const remove = async (): Promise<void> => {
    const name = pick(certain(true))
    if (name === undefined) return
    const answer = await client.ask('DELETE', `/object/${bucket}/${name}`)
    if (answer?.status === 200) acknowledge(name, null)
    else ledger.mayBe(name, null)
  }

  const transfer = async (kind: 'move' | 'copy'): Promise<void> => {
    const [from, to] = [pick(certain(true)), pick(certain(false))]
    if (from === undefined || to === undefined) return
    const state = ledger.known(from)!
    const body = JSON.stringify({ bucketId: bucket, sourceKey: from, destinationKey: to })
    const answer = await client.ask('POST', `/object/${kind}`, { headers: { 'content-type': 'application/json' }, body })
    if (answer?.status === 200) {
      acknowledge(to, state)
      if (kind === 'move') ledger.is(from, null)
    } else if (kind === 'copy') ledger.mayBe(to, state)
    else ledger.mayHaveMoved({ from, to, state })
  }

  const tus = (method: string, path: string, headers: Readonly<Record<string, string>>, body?: Uint8Array<ArrayBuffer>) =>
    client.ask(method, path, { headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body }) })

  const beginResumable = async (): Promise<void> => {
    const name = any()
    if (name === undefined) return
    const bytes = content(1_000_000, 3_000_000)
    const fields = { bucketName: bucket, objectName: name, contentType: 'application/octet-stream' }
    const metadata = Object.entries(fields).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    const answer = await tus('POST', resumablePath, {
      'upload-length': String(bytes.length),
      'upload-metadata': metadata.join(','),
      ...(ledger.known(name) !== null && { 'x-upsert': 'true' }),
    })
    const location = answer?.headers.get('location')
    if (answer?.status !== 201 || !location) return
    resumable = { name, bytes, path: resumablePath + location.slice(location.lastIndexOf('/')), offset: 0 }
  }

  /** Asks how far it is, as a client does that was cut off, and sends the next piece. */
  const goOn = async (upload: Resumable): Promise<void> => {
    const { name, bytes, path } = upload
    const asked = await tus('HEAD', path, {})
    if (asked === undefined || asked.status >= 500) return
    const offset = Number(asked.headers.get('upload-offset') ?? Number.NaN)
    if (asked.status !== 200 || !(offset >= upload.offset)) {
      faults.push(`a resumable upload of ${name} was at ${upload.offset} of ${bytes.length}, and then ${asked.status} ${offset}`)
      resumable = null
      return
    }
    upload.offset = offset
    if (offset === bytes.length) {
      acknowledge(name, hashOf(bytes))
      resumable = null
      return
    }
    const end = Math.min(bytes.length, offset + 700_000)
    if (end === bytes.length) ledger.mayBe(name, hashOf(bytes))
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
    const answer = await tus('PATCH', path, headers, bytes.slice(offset, end))
    if (answer?.status !== 204) return
    upload.offset = end
    if (end < bytes.length) return
    acknowledge(name, hashOf(bytes))
    resumable = null
  }

  const sendPart = async ({ name, uploadId }: Multipart, PartNumber: number, Body: Uint8Array) => {
    const { ETag } = await client.s3().send(new UploadPartCommand({ Bucket: bucket, Key: name, UploadId: uploadId, PartNumber, Body }))
    return { PartNumber, ETag: ETag! }
  }

  /** Sends the second part again, with other bytes. */
  const replacePart = async (upload: Multipart): Promise<void> => {
    const second = content(1, 500_000)
    upload.isMixed = true
    upload.parts[1] = await sendPart(upload, 2, second)
    upload.hash = hashOf(Buffer.concat([upload.first, second]))
    upload.isMixed = false
  }

  const beginMultipart = async (): Promise<void> => {
    const name = any()
    if (name === undefined) return
    const parts = [content(partBytes, partBytes + 1), content(1, 500_000)]
    const { UploadId: uploadId } = await client.s3().send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: name }))
    const hash = hashOf(Buffer.concat(parts))
    const begun: Multipart = { name, first: parts[0]!, uploadId: uploadId!, parts: [], hash, isMixed: false, isUnsure: false }
    for (const [index, Body] of parts.entries()) begun.parts.push(await sendPart(begun, index + 1, Body))
    // every part was acknowledged: from now on it can be completed, whoever is killed
    multipart = begun
  }

  const complete = async (upload: Multipart): Promise<void> => {
    const { name, hash, uploadId, parts } = upload
    ledger.mayBe(name, hash)
    try {
      await client.s3().send(new CompleteMultipartUploadCommand({ Bucket: bucket, Key: name, UploadId: uploadId, MultipartUpload: { Parts: parts } }))
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
      if (status === undefined || status >= 500) {
        upload.isUnsure = true
        return
      }
      // it was completed by a request that nobody answered, or it is lost
      const isDone = upload.isUnsure && status === 404 && (await client.read(name)) === hash
      const isMixed = upload.isMixed && String(error).includes('InvalidPart')
      if (!isDone && !isMixed) faults.push(`an S3 upload of ${name} with all its parts was refused: ${status} ${String(error)}`)
      multipart = null
      return
    }
    acknowledge(name, hash)
    multipart = null
  }

  const act = (): Promise<void> => {
    if (resumable !== null && number() < 0.6) return goOn(resumable)
    if (multipart !== null && !multipart.isUnsure && number() < 0.4) return replacePart(multipart)
    if (multipart !== null && number() < 0.6) return complete(multipart)
    const lot = number()
    if (lot < 0.3) return upload(1, 60_000)
    if (lot < 0.45) return upload(1_000_001, 2_000_000)
    if (lot < 0.6) return resumable === null ? beginResumable() : goOn(resumable)
    if (lot < 0.65) return multipart === null ? beginMultipart() : complete(multipart)
    if (lot < 0.75) return transfer('move')
    if (lot < 0.87) return transfer('copy')
    return remove()
  }

  return {
    faults,
    async work(isOver) {
      while (!isOver()) {
        const before = ledger.acknowledged
        // of an upload in parts whose first requests fail there is nothing to remember
        await act().catch((error: unknown) => {
          if (error instanceof Error && error.message.includes('was not answered')) faults.push(error.message)
        })
        if (ledger.acknowledged === before) await sleep(retryMs)
      }
    },
  }
}
