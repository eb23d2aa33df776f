import { AppError } from '@colonnade/core'
import type { Readable } from 'node:stream'

/** Digests that are computed while bytes are written. */
export type DigestName = 'md5' | 'sha1' | 'sha256' | 'crc32'

export interface WriteOptions {
  /** More bytes than these are refused as they come. */
  readonly mostBytes: number
  /** What the client says it sends: another number is refused. */
  readonly expectedBytes?: number
  /** MD5 unless given. */
  readonly digests?: readonly DigestName[]
}

export interface Written {
  readonly bytes: number
  readonly digests: Readonly<Partial<Record<DigestName, Buffer>>>
}

/** Why bytes were not taken. Nothing of them is left. */
export type WriteRefusalReason = 'too_large' | 'cut_short' | 'idle' | 'disk_full' | 'read_only'

export class WriteRefusal extends Error {
  readonly reason: WriteRefusalReason

  constructor(reason: WriteRefusalReason, cause?: unknown) {
    super(`The bytes were not taken: ${reason}`, { cause })
    this.reason = reason
  }
}

/** The object storage that versions are kept in can't be used right now. What it was asked for may have happened or not. */
export class StoreUnavailable extends AppError {
  constructor(reason: string, cause?: unknown) {
    super('unavailable', {}, { message: `The object storage for files can't be used: ${reason}`, cause })
  }
}

/** The bytes of a version, which never change. Reads, or is closed, once. */
export interface OpenVersion {
  readonly bytes: number
  /** From the first byte to the last one, both counted from 0 and included; none for an empty version. */
  read(from: number, to: number): Readable
  close(): Promise<void>
}

/** A version that comes in parts, each of them durable once it is written. Until it is kept, readers don't see it. */
export interface PartedVersion {
  /**
   * Writes a part, in place of one with the same number. Numbers say the order, and may have gaps.
   *
   * @param options `keepsBeginning`: bytes of a part that is cut short are kept as far as they came, and returned. `beforePlaced` is called once
   *   the bytes are durable, before they replace others: what it throws leaves the part as it was
   * @throws WriteRefusal
   */
  write(
    part: number,
    body: Readable,
    options: WriteOptions & { readonly keepsBeginning?: boolean; readonly beforePlaced?: () => Promise<void> },
  ): Promise<Written>
  /** The parts that there are, in order. */
  parts(): Promise<{ readonly part: number; readonly bytes: number }[]>
  /** Makes these parts the version; others are dropped. Returns false, and changes nothing, when one of them is not there. */
  keep(parts: readonly number[]): Promise<boolean>
  /** Removes all of it, also when nothing is there. */
  discard(): Promise<void>
}

/**
 * The versions of a family: a project and its branches, whose rows may name the same bytes. A version is written once, under a name that no
 * other ever has (UUIDv7), and is durable before a row may name it. The platform's sweep (`FileFamilies`) unlinks versions
 * that no row names: it knows all databases of the family and what they can be restored to.
 */
export interface VersionStore {
  /** Durable once this resolves, and whole or not at all. @throws WriteRefusal, StoreUnavailable */
  write(version: string, body: Readable, options: WriteOptions): Promise<Written>
  /** null when its bytes are not there. @throws StoreUnavailable */
  open(version: string): Promise<OpenVersion | null>
  /** Whether its bytes are there, without opening them. */
  has(version: string): Promise<boolean>
  /** Gives the bytes of a version another name, copying nothing. @returns false when they are not there */
  copy(from: string, to: string): Promise<boolean>
  /** A version in parts, by the name that it will have. */
  inParts(version: string): PartedVersion
  /** Removes a version that no row has ever named. */
  discard(version: string): Promise<void>
}

/** All families of an installation. */
export interface VersionStores {
  /** @param family the ref of the project that the others are branches of */
  family(family: string): VersionStore
  close(): Promise<void>
}
