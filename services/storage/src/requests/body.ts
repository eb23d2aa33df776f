import type { ServiceRequest } from '@colonnade/projects'
import { type z } from 'zod'
import { StorageError } from '../errors.ts'
import { jsonBytesMost } from '../limits.ts'

/** Reads a JSON body; an empty one has no fields. @throws StorageError `InvalidRequest`, `EntityTooLarge` */
export async function readJson<Schema extends z.ZodType>(request: ServiceRequest, schema: Schema): Promise<z.output<Schema>> {
  return check(parseJson(await readText(request)), schema, 'body')
}

/** Checks parameters of the URL. @throws StorageError `InvalidRequest` */
export function readQuery<Schema extends z.ZodType>(query: URLSearchParams, schema: Schema): z.output<Schema> {
  return check(Object.fromEntries(query), schema, 'querystring')
}

function check<Schema extends z.ZodType>(value: unknown, schema: Schema, where: string): z.output<Schema> {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const path = [where, ...(issue?.path ?? []).map(String)].join('/')
  throw new StorageError('InvalidRequest', `${path}: ${issue?.message ?? 'is not valid'}`)
}

async function readText({ headers, body }: ServiceRequest): Promise<string> {
  const tooLarge = (): StorageError => new StorageError('EntityTooLarge', `The body exceeded ${jsonBytesMost} bytes`)
  if (Number(headers['content-length'] ?? 0) > jsonBytesMost) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > jsonBytesMost) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (error) {
    throw new StorageError('InvalidRequest', 'The body is not UTF-8', { cause: error })
  }
}

function parseJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StorageError('InvalidRequest', 'The body is not JSON', { cause: error })
  }
}
