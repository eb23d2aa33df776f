import type { DeployInput, FunctionVersionSource } from '@colonnade/contracts/functions/function-versions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { base64OfBytes } from '../../../lib/data-grid/values/bytes-text.ts'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'
import { functionQuery } from '../queries.ts'
import { contentOf, type FunctionSource, type SourceFile, staticPatternsOf } from './source.ts'

/** Loads the files of a version, which never change. */
export const sourceQuery = (ref: string, slug: string, version: number) =>
  queryOptions({
    queryKey: keyOf('/platform/functions/{ref}/{function_slug}/versions/{version}', { ref, function_slug: slug, version: String(version) }),
    queryFn: async ({ signal }) => {
      const params = { ref, function_slug: slug, version: String(version) }
      return sourceOf(await dataApi.functionVersions.retrieve({ params, signal }))
    },
    staleTime: Infinity,
  })

function sourceOf({ files, entrypoint_path, import_map_path, static_patterns }: FunctionVersionSource): FunctionSource {
  return {
    files: files.map(({ path, encoding, content }) => ({
      path,
      content: encoding === 'utf8' ? content : contentOf(Uint8Array.from(atob(content), (character) => character.charCodeAt(0))),
    })),
    entrypoint: entrypoint_path,
    importMap: import_map_path,
    staticPatterns: static_patterns,
  }
}

export interface Deploy {
  readonly slug: string
  readonly source: FunctionSource
  /** Unchanged if undefined. */
  readonly isJwtVerified?: boolean
}

/** Deploys a function and refreshes what it changes. */
export function useDeploy(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ slug, source, isJwtVerified }: Deploy) =>
      dataApi.functionVersions.deploy({ params: { ref }, body: inputOf(slug, source, isJwtVerified) }),
    onSuccess: (deployed, { slug, source }) => {
      // the page keeps using the files it has
      queryClient.setQueryData(sourceQuery(ref, slug, deployed.function.version).queryKey, source)
      queryClient.setQueryData(functionQuery(ref, slug).queryKey, deployed.function)
      return refreshFunctions(queryClient, ref)
    },
  })
}

/** Refreshes everything about a project's functions except their files. */
export function refreshFunctions(queryClient: ReturnType<typeof useQueryClient>, ref: string): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf('/v1/projects/{ref}/functions', { ref }) }),
    queryClient.invalidateQueries({ queryKey: keyOf('/platform/functions/{ref}', { ref }) }),
  ])
}

function inputOf(slug: string, source: FunctionSource, isJwtVerified: boolean | undefined): DeployInput {
  return {
    slug,
    entrypoint_path: source.entrypoint,
    // finds an added configuration beside the entry point
    ...(source.importMap !== null && { import_map_path: source.importMap }),
    static_patterns: staticPatternsOf(source),
    files: source.files.map(fileInput),
    ...(isJwtVerified !== undefined && { verify_jwt: isJwtVerified }),
  }
}

function fileInput({ path, content }: SourceFile): DeployInput['files'][number] {
  return typeof content === 'string' ? { path, content } : { path, encoding: 'base64', content: base64OfBytes(content) }
}
