import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import { AppError } from '@colonnade/core'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import * as store from './store.ts'

type Context = Pick<PlatformContext, 'database'>

export function listFunctions({ database }: Context, { ref }: ProjectScope): Promise<EdgeFunction[]> {
  return store.listFunctions(database, ref)
}

/** @throws AppError `function_not_found` */
export async function retrieveFunction({ database }: Context, { ref }: ProjectScope, slug: string): Promise<EdgeFunction> {
  const [found] = await store.listFunctions(database, ref, slug)
  if (found === undefined) throw new AppError('function_not_found', { slug })
  return found
}
