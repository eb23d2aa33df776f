import { AppError } from '@colonnade/core'
import { type ComputeSize, computeSizes } from '../../clusters.ts'
import type { Account } from './accounts.ts'
import { readIfThere, writeDurably } from './files.ts'

/** What is kept about a cluster beside its data: `cluster.json`. */
export interface ClusterDescription {
  readonly ref: string
  readonly compute: ComputeSize
  /** engine version, e.g. "18.4" */
  readonly version: string
  /** TCP port on loopback, and the number in the socket's name */
  readonly port: number
  readonly account: Account
  /** The cluster that it is a replica of. */
  readonly follows: string | null
  /**
   * The largest size that the cluster it follows has had since it was copied: what that wrote then can only be repeated with the limits of then.
   */
  readonly followedCompute?: ComputeSize
  /** The restore that it comes from. */
  readonly restore?: string
  /** Its WAL is archived continuously. */
  readonly isArchiving?: boolean
  /** Nobody but our superuser comes in until it is opened again. */
  readonly isClosed?: boolean
  /** What was in its place before is kept. */
  readonly keepsFormer?: boolean
  /** The promotion by which it came to its place. */
  readonly promotion?: DescribedPromotion
}

export interface DescribedPromotion {
  readonly id: string
  /** The timeline that it has to leave; null for the one that its own files say. Absent once it has. */
  readonly leaves?: number | null
  /** Whether it has all that its former primary had written. */
  readonly isComplete: boolean
  /** Whether that can follow it as it is. */
  readonly isFormerWhole: boolean
}

const mode = 0o600

/** Writes the description durably. */
export async function writeDescription(path: string, description: ClusterDescription): Promise<void> {
  await writeDurably(path, `${JSON.stringify(description, null, 2)}\n`, mode)
}

/** The description in a file; undefined when there is none or it makes no sense (then `ensure` writes a fresh one). */
export async function readDescription(path: string): Promise<ClusterDescription | undefined> {
  const text = await readIfThere(path)
  if (text === undefined) return undefined
  try {
    return parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function parse(value: unknown): ClusterDescription | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const {
    ref,
    compute,
    version,
    port,
    account,
    follows = null,
    followedCompute,
    restore,
    isArchiving,
    isClosed,
    keepsFormer,
    promotion,
  } = value as {
    readonly [key: string]: unknown
  }
  const size = computeSizes.find((candidate) => candidate === compute)
  const followedSize = computeSizes.find((candidate) => candidate === followedCompute)
  if (typeof ref !== 'string' || size === undefined || typeof version !== 'string' || !isNumber(port)) return undefined
  if (follows !== null && typeof follows !== 'string') return undefined
  const known = {
    ref,
    compute: size,
    version,
    port,
    follows,
    ...(followedSize !== undefined && { followedCompute: followedSize }),
    ...(typeof restore === 'string' && { restore }),
    ...(isArchiving === true && { isArchiving }),
    ...(isClosed === true && { isClosed }),
    ...(keepsFormer === true && { keepsFormer }),
    ...(typeof promotion === 'object' && promotion !== null && { promotion: promotion as DescribedPromotion }),
  }
  if (account === null) return { ...known, account }
  if (typeof account !== 'object' || account === undefined) return undefined
  const { uid, gid } = account as { readonly [key: string]: unknown }
  return isNumber(uid) && isNumber(gid) && uid > 0 && gid > 0 ? { ...known, account: { uid, gid } } : undefined
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/**
 * Whether a text may name a cluster: 20 lower-case letters, or "platform".
 *
 * @throws AppError `invalid_input` otherwise, so that no text from outside ever becomes a path
 */
export function checkRef(ref: string): void {
  if (ref !== 'platform' && !/^[a-z]{20}$/.test(ref)) {
    throw new AppError('invalid_input', { ref }, { message: 'A cluster name is 20 lower-case letters or "platform"' })
  }
}
