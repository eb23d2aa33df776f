import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { load, traitsOf } from '../admin/users.ts'
import type { AuthCall } from '../call.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, Metadata } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import { recordAction, serviceActor } from '../users/audit.ts'

const Body = z.object({ user_metadata: Metadata, app_metadata: Metadata })

/** Puts metadata in the place of what was there: names that aren't in it are gone. */
export async function replaceMetadata(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const { user_metadata: own, app_metadata: app } = await bodyOf(call.request, Body)
  const database = await call.database()
  await database.transaction(async (tx) => {
    const user = await load(call, tx, id!)
    await tx.run(sql`
      update auth.users set raw_user_meta_data = coalesce(${own === undefined ? null : JSON.stringify(own)}::jsonb, raw_user_meta_data),
        raw_app_meta_data = coalesce(${app === undefined ? null : JSON.stringify(app)}::jsonb, raw_app_meta_data), updated_at = now()
      where id = ${user.id}::uuid`)
    await recordAction(call, tx, 'user_modified', serviceActor, traitsOf(user))
  })
  return { status: 204 }
}
