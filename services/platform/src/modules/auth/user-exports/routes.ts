import { userExports } from '@colonnade/contracts/auth/user-exports'
import type { HasAuthService } from '../../../kernel/auth-service.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasUserExports } from './kept-exports.ts'
import * as service from './service.ts'

const serve = serveUsing<HasAuthService & HasUserExports>()

export const userExportRoutes = [
  serve(userExports.create, (call) => service.createExport(call, call.body)),
  serve(userExports.download, (call) => service.downloadExport(call, call.params.key)),
  serve(userExports.retrieve, (call) => service.retrieveExport(call, call.params.key)),
]
