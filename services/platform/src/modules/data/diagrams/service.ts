import { type DiagramPlace, maxKeptPlaces } from '@colonnade/contracts/data/diagrams'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import * as store from './store.ts'

export async function retrieveDiagram(ctx: PlatformContext, { ref }: ProjectScope, diagram: store.Diagram): Promise<{ places: DiagramPlace[] }> {
  return { places: await store.listPlaces(ctx.database, ref, diagram) }
}

/** Stores positions of tables, all or none. If two people move the same table, the last move wins. */
export async function updateDiagram(
  ctx: PlatformContext,
  { ref }: ProjectScope,
  { places, ...diagram }: store.Diagram & { readonly places: readonly DiagramPlace[] },
): Promise<undefined> {
  await ctx.database.transaction(async (tx) => {
    await store.upsertPlaces(tx, ref, diagram, places)
    await store.prunePlaces(tx, ref, maxKeptPlaces)
  })
  return undefined
}

export async function removeDiagram(ctx: PlatformContext, { ref }: ProjectScope, diagram: store.Diagram): Promise<undefined> {
  await store.deletePlaces(ctx.database, ref, diagram)
  return undefined
}
