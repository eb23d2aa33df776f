import {
  type FoundSnippet,
  maxSnippets,
  type Snippet,
  type SnippetChange,
  type SnippetDetails,
  type SnippetInput,
  type SnippetVersion,
  type SnippetVisibility,
} from '@colonnade/contracts/data/snippets'
import type { Output } from '@colonnade/contracts/foundation/endpoint'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import { z } from 'zod'
import type { PlatformContext } from '../../../kernel/context.ts'
import { readPage } from '../../../kernel/page.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { foundLine } from './found-line.ts'
import { isReplaced } from './replaced.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>
type Found<Item> = { readonly items: Item[]; readonly next_offset: number | null }

/** One page of what the person sees, with the line that was found in each. */
export async function listSnippets(
  ctx: PlatformContext,
  actor: Actor,
  scope: ProjectScope,
  filter: store.SnippetFilter,
): Promise<Found<FoundSnippet>> {
  const { items, next_offset } = await readPage(filter, (wanted) => store.listSnippets(ctx.database, viewerOf(actor, scope), wanted))
  return {
    items: items.map(({ excerpt, ...snippet }) => ({ ...snippet, line: foundLine(excerpt, filter.search) })),
    next_offset,
  }
}

/**
 * Stores a snippet. Repeating a call returns the stored snippet.
 *
 * @throws AppError `snippet_exists`, `snippet_limit_reached`, `forbidden` for a reader who shares
 */
export function createSnippet(ctx: PlatformContext, actor: Actor, scope: ProjectScope, input: Output<typeof SnippetInput>): Promise<SnippetDetails> {
  if (input.visibility === 'project') requireWriter(scope, messages.share)
  const viewer = viewerOf(actor, scope)
  return ctx.database.transaction(async (tx) => {
    const isNew = await store.insertSnippet(tx, viewer, input)
    const snippet = await store.findSnippet(tx, viewer, input.id)
    if (!isNew && !(snippet?.is_mine && snippet.content === input.content && snippet.name === input.name)) {
      throw new AppError('snippet_exists', { id: input.id })
    }
    if (isNew && (await store.countSnippets(tx, scope.ref)) > maxSnippets) {
      throw new AppError('snippet_limit_reached', { max: maxSnippets }, { message: messages.full(maxSnippets) })
    }
    return snippet!
  })
}

/** @throws AppError `snippet_not_found` */
export async function retrieveSnippet(ctx: PlatformContext, actor: Actor, scope: ProjectScope, id: string): Promise<SnippetDetails> {
  return required(ctx.database, actor, scope, id)
}

/**
 * Changes a snippet. Name, content and chart need its current version; otherwise the error has the current snippet in `details.current`.
 *
 * @throws AppError `snippet_not_found`, `snippet_changed`, `forbidden`
 */
export function updateSnippet(
  ctx: PlatformContext,
  actor: Actor,
  scope: ProjectScope,
  id: string,
  change: Output<typeof SnippetChange>,
): Promise<SnippetDetails> {
  const viewer = viewerOf(actor, scope)
  return ctx.database.transaction(async (tx) => {
    await store.lockSnippet(tx, viewer, id)
    const current = await required(tx, actor, scope, id)
    if (!current.is_writable) throw forbidden(scope, messages.changeShared)
    if (change.visibility !== undefined && change.visibility !== current.visibility) {
      if (!current.is_mine) throw new AppError('forbidden', {}, { message: messages.onlyOwnerShares })
      if (change.visibility === 'project') requireWriter(scope, messages.share)
    }
    const {
      version,
      name = current.name,
      content = current.content,
      chart = current.chart,
      is_new_version: isNewVersion = false,
      ...placing
    } = change
    const isRewritten = name !== current.name || content !== current.content || JSON.stringify(chart) !== JSON.stringify(current.chart)
    if (isRewritten && version !== current.version) throw new AppError('snippet_changed', { current })
    await store.placeSnippet(tx, id, { visibility: current.visibility, folder: current.folder, tags: current.tags, ...placing })
    if (isRewritten) {
      // content that replaces all of the former one starts a version
      const isApart = isNewVersion || isReplaced(current.content, content)
      await store.rewriteSnippet(tx, viewer, current, { name, content, chart, isNewVersion: isApart })
    }
    return required(tx, actor, scope, id)
  })
}

/** Its owner deletes it; a shared one also who may manage the project. @throws AppError `snippet_not_found`, `forbidden` */
export function removeSnippet(ctx: PlatformContext, actor: Actor, scope: ProjectScope, id: string, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    const { is_mine, name, visibility } = await required(tx, actor, scope, id)
    if (!is_mine && !isAllowed(scope.permissions, 'projects:operate')) {
      throw new AppError('forbidden', { role: scope.role }, { message: messages.onlyOwnerDeletes })
    }
    await store.deleteSnippet(tx, id)
    // what is private is not told to others, in no log either
    await audit(tx, { ...placeOf(scope), details: { snippet_id: id, visibility, ...(visibility === 'project' && { name }) } })
    return undefined
  })
}

/** @throws AppError `snippet_not_found` */
export function setFavorite(ctx: PlatformContext, actor: Actor, scope: ProjectScope, id: string, isFavorite: boolean): Promise<Snippet> {
  return ctx.database.transaction(async (tx) => {
    await required(tx, actor, scope, id)
    await store.setFavorite(tx, actor.userId, id, isFavorite)
    const { content: _content, chart: _chart, ...snippet } = await required(tx, actor, scope, id)
    return snippet
  })
}

/** @throws AppError `snippet_not_found` */
export async function listVersions(
  ctx: PlatformContext,
  actor: Actor,
  scope: ProjectScope,
  id: string,
  page: { readonly offset: number; readonly limit: number },
): Promise<Found<SnippetVersion>> {
  await required(ctx.database, actor, scope, id)
  return readPage(page, (wanted) => store.listVersions(ctx.database, id, wanted))
}

/** @throws AppError `snippet_not_found` */
export async function retrieveVersion(
  ctx: PlatformContext,
  actor: Actor,
  scope: ProjectScope,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<SnippetVersion & { content: string }> {
  await required(ctx.database, actor, scope, id)
  const number = z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .safeParse(version)
  const found = number.success ? await store.findVersion(ctx.database, id, number.data) : undefined
  if (!found) throw new AppError('snippet_not_found', { id, version }, { message: messages.noVersion })
  return found
}

/** Returns the folders of the snippets that the person sees, including those that only contain folders. */
export function listFolders(ctx: PlatformContext, actor: Actor, scope: ProjectScope): Promise<store.FolderCount[]> {
  return store.listFolders(ctx.database, viewerOf(actor, scope))
}

/** Renames a folder with what is in it. @throws AppError `forbidden`, `invalid_input` for a folder that would be moved into itself */
export async function moveFolder(
  ctx: PlatformContext,
  actor: Actor,
  scope: ProjectScope,
  { visibility, from, to }: { readonly visibility: SnippetVisibility; readonly from: string; readonly to: string },
  audit: Audit,
): Promise<{ moved: number }> {
  if (visibility === 'project') requireWriter(scope, messages.moveShared)
  if (`${to}/`.startsWith(`${from}/`) && to !== from) {
    const issues = [{ path: ['body', 'to'], message: messages.folderIntoItself }]
    throw new AppError('invalid_input', { issues }, { message: `to: ${messages.folderIntoItself}` })
  }
  return ctx.database.transaction(async (tx) => {
    const moved = await store.moveFolder(tx, viewerOf(actor, scope), { visibility, from, to })
    await audit(tx, { ...placeOf(scope), details: { visibility, moved, ...(visibility === 'project' && { from, to }) } })
    return { moved }
  })
}

function placeOf({ organizationId, ref }: ProjectScope): { organizationId: string; projectRef: string } {
  return { organizationId, projectRef: ref }
}

function viewerOf({ userId }: Actor, scope: ProjectScope): store.Viewer {
  return { userId, ref: scope.ref, isWriter: isAllowed(scope.permissions, 'database:write') }
}

async function required(db: Queryable, actor: Actor, scope: ProjectScope, id: string): Promise<SnippetDetails> {
  const snippet = z.uuid().safeParse(id).success ? await store.findSnippet(db, viewerOf(actor, scope), id) : undefined
  if (!snippet) throw new AppError('snippet_not_found', { id })
  return snippet
}

function requireWriter(scope: ProjectScope, action: string): void {
  if (!isAllowed(scope.permissions, 'database:write')) throw forbidden(scope, action)
}

function forbidden({ role, roleName }: ProjectScope, action: string): AppError {
  return new AppError('forbidden', { permission: 'database:write', role }, { message: messages.roleForbids(roleName, action) })
}
