import { createPrivateKey, sign } from 'node:crypto'
import type { Provider } from './provider.ts'
import { inside, isTrue, objectOf, sameSubject, textOf, userOf, userOfClaims } from './reading.ts'

/** Providers of OpenID Connect: who somebody is comes from an ID token, or from the userinfo address. */
const apple: Provider = {
  authorizeUrl: () => 'https://appleid.apple.com/auth/authorize',
  tokenUrl: () => 'https://appleid.apple.com/auth/token',
  scopes: ['email', 'name'],
  parameters: { response_mode: 'form_post' },
  makeSecret: ({ secret }) => appleSecret(secret),
  idTokens: {
    issuers: () => ['https://appleid.apple.com', 'https://account.apple.com'],
    keysUrl: () => 'https://appleid.apple.com/auth/keys',
    isEmailVerified: ({ email }) => textOf(email) !== undefined,
  },
  async identify({ tokens, verifyIdToken, returned }) {
    const claims = await verifyIdToken(tokens.idToken ?? '')
    const user = userOfClaims(claims, apple.idTokens!.isEmailVerified)
    const name = nameSentByApple(returned.get('user'))
    const more = {
      ...(name !== undefined && { name, full_name: name }),
      custom_claims: { auth_time: claims['auth_time'], is_private_email: isTrue(claims['is_private_email']) },
    }
    return { ...user, claims: { ...user.claims, ...more } }
  },
}

/** The name comes once, at the first sign-in, beside the code. */
function nameSentByApple(text: string | null): string | undefined {
  if (text === null) return undefined
  try {
    const name = inside(JSON.parse(text), 'name')
    const full = [textOf(inside(name, 'firstName')), textOf(inside(name, 'lastName'))].filter((part) => part !== undefined).join(' ')
    return full === '' ? undefined : full.slice(0, 200)
  } catch {
    return undefined
  }
}

/** Apple's secrets are tokens that a key of the developer signs. What is kept is such a token, or the parts to make one: team, key id, client and key as JSON. */
function appleSecret(secret: string): string {
  if (!secret.startsWith('{')) return secret
  const { team_id: team, key_id: kid, client_id: client, private_key: key } = JSON.parse(secret) as Record<string, string>
  const now = Math.floor(Date.now() / 1000)
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ alg: 'ES256', kid })}.${encode({ iss: team, iat: now, exp: now + 300, aud: 'https://appleid.apple.com', sub: client })}`
  return `${text}.${sign('sha256', Buffer.from(text), { key: createPrivateKey(key!), dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** Tenants of Microsoft say in `xms_edov` whether they have proved an address; those that don't say are believed, as GoTrue does. */
const isVerifiedByAzure = ({ xms_edov: proved }: { readonly [name: string]: unknown }): boolean => proved === undefined || isTrue(proved)

const azure: Provider = {
  authorizeUrl: ({ url }) => `${url || 'https://login.microsoftonline.com/common'}/oauth2/v2.0/authorize`,
  tokenUrl: ({ url }) => `${url || 'https://login.microsoftonline.com/common'}/oauth2/v2.0/token`,
  scopes: ['openid'],
  idTokens: {
    issuers: () => [/^https:\/\/login\.microsoftonline\.com\/[\da-f-]{36}\/v2\.0$/, /^https:\/\/[\w-]+\.ciamlogin\.com\/[\da-f-]{36}\/v2\.0$/],
    keysUrl: ({ url }) => `${url || 'https://login.microsoftonline.com/common'}/discovery/v2.0/keys`,
    isEmailVerified: isVerifiedByAzure,
  },
  async identify({ tokens, verifyIdToken }) {
    return userOfClaims(await verifyIdToken(tokens.idToken ?? ''), isVerifiedByAzure)
  },
}

const google: Provider = {
  authorizeUrl: () => 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: () => 'https://oauth2.googleapis.com/token',
  scopes: ['email', 'profile'],
  idTokens: { issuers: () => ['https://accounts.google.com', 'accounts.google.com'], keysUrl: () => 'https://www.googleapis.com/oauth2/v3/certs' },
  async identify({ tokens, verifyIdToken, ask }) {
    if (tokens.idToken !== null) return userOfClaims(await verifyIdToken(tokens.idToken))
    return userOfClaims(objectOf(await ask('https://openidconnect.googleapis.com/v1/userinfo')))
  },
}

const keycloak: Provider = {
  authorizeUrl: ({ url }) => `${url}/protocol/openid-connect/auth`,
  tokenUrl: ({ url }) => `${url}/protocol/openid-connect/token`,
  scopes: ['openid', 'profile', 'email'],
  idTokens: { issuers: ({ url }) => [url], keysUrl: ({ url }) => `${url}/protocol/openid-connect/certs` },
  async identify({ client, tokens, ask, verifyIdToken }) {
    const told = objectOf(await ask(`${client.url}/protocol/openid-connect/userinfo`))
    const user = userOfClaims(tokens.idToken === null ? told : sameSubject(told, await verifyIdToken(tokens.idToken)))
    return { ...user, claims: { iss: client.url, ...user.claims } }
  },
}

const linkedin: Provider = {
  authorizeUrl: () => 'https://www.linkedin.com/oauth/v2/authorization',
  tokenUrl: () => 'https://www.linkedin.com/oauth/v2/accessToken',
  scopes: ['openid', 'email', 'profile'],
  idTokens: {
    issuers: () => ['https://www.linkedin.com/oauth', 'https://www.linkedin.com'],
    keysUrl: () => 'https://www.linkedin.com/oauth/openid/jwks',
  },
  async identify({ ask }) {
    return userOfClaims(objectOf(await ask('https://api.linkedin.com/v2/userinfo')))
  },
}

const slackOidc: Provider = {
  authorizeUrl: () => 'https://slack.com/openid/connect/authorize',
  tokenUrl: () => 'https://slack.com/api/openid.connect.token',
  scopes: ['profile', 'email', 'openid'],
  async identify({ ask }) {
    const claims = objectOf(await ask('https://slack.com/api/openid.connect.userInfo'))
    const user = userOfClaims(claims)
    const team = claims['https://slack.com/team_id']
    return { ...user, claims: { ...user.claims, ...(team !== undefined && { custom_claims: { 'https://slack.com/team_id': team } }) } }
  },
}

const slack: Provider = {
  ...slackOidc,
  async identify({ ask }) {
    // addresses of a workspace are proved by it
    return userOfClaims(objectOf(await ask('https://slack.com/api/openid.connect.userInfo')), () => true)
  },
}

const kakao: Provider = {
  authorizeUrl: () => 'https://kauth.kakao.com/oauth/authorize',
  tokenUrl: () => 'https://kauth.kakao.com/oauth/token',
  scopes: ['account_email', 'profile_image', 'profile_nickname'],
  idTokens: {
    issuers: () => ['https://kauth.kakao.com'],
    keysUrl: () => 'https://kauth.kakao.com/.well-known/jwks.json',
    isEmailVerified: () => false,
  },
  async identify({ ask }) {
    const user = objectOf(await ask('https://kapi.kakao.com/v2/user/me'))
    const account = user['kakao_account']
    return userOf({
      subject: user['id'],
      email: inside(account, 'email'),
      isVerified: isTrue(inside(account, 'is_email_valid')) && isTrue(inside(account, 'is_email_verified')),
      name: inside(account, 'profile', 'nickname'),
      userName: inside(account, 'profile', 'nickname'),
      picture: inside(account, 'profile', 'profile_image_url'),
      issuer: 'https://kapi.kakao.com',
    })
  },
}

export const openIdProviders = { apple, azure, google, kakao, keycloak, linkedin_oidc: linkedin, slack, slack_oidc: slackOidc } as const
