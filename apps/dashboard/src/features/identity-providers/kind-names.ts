import type { SignInProvider } from '@colonnade/contracts/people/sessions'
import { kindNamesText } from './messages.ts'

export const kindNames: Readonly<Record<SignInProvider['kind'], string>> = { oidc: kindNamesText.openIDConnect, github: 'GitHub' }
