import type { SignInProvider } from '@colonnade/contracts/people/sessions'

export const kindNames: Readonly<Record<SignInProvider['kind'], string>> = { oidc: 'OpenID Connect', github: 'GitHub' }
