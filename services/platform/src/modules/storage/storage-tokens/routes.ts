import { storageTokens } from '@colonnade/contracts/storage/storage-tokens'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const storageTokenRoutes = [serve(storageTokens.create, (call) => service.createStorageToken(call, call.body))]
