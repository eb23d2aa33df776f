import { isAllowed, type Permission } from '@colonnade/contracts/foundation/permissions'
import { AppError } from '@colonnade/core'
import type { Database, Queryable } from '@colonnade/pg'
import { rightFirstCheckMs, sessionRecheckMs } from '../../../kernel/limits.ts'
import type { Bus } from '../../../kernel/news/bus.ts'
import { isWithinToken, sessionEndsInMs } from '../../../kernel/people/liveness.ts'
import { sql } from '@colonnade/sql'
import type { Actor } from '../../../kernel/serve.ts'
import { opensWithFactor } from '../../../kernel/people/second-factors.ts'
import { type RoleColumns, toRole } from '../../../kernel/roles/held-role.ts'
import { messages } from './messages.ts'

/** Somebody who runs something in a project, and as who they are signed in. */
export interface RightHolder {
  readonly ref: string
  readonly userId: string
  readonly sessionId: string
}

export interface RightSources {
  readonly database: Database
  readonly bus: Bus
}

/**
 * Calls back, once, when a person loses a permission in a project: by signing out, by the age of their session or token, by a change of
 * their role, or by leaving the organization. The database announces each but the age, which is looked up once a run takes longer.
 *
 * @returns what ends the watching
 */
export function watchRight({ database, bus }: RightSources, holder: RightHolder, permission: Permission, onLost: () => void): () => void {
  let isOver = false
  let isLooking = false
  let isNews = false
  let timer: NodeJS.Timeout
  const stop = (): void => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
  }
  const look = async (): Promise<void> => {
    isNews = true
    if (isLooking) return
    isLooking = true
    clearTimeout(timer)
    let heldForMs = 0
    while (isNews) {
      isNews = false
      // a control plane that does not answer is asked again soon
      heldForMs = await rightEndsInMs(database, holder, permission).catch(() => rightFirstCheckMs)
      if (isOver) return
    }
    isLooking = false
    if (heldForMs > 0) return void (timer = setTimeout(() => void look(), Math.min(heldForMs, sessionRecheckMs)).unref())
    stop()
    onLost()
  }
  const unsubscribe = bus.watch(`session:${holder.sessionId}`, () => void look())
  timer = setTimeout(() => void look(), rightFirstCheckMs).unref()
  return stop
}

/** 0 when it is gone. */
async function rightEndsInMs(database: Database, holder: RightHolder, permission: Permission): Promise<number> {
  const [endsInMs, permissions] = await Promise.all([sessionEndsInMs(database, holder.sessionId), listPermissions(database, holder.ref, holder)])
  return isAllowed(permissions, permission) ? endsInMs : 0
}

/** What a run fails with whose author may no longer run it. */
export function rightLost(permission: Permission): AppError {
  return new AppError('forbidden', { permission }, { message: messages.accessLost })
}

/** What a person may do in a project; nothing when they do not have it, or it is gone. */
export async function listPermissions(db: Queryable, ref: string, actor: Pick<Actor, 'userId' | 'sessionId'>): Promise<readonly Permission[]> {
  const row = await db.first<RoleColumns>(sql`
    select a.role, a.custom_name, a.custom_permissions from project_access a join projects p using (ref)
    where a.ref = ${ref} and a.user_id = ${actor.userId} and (not a.is_guarded or ${opensWithFactor(actor)}) and p.status <> 'REMOVED'
      and ${isWithinToken(actor, sql`a.organization_id`)}`)
  return row === undefined ? [] : toRole(row).permissions
}
