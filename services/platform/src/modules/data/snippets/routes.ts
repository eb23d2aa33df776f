import { snippets } from '@colonnade/contracts/data/snippets'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const snippetRoutes = [
  serve(snippets.list, ({ ctx, actor, scope, query }) => service.listSnippets(ctx, actor, scope, query)),
  serve(snippets.create, ({ ctx, actor, scope, body }) => service.createSnippet(ctx, actor, scope, body)),
  serve(snippets.folders, ({ ctx, actor, scope }) => service.listFolders(ctx, actor, scope)),
  serve(snippets.moveFolder, ({ ctx, actor, scope, body, audit }) => service.moveFolder(ctx, actor, scope, body, audit)),
  serve(snippets.retrieve, ({ ctx, actor, scope, params }) => service.retrieveSnippet(ctx, actor, scope, params.id)),
  serve(snippets.update, ({ ctx, actor, scope, params, body }) => service.updateSnippet(ctx, actor, scope, params.id, body)),
  serve(snippets.remove, ({ ctx, actor, scope, params, audit }) => service.removeSnippet(ctx, actor, scope, params.id, audit)),
  serve(snippets.setFavorite, ({ ctx, actor, scope, params, body }) => service.setFavorite(ctx, actor, scope, params.id, body.is_favorite)),
  serve(snippets.versions, ({ ctx, actor, scope, params, query }) => service.listVersions(ctx, actor, scope, params.id, query)),
  serve(snippets.retrieveVersion, ({ ctx, actor, scope, params }) => service.retrieveVersion(ctx, actor, scope, params)),
]
