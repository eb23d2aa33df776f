import { userImports } from '@colonnade/contracts/auth/user-imports'
import type { HasAuthService } from '../../../kernel/auth-service.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import * as service from './service.ts'

const serve = serveUsing<HasAuthService>()

export const userImportRoutes = [
  serve(userImports.check, (call) => service.checkUsers(call, call.query)),
  serve(userImports.create, (call) => service.importUsers(call, call.query)),
]
