import { createHmac } from 'node:crypto'
import type { Provider } from './provider.ts'
import { inside, isTrue, listOf, objectOf, textOf, userOf } from './reading.ts'

/** Providers of OAuth 2.0 without OpenID Connect: each has an address of its own that says who somebody is. */
const bitbucket: Provider = {
  authorizeUrl: () => 'https://bitbucket.org/site/oauth2/authorize',
  tokenUrl: () => 'https://bitbucket.org/site/oauth2/access_token',
  scopes: ['account', 'email'],
  async identify({ ask }) {
    const user = objectOf(await ask('https://api.bitbucket.org/2.0/user'))
    const emails = listOf(inside(await ask('https://api.bitbucket.org/2.0/user/emails'), 'values'))
    const told = {
      subject: user['uuid'],
      name: user['display_name'],
      userName: user['username'] ?? user['display_name'],
      picture: inside(user, 'links', 'avatar', 'href'),
      issuer: 'https://bitbucket.org',
    }
    return userOf(
      told,
      emails.map(
        emailOf(
          ({ email }) => email,
          ({ is_confirmed }) => is_confirmed,
          ({ is_primary }) => is_primary,
        ),
      ),
    )
  },
}

const discord: Provider = {
  authorizeUrl: () => 'https://discord.com/api/oauth2/authorize',
  tokenUrl: () => 'https://discord.com/api/oauth2/token',
  scopes: ['email', 'identify'],
  async identify({ ask }) {
    const user = objectOf(await ask('https://discord.com/api/users/@me'))
    const discriminator = textOf(user['discriminator']) ?? '0'
    const name = textOf(user['username']) ?? ''
    const avatar = textOf(user['avatar'])
    const format = avatar?.startsWith('a_') === true ? 'gif' : 'png'
    return userOf({
      subject: user['id'],
      email: user['email'],
      isVerified: isTrue(user['verified']),
      name: discriminator === '0' ? name : `${name}#${discriminator}`,
      picture: avatar === undefined ? undefined : `https://cdn.discordapp.com/avatars/${textOf(user['id'])}/${avatar}.${format}`,
      issuer: 'https://discord.com/api',
      more: { full_name: name, custom_claims: { global_name: user['global_name'] } },
    })
  },
}

const facebook: Provider = {
  authorizeUrl: () => 'https://www.facebook.com/dialog/oauth',
  tokenUrl: () => 'https://graph.facebook.com/oauth/access_token',
  scopes: ['email'],
  idTokens: {
    issuers: () => ['https://www.facebook.com', 'https://facebook.com'],
    keysUrl: () => 'https://limited.facebook.com/.well-known/oauth/openid/jwks/',
    isEmailVerified: () => true,
  },
  async identify({ client, tokens, ask }) {
    const proof = createHmac('sha256', client.secret)
      .update(tokens.accessToken ?? '')
      .digest('hex')
    const user = objectOf(await ask(`https://graph.facebook.com/me?fields=id,email,first_name,last_name,name,picture&appsecret_proof=${proof}`))
    return userOf({
      subject: user['id'],
      email: user['email'],
      // Facebook sends only confirmed addresses
      isVerified: true,
      name: user['name'] ?? [textOf(user['first_name']), textOf(user['last_name'])].filter((part) => part !== undefined).join(' '),
      picture: inside(user, 'picture', 'data', 'url'),
      issuer: 'https://graph.facebook.com',
    })
  },
}

const figma: Provider = {
  authorizeUrl: () => 'https://www.figma.com/oauth',
  tokenUrl: () => 'https://api.figma.com/v1/oauth/token',
  scopes: ['current_user:read'],
  clientAuth: 'basic',
  async identify({ ask }) {
    const { id, email, handle, img_url: picture } = objectOf(await ask('https://api.figma.com/v1/me'))
    return userOf({ subject: id, email, isVerified: true, name: handle, userName: handle, picture, issuer: 'https://www.figma.com' })
  },
}

const github: Provider = {
  authorizeUrl: ({ url }) => `${url || 'https://github.com'}/login/oauth/authorize`,
  tokenUrl: ({ url }) => `${url || 'https://github.com'}/login/oauth/access_token`,
  scopes: ['user:email'],
  async identify({ client: { url }, ask }) {
    const api = url === '' ? 'https://api.github.com' : `${url}/api/v3`
    const accept = { accept: 'application/vnd.github+json' }
    const user = objectOf(await ask(`${api}/user`, accept))
    const emails = listOf(await ask(`${api}/user/emails`, accept))
    const told = { subject: user['id'], name: user['name'], userName: user['login'], picture: user['avatar_url'], issuer: api }
    return userOf(
      told,
      emails.map(
        emailOf(
          ({ email }) => email,
          ({ verified }) => verified,
          ({ primary }) => primary,
        ),
      ),
    )
  },
}

const gitlab: Provider = {
  authorizeUrl: ({ url }) => `${url || 'https://gitlab.com'}/oauth/authorize`,
  tokenUrl: ({ url }) => `${url || 'https://gitlab.com'}/oauth/token`,
  scopes: ['read_user'],
  async identify({ client: { url }, ask }) {
    const api = url || 'https://gitlab.com'
    const user = objectOf(await ask(`${api}/api/v4/user`))
    return userOf({
      subject: user['id'],
      email: user['email'],
      isVerified: textOf(user['confirmed_at']) !== undefined,
      name: user['name'],
      userName: user['username'],
      picture: user['avatar_url'],
      issuer: api,
    })
  },
}

const notion: Provider = {
  authorizeUrl: () => 'https://api.notion.com/v1/oauth/authorize',
  tokenUrl: () => 'https://api.notion.com/v1/oauth/token',
  scopes: [],
  parameters: { owner: 'user' },
  clientAuth: 'basic',
  async identify({ ask }) {
    const answer = await ask('https://api.notion.com/v1/users/me', { 'notion-version': '2021-08-16' })
    const user = objectOf(inside(answer, 'bot', 'owner', 'user'))
    const { id, name, avatar_url: picture } = user
    return userOf({
      subject: id,
      email: inside(user, 'person', 'email'),
      isVerified: true,
      name,
      userName: name,
      picture,
      issuer: 'https://api.notion.com',
    })
  },
}

const spotify: Provider = {
  authorizeUrl: () => 'https://accounts.spotify.com/authorize',
  tokenUrl: () => 'https://accounts.spotify.com/api/token',
  scopes: ['user-read-email'],
  clientAuth: 'basic',
  async identify({ ask }) {
    const user = objectOf(await ask('https://api.spotify.com/v1/me'))
    // Spotify never says whether an address is somebody's own
    return userOf({
      subject: user['id'],
      email: user['email'],
      name: user['display_name'],
      picture: listOf(user['images'])[0]?.['url'],
      issuer: 'https://api.spotify.com',
    })
  },
}

const twitch: Provider = {
  authorizeUrl: () => 'https://id.twitch.tv/oauth2/authorize',
  tokenUrl: () => 'https://id.twitch.tv/oauth2/token',
  scopes: ['user:read:email'],
  async identify({ client, ask }) {
    const user = objectOf(listOf(inside(await ask('https://api.twitch.tv/helix/users', { 'client-id': client.clientId }), 'data'))[0])
    const { id, email, display_name: name, login: userName, profile_image_url: picture } = user
    return userOf({
      subject: id,
      email,
      isVerified: true,
      name: userName ?? name,
      userName,
      picture,
      issuer: 'https://api.twitch.tv',
      more: { nickname: textOf(name) },
    })
  },
}

const workos: Provider = {
  authorizeUrl: ({ url }) => `${url || 'https://api.workos.com'}/sso/authorize`,
  tokenUrl: ({ url }) => `${url || 'https://api.workos.com'}/sso/token`,
  scopes: [],
  async identify({ client, tokens }) {
    const profile = objectOf(tokens.answer['profile'])
    const { id, email, first_name: first, last_name: last, connection_id, organization_id } = profile
    return userOf({
      subject: id,
      email,
      isVerified: true,
      name: [textOf(first), textOf(last)].filter((part) => part !== undefined).join(' '),
      issuer: client.url || 'https://api.workos.com',
      more: { custom_claims: { connection_id, organization_id } },
    })
  },
}

const x: Provider = {
  authorizeUrl: () => 'https://x.com/i/oauth2/authorize',
  tokenUrl: () => 'https://api.x.com/2/oauth2/token',
  scopes: ['users.email', 'tweet.read', 'users.read', 'offline.access'],
  usesPkce: true,
  clientAuth: 'basic',
  async identify({ ask }) {
    const user = objectOf(inside(await ask('https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url,name,username'), 'data'))
    const { id, confirmed_email: email, name, username: userName, profile_image_url: picture } = user
    return userOf({ subject: id, email, isVerified: true, name, userName, picture, issuer: 'https://api.x.com/2' })
  },
}

const zoom: Provider = {
  authorizeUrl: () => 'https://zoom.us/oauth/authorize',
  tokenUrl: () => 'https://zoom.us/oauth/token',
  scopes: [],
  clientAuth: 'basic',
  async identify({ ask }) {
    const user = objectOf(await ask('https://api.zoom.us/v2/users/me'))
    const isWorkEmail = user['login_type'] === 100
    return userOf({
      subject: user['id'],
      email: user['email'],
      // for sign-ins with a work email the provider says if it is verified; the others come from Google and the like
      isVerified: !isWorkEmail || isTrue(user['verified']),
      name: [textOf(user['first_name']), textOf(user['last_name'])].filter((part) => part !== undefined).join(' '),
      picture: user['pic_url'],
      issuer: 'https://api.zoom.us/v2',
    })
  },
}

type Row = { readonly [name: string]: unknown }

function emailOf(email: (row: Row) => unknown, verified: (row: Row) => unknown, primary: (row: Row) => unknown) {
  return (row: Row) => ({ email: textOf(email(row)) ?? '', isVerified: isTrue(verified(row)), isPrimary: isTrue(primary(row)) })
}

export const oauthProviders = { bitbucket, discord, facebook, figma, github, gitlab, notion, spotify, twitch, workos, x, zoom } as const
