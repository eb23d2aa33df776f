import { documents, installationDocuments } from '@colonnade/contracts/installation/documents'
import { serve } from '../../../kernel/serve.ts'
import { acceptDocument, listOrganizationDocuments, retrieveOrganizationText } from './acceptances.ts'
import * as service from './service.ts'

export const documentRoutes = [
  serve(installationDocuments.list, ({ ctx }) => service.listDocuments(ctx)),
  serve(installationDocuments.publish, ({ ctx, actor, body, audit }) => service.publishDocument(ctx, actor, body, audit)),
  serve(installationDocuments.replace, ({ ctx, actor, params, body, audit }) => service.replaceDocument(ctx, actor, params.id, body, audit)),
  serve(installationDocuments.setWithdrawn, ({ ctx, params, body, audit }) => service.setWithdrawn(ctx, params.id, body.is_withdrawn, audit)),
  serve(installationDocuments.remove, ({ ctx, params, audit }) => service.removeDocument(ctx, params.id, audit)),
  serve(installationDocuments.retrieveText, ({ ctx, params }) => service.retrieveText(ctx, params)),
  serve(installationDocuments.download, ({ ctx, params }) => service.downloadDocument(ctx, params)),
  serve(installationDocuments.listAcceptances, ({ ctx, params, query }) => service.listAcceptances(ctx, params.id, query)),
  serve(documents.list, ({ ctx, scope }) => listOrganizationDocuments(ctx, scope)),
  serve(documents.retrieveText, ({ ctx, scope, params }) => retrieveOrganizationText(ctx, scope, params)),
  serve(documents.download, ({ ctx, scope, params }) => service.downloadDocument(ctx, params, scope.organizationId)),
  serve(documents.accept, ({ ctx, actor, scope, params, body, audit }) => acceptDocument(ctx, actor, scope, { id: params.id, ...body }, audit)),
]
