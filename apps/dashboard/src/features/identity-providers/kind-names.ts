import type { SignInProvider } from '@colonnade/contracts'

export const kindNames: Readonly<Record<SignInProvider['kind'], string>> = { oidc: 'OpenID Connect', github: 'GitHub' }
