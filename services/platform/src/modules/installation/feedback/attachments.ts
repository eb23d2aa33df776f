import { type Attachment, attachmentLinkSeconds } from '@colonnade/contracts/installation/feedback'
import { AppError, newSecret } from '@colonnade/core'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlatformContext } from '../../../kernel/context.ts'
import { createFile, draftSuffix, makePrivateFolder, systemCode } from '@colonnade/objects'
import type { Actor } from '../../../kernel/serve.ts'
import { sweepBatch, uploadBytesPerDay, uploadsPerHour } from './limits.ts'
import { pngOf } from '../../../kernel/pictures/png.ts'
import * as store from './store.ts'

/** The bucket's name (spec §7), and the purpose of its signatures. */
const bucket = 'feedback-attachments'

/**
 * Keeps a screenshot until it is sent with a message. The row comes first, so that a kill leaves no file that nobody knows of.
 *
 * @throws AppError `attachment_not_png`, `rate_limited`, `storage_full`, `storage_read_only`
 */
export async function createAttachment(ctx: PlatformContext, actor: Actor, file: Uint8Array): Promise<Attachment> {
  const png = pngOf(file)
  const name = `${newSecret(ctx.random)}.png`
  await ctx.database.transaction(async (tx) => {
    refuseExcess(await store.measureUploads(tx, actor.userId), png.length)
    await store.insertAttachment(tx, { name, userId: actor.userId, bytes: png.length })
  })
  try {
    await makePrivateFolder(folderOf(ctx))
    await createFile(pathOf(ctx, name), png)
  } catch (error) {
    await store.deleteAttachments(ctx.database, [name]).catch(() => {})
    throw error
  }
  return { name, ...linkTo(ctx, name, Math.floor(ctx.clock.now() / 1000)) }
}

/** @throws AppError `link_invalid`, `attachment_not_found` */
export async function readAttachment(
  ctx: PlatformContext,
  { name, expires, signature }: { name: string; expires: number; signature: string },
): Promise<Uint8Array<ArrayBuffer>> {
  if (!ctx.secrets.verify(bucket, `${name} ${expires}`, signature)) throw new AppError('link_invalid')
  if (expires * 1000 < ctx.clock.now()) throw new AppError('link_invalid', {}, { message: 'The link has expired' })
  try {
    // only names created here have ever been signed
    return await readFile(pathOf(ctx, name))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw new AppError('attachment_not_found', { name }, { cause: error })
    throw error
  }
}

/** Path of a file with a signature that lets anybody read it for a year (spec §7) from a time on, in seconds since the Unix epoch. */
export function linkTo(ctx: PlatformContext, name: string, fromSeconds: number): { readonly url: string; readonly expires_at: string } {
  const expires = fromSeconds + attachmentLinkSeconds
  const signature = ctx.secrets.sign(bucket, `${name} ${expires}`)
  return {
    url: `/platform/feedback/attachments/${name}?expires=${expires}&signature=${signature}`,
    expires_at: new Date(expires * 1000).toISOString(),
  }
}

/** Removes what was uploaded and never sent. Cut off anywhere, it goes on the next time: a row goes when its file is gone. */
export async function sweepAttachments(ctx: PlatformContext): Promise<void> {
  for (;;) {
    const names = await store.takeUnsent(ctx.database, sweepBatch)
    for (const name of names) {
      await rm(pathOf(ctx, name), { force: true })
      await rm(pathOf(ctx, name) + draftSuffix, { force: true })
    }
    await store.deleteAttachments(ctx.database, names)
    if (names.length < sweepBatch) return
  }
}

function refuseExcess(uploads: store.Uploads, bytes: number): void {
  const { lastHour, lastDayBytes, hourFreeInSeconds, dayFreeInSeconds } = uploads
  if (lastHour >= uploadsPerHour) {
    throw excess(
      hourFreeInSeconds,
      `You uploaded ${uploadsPerHour} files within an hour, the most allowed. Try again in ${minutes(hourFreeInSeconds)}.`,
    )
  }
  if (lastDayBytes + bytes > uploadBytesPerDay) {
    const limit = `${uploadBytesPerDay / 1024 / 1024} MB`
    throw excess(dayFreeInSeconds, `You reached the limit of ${limit} a day. Try again in ${minutes(dayFreeInSeconds)}.`)
  }
}

function excess(seconds: number, message: string): AppError {
  return new AppError('rate_limited', { retry_after_seconds: seconds }, { message })
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}

function folderOf(ctx: PlatformContext): string {
  return join(ctx.config.dataDir, 'attachments', bucket)
}

function pathOf(ctx: PlatformContext, name: string): string {
  return join(folderOf(ctx), name)
}
