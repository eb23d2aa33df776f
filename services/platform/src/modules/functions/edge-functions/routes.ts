import { edgeFunctions } from '@colonnade/contracts/functions/edge-functions'
import type { HasFunctionBuilder } from '../../../kernel/function-builder.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import { deployFunction, type Call } from './deploying.ts'
import * as service from './service.ts'
import { readSourceForm } from './source-form.ts'

const serve = serveUsing<HasFunctionBuilder>()

const callOf = ({ ctx, scope, actor, request, audit }: Omit<Call, 'origin'> & { readonly request: Pick<Call, 'origin'> }): Call => ({
  ctx,
  scope,
  actor,
  audit,
  origin: request.origin,
})

/** File name of functions deployed as text. */
const onlyFile = 'index.ts'
const sourceOf = (text: string) => ({
  files: [{ path: onlyFile, bytes: Buffer.from(text) }],
  entrypoint: onlyFile,
  importMap: null,
  staticPatterns: [],
})

export const edgeFunctionRoutes = [
  serve(edgeFunctions.list, ({ ctx, scope }) => service.listFunctions(ctx, scope)),
  serve(edgeFunctions.retrieve, ({ ctx, scope, params }) => service.retrieveFunction(ctx, scope, params.function_slug)),
  serve(edgeFunctions.body, ({ ctx, scope, params }) => service.downloadFunction(ctx, scope, params.function_slug)),
  serve(edgeFunctions.deploy, async (call) => {
    const { metadata, files } = await readSourceForm(call.body, call.headers['content-type'], call.request.memory)
    const { edgeFunction } = await deployFunction(callOf(call), {
      slug: call.query.slug,
      name: metadata.name,
      isJwtVerified: metadata.verify_jwt,
      isActivated: call.query.bundleOnly !== true,
      source: {
        files,
        entrypoint: metadata.entrypoint_path,
        importMap: metadata.import_map_path || null,
        staticPatterns: metadata.static_patterns ?? [],
      },
    })
    return edgeFunction
  }),
  serve(edgeFunctions.activate, (call) => service.activateFunctions(call, call.body)),
  serve(edgeFunctions.create, async (call) => {
    const { slug, name, body, verify_jwt: isJwtVerified } = call.body
    const deploy = { slug, name, isJwtVerified, isActivated: true, source: sourceOf(body), expects: 'new' } as const
    return (await deployFunction(callOf(call), deploy)).edgeFunction
  }),
  serve(edgeFunctions.update, async (call) => {
    const { name, body, verify_jwt: isJwtVerified, allowed_hosts: allowedHosts } = call.body
    const slug = call.params.function_slug
    if (body === undefined) return service.changeFunction(call, slug, call.body)
    const deploy = { slug, name, isJwtVerified, allowedHosts, isActivated: true, source: sourceOf(body), expects: 'existing' } as const
    return (await deployFunction(callOf(call), deploy)).edgeFunction
  }),
  serve(edgeFunctions.remove, (call) => service.removeFunction(call, call.params.function_slug)),
]
