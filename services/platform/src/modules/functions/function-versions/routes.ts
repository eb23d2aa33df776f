import { functionVersions } from '@colonnade/contracts/functions/function-versions'
import type { HasFunctionBuilder } from '../../../kernel/function-builder.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import { deployFunction, findImportMap } from '../edge-functions/deploying.ts'
import * as service from './service.ts'

const serve = serveUsing<HasFunctionBuilder>()

export const functionVersionRoutes = [
  serve(functionVersions.overview, ({ ctx, scope }) => service.listOverviews(ctx, scope)),
  serve(functionVersions.list, ({ ctx, scope, params }) => service.listVersions(ctx, scope, params.function_slug)),
  serve(functionVersions.retrieve, ({ ctx, scope, params }) => service.retrieveVersion(ctx, scope, params.function_slug, params.version)),
  serve(functionVersions.deploy, async ({ ctx, scope, actor, request: { origin }, audit, body }) => {
    const files = body.files.map(({ path, encoding, content }) => ({ path, bytes: Buffer.from(content, encoding) }))
    const { edgeFunction, notices } = await deployFunction(
      { ctx, scope, actor, origin, audit },
      {
        slug: body.slug,
        name: body.name,
        isJwtVerified: body.verify_jwt,
        isActivated: true,
        source: {
          files,
          entrypoint: body.entrypoint_path,
          importMap:
            body.import_map_path === undefined
              ? findImportMap(
                  files.map(({ path }) => path),
                  body.entrypoint_path,
                )
              : body.import_map_path,
          staticPatterns: body.static_patterns,
        },
      },
    )
    return { function: edgeFunction, notices: [...notices] }
  }),
  serve(functionVersions.activate, (call) => service.activateVersion(call, call.params.function_slug, call.params.version)),
]
