import { cutText, type RefusedRow } from '@colonnade/contracts/auth/user-files/imported-user'
import { sliceBytesMost, sliceUsersMost } from '@colonnade/contracts/auth/user-files/limits'
import { isAppError } from '@colonnade/core'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { z } from 'zod'
import type { AuthCall } from '../../call.ts'
import { AuthError } from '../../errors.ts'
import type { AuthReply } from '../../requests/auth-reply.ts'
import { checked } from '../../requests/fields.ts'
import { recordAction, serviceActor } from '../../users/audit.ts'
import { incomingUser, type IncomingUser, refuse, RefusedUser } from './incoming-user.ts'
import { findOwners, insertUsers, keysOf, type KeyKind, type Update, updateUsers, type UserKey } from './store.ts'

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const Query = z.object({
  /** Only says what an import would do. */
  dry_run: Flag,
  on_existing: z.enum(['skip', 'update']).default('skip'),
  on_bad_hash: z.enum(['refuse', 'drop']).default('refuse'),
  /** Addresses and numbers count as confirmed unless a user says otherwise. */
  is_confirmed: Flag.default(false),
})

/** Somebody signed up while a slice was written: it is begun again, and finds them. */
const triesMost = 5
/** Users of one slice that triggers or constraints of the project may refuse, before the slice is given up. */
const refusalsMost = 50

interface Outcome {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  readonly without_password: number
  readonly refused: readonly RefusedRow[]
}

/**
 * Imports a batch of users, each a line of JSON, in one transaction: new users are created, others skipped or updated, and errors returned by line.
 * Sending a batch again is safe.
 */
export async function importUsers(call: AuthCall): Promise<AuthReply> {
  const {
    dry_run: isTrial,
    on_existing: onExisting,
    on_bad_hash: onBadHash,
    is_confirmed: isConfirmed,
  } = checked(Query, Object.fromEntries(call.request.query))
  const lines = (await call.request.text(sliceBytesMost)).split('\n').filter((line) => line.trim() !== '')
  if (lines.length > sliceUsersMost) throw new AuthError('validation_failed', `Send at most ${sliceUsersMost} users at once`)
  const rules = { isConfirmed, dropsHashes: onBadHash === 'drop', nowMs: call.clock.now() }
  const refused: RefusedRow[] = []
  const users = collect(lines, refused, (line) => incomingUser(line, rules))
  const distinct = withoutDoubles(users, refused)
  const database = await call.database()
  for (let tries = 1; ; tries += 1) {
    try {
      const outcome = await database.transaction(async (tx) => {
        const plan = await planOf(tx, distinct, onExisting)
        const done = isTrial ? { ...countsOf(plan), refused: plan.refused } : await write(tx, plan)
        if (!isTrial && done.created + done.updated > 0) await record(call, tx, done)
        return done
      })
      return { json: { ...outcome, refused: [...refused, ...outcome.refused].toSorted((a, b) => a.line - b.line) } satisfies Outcome }
    } catch (error) {
      if (!isAppError(error, 'unique_violation') || tries === triesMost) throw error
    }
  }
}

/** In the project's own log: a line for the slice, and not for each of thousands. */
const record = (call: AuthCall, tx: Transaction, { created, updated }: Pick<Outcome, 'created' | 'updated'>): Promise<void> =>
  recordAction(call, tx, 'user_signedup', serviceActor, { imported: created, updated })

function collect<Item>(items: readonly Item[], refused: RefusedRow[], read: (item: Item) => IncomingUser): IncomingUser[] {
  return items.flatMap((item) => {
    try {
      return [read(item)]
    } catch (error) {
      if (!(error instanceof RefusedUser)) throw error
      refused.push(error.refused)
      return []
    }
  })
}

const keyWords: Readonly<Record<KeyKind, string>> = { id: 'id', email: 'email address', phone: 'phone number', identity: 'identity' }
const textOf = ({ kind, key }: UserKey): string => `${kind} ${key}`

/** The first with a key, in the form in which it is kept, is taken. */
function withoutDoubles(users: readonly IncomingUser[], refused: RefusedRow[]): IncomingUser[] {
  const lines = new Map<string, number>()
  return collect(users, refused, (user) => {
    const keys = keysOf(user)
    for (const each of keys) {
      const before = lines.get(textOf(each))
      if (before !== undefined) throw refuse(user.line, each.kind, each.key, `Line ${before} has the same ${keyWords[each.kind]}`)
    }
    for (const each of keys) lines.set(textOf(each), user.line)
    return user
  })
}

interface Plan {
  readonly created: readonly IncomingUser[]
  readonly updated: readonly Update[]
  readonly skipped: number
  readonly refused: readonly RefusedRow[]
}

async function planOf(tx: Transaction, users: readonly IncomingUser[], onExisting: 'skip' | 'update'): Promise<Plan> {
  const owners = new Map<string, string>()
  for (const owner of await findOwners(tx, users.flatMap(keysOf))) owners.set(textOf(owner), owner.id)
  const refused: RefusedRow[] = []
  const created: IncomingUser[] = []
  const updated: Update[] = []
  /** Two lines that are the same user here: one by the address, the other by the number. */
  const lines = new Map<string, number>()
  let skipped = 0
  collect(users, refused, (user) => {
    const found = keysOf(user).flatMap((key) => {
      const id = owners.get(textOf(key))
      return id === undefined ? [] : [{ ...key, id }]
    })
    const [first] = found
    if (first === undefined) {
      created.push(user)
      return user
    }
    const other = found.find(({ id }) => id !== first.id)
    if (other !== undefined) {
      throw refuse(
        user.line,
        other.kind,
        other.key,
        `The ${keyWords[first.kind]} and the ${keyWords[other.kind]} belong to different users of the project`,
      )
    }
    const before = lines.get(first.id)
    if (before !== undefined) throw refuse(user.line, first.kind, first.key, `Line ${before} is for the same user of the project`)
    lines.set(first.id, user.line)
    if (onExisting === 'update') updated.push({ id: first.id, user })
    else skipped += 1
    return user
  })
  return { created, updated, skipped, refused }
}

const countsOf = ({ created, updated, skipped }: Plan): Omit<Outcome, 'refused'> => ({
  created: created.length,
  updated: updated.length,
  skipped,
  without_password: [...created, ...updated.map(({ user }) => user)].filter(({ hasDroppedHash }) => hasDroppedHash).length,
})

/** Writes what is planned, without those whom triggers or constraints of the project refuse: found by halves. */
async function write(tx: Transaction, plan: Plan): Promise<Outcome> {
  const refused: RefusedRow[] = []
  const bring = async (part: Pick<Plan, 'created' | 'updated'>): Promise<Pick<Plan, 'created' | 'updated'>> => {
    await tx.run(sql`savepoint part`)
    try {
      await insertUsers(tx, part.created)
      await updateUsers(tx, part.updated)
      await tx.run(sql`release part`)
      return part
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === null) throw error
      await tx.run(sql`rollback to part`)
      await tx.run(sql`release part`)
      const halves = halvesOf(part)
      if (halves === null) {
        const user = part.created[0] ?? part.updated[0]!.user
        if (refused.length === refusalsMost)
          throw new AuthError('validation_failed', `Your database rejects too many users. ${reason}`, { cause: error })
        refused.push(refuse(user.line, null, null, reason).refused)
        return { created: [], updated: [] }
      }
      const brought = [await bring(halves[0]), await bring(halves[1])] as const
      return { created: brought.flatMap(({ created }) => created), updated: brought.flatMap(({ updated }) => updated) }
    }
  }
  const brought = await bring(plan)
  return { ...countsOf({ ...plan, ...brought }), refused: [...plan.refused, ...refused] }
}

/** Conditions that are about what is in a row, or about the code of a trigger (PostgreSQL documentation, appendix A). */
const rowConditions = /^(?:22|23|38|39|42|44|P0)/

/** Why the database refuses a row; null for what is not about it, such as somebody who signed up in between. */
function reasonOf(error: unknown): string | null {
  if (!isAppError(error)) return null
  const state = error.details['sqlstate']
  const table = error.details['table']
  const isRace = error.code === 'unique_violation' && (table === 'users' || table === 'identities') && error.details['schema'] === 'auth'
  if (typeof state !== 'string' || !rowConditions.test(state) || isRace) return null
  return cutText(`A trigger or constraint in your database rejects the user: ${error.message}`)
}

type Part = Pick<Plan, 'created' | 'updated'>

function halvesOf({ created, updated }: Part): readonly [Part, Part] | null {
  const count = created.length + updated.length
  if (count < 2) return null
  const half = count >> 1
  const rest = Math.max(half - created.length, 0)
  return [
    { created: created.slice(0, half), updated: updated.slice(0, rest) },
    { created: created.slice(half), updated: updated.slice(rest) },
  ]
}
