import { S3Error } from '../errors.ts'

/** What a form was signed for (Amazon S3 API reference, "Creating a POST policy"). */
export interface PostPolicy {
  /** How long the file may be. */
  readonly bytes: { readonly least: number; readonly most: number }
}

interface Condition {
  readonly kind: 'eq' | 'starts-with'
  readonly field: string
  readonly value: string
}

/** They say what signed the form, or are the policy itself. */
const unconditional: ReadonlySet<string> = new Set(['policy', 'x-amz-signature', 'file'])
const mostConditions = 200

/** @param fields names in lower case. @throws S3Error `AccessDenied`, `InvalidPolicyDocument` */
export function requirePolicy(base64: string, fields: ReadonlyMap<string, string>, bucket: string, nowMs: number): PostPolicy {
  const { expiration, conditions, bytes } = parsePolicy(base64)
  if (expiration <= nowMs) throw new S3Error('AccessDenied', 'Invalid according to Policy: Policy expired.')
  const covered = new Set<string>()
  for (const { kind, field, value } of conditions) {
    const actual = field === 'bucket' ? bucket : (fields.get(field) ?? '')
    const isMet =
      kind === 'eq'
        ? actual === value
        : field === 'content-type'
          ? actual.split(',').every((each) => each.trim().startsWith(value))
          : actual.startsWith(value)
    if (!isMet) {
      throw new S3Error('AccessDenied', `Invalid according to Policy: Policy Condition failed: ["${kind}", "$${field}", "${value}"]`)
    }
    covered.add(field)
  }
  for (const name of fields.keys()) {
    if (unconditional.has(name) || name.startsWith('x-ignore-') || covered.has(name)) continue
    throw new S3Error('AccessDenied', `Invalid according to Policy: Extra input fields: ${name}`)
  }
  return { bytes }
}

function parsePolicy(base64: string): {
  readonly expiration: number
  readonly conditions: readonly Condition[]
  readonly bytes: PostPolicy['bytes']
} {
  const refuse = (): S3Error => new S3Error('InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.')
  let document: unknown
  try {
    document = JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
  } catch {
    throw refuse()
  }
  if (typeof document !== 'object' || document === null) throw refuse()
  const { expiration, conditions: listed } = document as { expiration?: unknown; conditions?: unknown }
  const time = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN
  if (Number.isNaN(time) || !Array.isArray(listed) || listed.length > mostConditions) throw refuse()
  const conditions: Condition[] = []
  let bytes = { least: 0, most: Number.MAX_SAFE_INTEGER }
  for (const each of listed as unknown[]) {
    if (Array.isArray(each)) {
      const [kind, name, value] = each as unknown[]
      const lower = typeof kind === 'string' ? kind.toLowerCase() : ''
      if (lower === 'content-length-range') {
        const [least, most] = [Number(name), Number(value)]
        if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || least < 0) throw refuse()
        bytes = { least: Math.max(bytes.least, least), most: Math.min(bytes.most, most) }
        continue
      }
      if ((lower !== 'eq' && lower !== 'starts-with') || typeof name !== 'string' || !name.startsWith('$') || typeof value !== 'string')
        throw refuse()
      conditions.push({ kind: lower, field: name.slice(1).toLowerCase(), value })
    } else if (typeof each === 'object' && each !== null) {
      for (const [name, value] of Object.entries(each)) conditions.push({ kind: 'eq', field: name.toLowerCase(), value: String(value) })
    } else {
      throw refuse()
    }
  }
  return { expiration: time, conditions, bytes }
}
