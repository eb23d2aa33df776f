import { pictureMaxSide } from '@colonnade/contracts/people/account'
import type { Profile } from '@colonnade/contracts/people/sessions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { createHash } from 'node:crypto'
import type { PlatformContext } from '../../../kernel/context.ts'
import { pngOf } from '../../../kernel/pictures/png.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

const pathOf = (hash: string): string => `/platform/account/pictures/${hash}`

/** One format, known by its bytes: nothing of what people send is run where others look at it. @throws AppError `attachment_not_png` */
export function setPicture(ctx: PlatformContext, actor: Actor, file: Uint8Array, audit: Audit): Promise<Profile> {
  const content = Buffer.from(pngOf(file, pictureMaxSide))
  const hash = createHash('sha256').update(content).digest('hex')
  return ctx.database.transaction(async (tx) => {
    await store.putPicture(tx, actor.userId, { hash, content }, pathOf(hash))
    await audit(tx, { details: { bytes: content.length } })
    return retrieveProfile(tx, actor.userId)
  })
}

export function removePicture(ctx: PlatformContext, actor: Actor, audit: Audit): Promise<Profile> {
  return ctx.database.transaction(async (tx) => {
    await store.deletePicture(tx, actor.userId)
    await audit(tx, { details: { bytes: null } })
    return retrieveProfile(tx, actor.userId)
  })
}

/** Whoever is signed in and was shown the address, which is too long to guess. @throws AppError `attachment_not_found` */
export async function readPicture({ database }: PlatformContext, hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const content = /^[0-9a-f]{64}$/.test(hash) ? await store.findPicture(database, hash) : undefined
  if (!content) throw new AppError('attachment_not_found', {}, { message: messages.noPicture })
  return Uint8Array.from(content)
}
