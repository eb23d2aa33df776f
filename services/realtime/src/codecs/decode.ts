import type { Frame, PushFrame, Ref, Version } from './frames.ts'

/** Returns what a client sent; null for what is no message. */
export function decode(version: Version, bytes: Buffer, isBinary: boolean): Frame | PushFrame | null {
  if (isBinary) return version === 2 ? decodePush(bytes) : null
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
  if (version === 2) return Array.isArray(value) && value.length === 5 ? frameOf(value[0], value[1], value[2], value[3], value[4]) : null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { join_ref: joinRef, ref, topic, event, payload } = value as Readonly<Record<string, unknown>>
  return frameOf(joinRef, ref, topic, event, payload)
}

function frameOf(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  if (!isRef(joinRef) || !isRef(ref)) return null
  return { kind: 'frame', joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload }
}

function isRef(value: unknown): value is Ref | undefined {
  return value === null || value === undefined || (typeof value === 'string' && value.length <= 255) || typeof value === 'number'
}

/** The one kind of binary frame that clients send. */
const pushKind = 3
const jsonEncoding = 1
const bytesEncoding = 0

/** `3,|join_ref|,|ref|,|topic|,|event|,|meta|,encoding`, the five texts, the content. */
function decodePush(frame: Buffer): PushFrame | null {
  if (frame.length < 7 || frame[0] !== pushKind) return null
  const encoding = frame[6]
  if (encoding !== jsonEncoding && encoding !== bytesEncoding) return null
  const texts: string[] = []
  let at = 7
  for (let index = 1; index <= 5; index += 1) {
    const end = at + frame[index]!
    texts.push(frame.toString('utf8', at, end))
    at = end
  }
  if (at > frame.length) return null
  const [joinRef, ref, topic, name, meta] = texts as [string, string, string, string, string]
  const bytes = frame.subarray(at)
  if (encoding === jsonEncoding && !isJson(bytes)) return null
  return { kind: 'push', joinRef: joinRef || null, ref: ref || null, topic, name, meta, content: { isJson: encoding === jsonEncoding, bytes } }
}

/** Returns true if the bytes are JSON: they are passed on within JSON to sockets of the first version. */
export function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
