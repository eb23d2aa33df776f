import { storageCredentials } from '@colonnade/contracts/storage/storage-credentials'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasStorageAddress } from '../../../kernel/storage-address.ts'
import * as service from './service.ts'

const serve = serveUsing<HasStorageAddress>()

export const storageCredentialRoutes = [
  serve(storageCredentials.list, ({ ctx, scope, request }) => service.listStorageCredentials(ctx, scope, request)),
  serve(storageCredentials.create, ({ ctx, scope, body, audit }) => service.createStorageCredential(ctx, scope, body, audit)),
  serve(storageCredentials.remove, ({ ctx, scope, params, audit }) => service.revokeStorageCredential(ctx, scope, params.id, audit)),
]
