import { createHash } from 'node:crypto'
import { chown } from 'node:fs/promises'
import { AppError } from '@colonnade/core'
import { readIfThere } from './files.ts'

/** Whom a process runs as and files belong to; null stands for ourselves (an ordinary user can be nobody else). */
export type Account = { readonly uid: number; readonly gid: number } | null

/** Makes a file or folder an account's, without what is in it. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (account !== null) await chown(path, account.uid, account.gid)
}

/** Numeric users for clusters, one each. Nothing is written to /etc/passwd: Postgres needs no entry there. */
export interface Accounts {
  /** The lowest number that no cluster or ready copy has. */
  next(): Account
  /** Says that a number found in a cluster's description is taken. */
  take(account: Account): void
  free(account: Account): void
  /** The account behind a file's owner. */
  of(owner: { readonly uid: number; readonly gid: number }): Account
}

/** An ordinary user's: everything belongs to that user. */
export const ownAccount: Accounts = { next: () => null, take: () => {}, free: () => {}, of: () => null }

/** How many numbers a home has; 100 times as many clusters as fit on a machine. */
const span = 10_000

/** Root's: numbers from `first` up. */
export function numberedAccounts(first: number): Accounts {
  const taken = new Set<number>()
  return {
    next() {
      let uid = first
      while (taken.has(uid)) uid += 1
      taken.add(uid)
      return { uid, gid: uid }
    },
    take: (account) => void (account !== null && taken.add(account.uid)),
    free: (account) => void (account !== null && taken.delete(account.uid)),
    of: ({ uid, gid }) => ({ uid, gid }),
  }
}

/**
 * The first number of a home. Two homes on one machine get ranges of their own, out of the way of people, system services and
 * containers (systemd keeps to below 1,879,048,192). In a user namespace that maps few numbers, the highest range that it maps.
 *
 * @throws AppError `home_unusable` in a namespace with nobody but root, where Postgres refuses to run
 */
export async function firstAccount(home: string, uidMap = '/proc/self/uid_map'): Promise<number> {
  const slot = createHash('sha256').update(home).digest().readUInt16BE(0) % 20_000
  const wanted = 1_900_000_000 + slot * span
  const map = (await readIfThere(uidMap)) ?? '' // macOS has none, and maps everything
  const ranges = map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([start, , count]) => (start === undefined || count === undefined ? [] : [{ start, end: start + count }]))
  if (ranges.length === 0 || ranges.some(({ start, end }) => start <= wanted && wanted + span <= end)) return wanted
  const widest = ranges.reduce((best, range) => (range.end - range.start > best.end - best.start ? range : best))
  const first = Math.max(widest.end - 2 * span, Math.floor((widest.start + widest.end) / 2))
  if (first < 1 || first <= widest.start) {
    const message =
      'Postgres refuses to run as root, and no other user exists here (the user namespace only maps root). Run Colonnade as a regular user'
    throw new AppError('home_unusable', { home }, { message })
  }
  return first
}
