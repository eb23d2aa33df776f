import { storageCredentials } from '@colonnade/contracts/storage/storage-credentials'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const storageCredentialRoutes = [
  serve(storageCredentials.list, ({ ctx, scope }) => service.listStorageCredentials(ctx, scope)),
  serve(storageCredentials.create, ({ ctx, scope, body, audit }) => service.createStorageCredential(ctx, scope, body, audit)),
  serve(storageCredentials.remove, ({ ctx, scope, params, audit }) => service.revokeStorageCredential(ctx, scope, params.id, audit)),
]
