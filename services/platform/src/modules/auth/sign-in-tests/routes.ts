import { signInTests } from '@colonnade/contracts/auth/sign-in-tests'
import type { HasAuthService } from '../../../kernel/auth-service.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import * as service from './service.ts'

const serve = serveUsing<HasAuthService>()

export const signInTestRoutes = [
  serve(signInTests.begin, (call) => service.beginSignInTest(call, call.body.provider)),
  serve(signInTests.finish, (call) => service.finishSignInTest(call, call.body.parameters)),
]
