import { describe, expect, test } from 'vitest'
import { oauthProviders } from './oauth-providers.ts'
import { openIdProviders } from './openid-providers.ts'
import type { Provider, ProviderUser } from './provider.ts'

/** What a provider answers by address, and what becomes of it. */
interface Sample {
  readonly what: string
  readonly provider: Provider
  readonly answers?: Readonly<Record<string, unknown>>
  /** Claims of its ID token. */
  readonly idToken?: Readonly<Record<string, unknown>>
  /** Of the token address. */
  readonly answer?: Readonly<Record<string, unknown>>
  readonly returned?: string
  readonly url?: string
  readonly told: { readonly subject: string; readonly emails: ProviderUser['emails']; readonly claims: object }
}

const { bitbucket, discord, facebook, figma, github, gitlab, notion, spotify, twitch, workos, x, zoom } = oauthProviders
const { apple, azure, google, kakao, keycloak, linkedin_oidc: linkedin, slack, slack_oidc: slackOidc } = openIdProviders
const email = 'ada@example.com'
const proved = [{ email, isVerified: true, isPrimary: true }]
const unproved = [{ email, isVerified: false, isPrimary: true }]

const samples: readonly Sample[] = [
  {
    what: 'Apple, which sends the name beside the code',
    provider: apple,
    idToken: { iss: 'https://appleid.apple.com', sub: '0017.a', email, email_verified: 'true', is_private_email: 'true' },
    returned: 'user={"name":{"firstName":"Ada","lastName":"Lovelace"}}',
    told: { subject: '0017.a', emails: proved, claims: { name: 'Ada Lovelace', custom_claims: { is_private_email: true } } },
  },
  {
    what: 'Apple, with a name that is none',
    provider: apple,
    idToken: { iss: 'https://appleid.apple.com', sub: '0017.a', email },
    returned: 'user={"name":',
    told: { subject: '0017.a', emails: proved, claims: { custom_claims: { is_private_email: false } } },
  },
  {
    what: 'Azure',
    provider: azure,
    idToken: { iss: 'https://login.microsoftonline.com/x/v2.0', sub: 'az', email, name: 'Ada' },
    told: { subject: 'az', emails: proved, claims: { full_name: 'Ada' } },
  },
  {
    what: 'Azure, whose tenant has not proved the address',
    provider: azure,
    idToken: { sub: 'az', email, xms_edov: '0' },
    told: { subject: 'az', emails: unproved, claims: {} },
  },
  {
    what: 'Bitbucket',
    provider: bitbucket,
    answers: {
      'https://api.bitbucket.org/2.0/user': { uuid: '{u}', display_name: 'Ada', username: 'ada', links: { avatar: { href: 'https://b/a.png' } } },
      'https://api.bitbucket.org/2.0/user/emails': { values: [{ email, is_confirmed: true, is_primary: true }] },
    },
    told: { subject: '{u}', emails: proved, claims: { user_name: 'ada', avatar_url: 'https://b/a.png' } },
  },
  {
    what: 'Discord, with a number behind the name',
    provider: discord,
    answers: {
      'https://discord.com/api/users/@me': {
        id: '7',
        username: 'ada',
        discriminator: '0815',
        global_name: 'Ada',
        avatar: 'a_x',
        email,
        verified: true,
      },
    },
    told: {
      subject: '7',
      emails: proved,
      claims: {
        name: 'ada#0815',
        full_name: 'ada',
        avatar_url: 'https://cdn.discordapp.com/avatars/7/a_x.gif',
        custom_claims: { global_name: 'Ada' },
      },
    },
  },
  {
    what: 'Facebook, which is shown a proof of the secret',
    provider: facebook,
    answers: {
      'https://graph.facebook.com/me?fields=id,email,first_name,last_name,name,picture&appsecret_proof=e941110e3d2bfe82621f0e3e1434730d7305d106c5f68c87165d0b27a4611a4a':
        { id: '9', email, name: 'Ada', picture: { data: { url: 'https://f/p' } } },
    },
    told: { subject: '9', emails: proved, claims: { picture: 'https://f/p' } },
  },
  {
    what: 'Figma',
    provider: figma,
    answers: { 'https://api.figma.com/v1/me': { id: 'f', email, handle: 'ada', img_url: 'https://f/i' } },
    told: { subject: 'f', emails: proved, claims: { user_name: 'ada', avatar_url: 'https://f/i' } },
  },
  {
    what: 'GitHub, with a numeric id and several addresses',
    provider: github,
    answers: {
      'https://api.github.com/user': { id: 42, login: 'ada', name: 'Ada', avatar_url: 'https://g/a' },
      'https://api.github.com/user/emails': [
        { email: 'old@example.com', verified: false, primary: false },
        { email, verified: true, primary: true },
      ],
    },
    told: {
      subject: '42',
      emails: [{ email: 'old@example.com', isVerified: false, isPrimary: false }, ...proved],
      claims: { iss: 'https://api.github.com', user_name: 'ada' },
    },
  },
  {
    what: 'GitHub Enterprise',
    provider: github,
    url: 'https://git.example.com',
    answers: { 'https://git.example.com/api/v3/user': { id: 42, login: 'ada' }, 'https://git.example.com/api/v3/user/emails': [] },
    told: { subject: '42', emails: [], claims: { iss: 'https://git.example.com/api/v3' } },
  },
  {
    what: 'GitLab, of a server of one’s own, before the address is confirmed',
    provider: gitlab,
    url: 'https://git.example.com',
    answers: { 'https://git.example.com/api/v4/user': { id: 3, email, username: 'ada', name: 'Ada', confirmed_at: null } },
    told: { subject: '3', emails: unproved, claims: { iss: 'https://git.example.com', user_name: 'ada' } },
  },
  {
    what: 'Google, by its ID token',
    provider: google,
    idToken: { iss: 'https://accounts.google.com', sub: '1', email, email_verified: true, hd: 'example.com', picture: 'https://g/p' },
    told: { subject: '1', emails: proved, claims: { avatar_url: 'https://g/p', custom_claims: { hd: 'example.com' } } },
  },
  {
    what: 'Google, without an ID token',
    provider: google,
    answers: { 'https://openidconnect.googleapis.com/v1/userinfo': { sub: '1', email, email_verified: false } },
    told: { subject: '1', emails: unproved, claims: {} },
  },
  {
    what: 'Kakao, whose address is valid but not verified',
    provider: kakao,
    answers: {
      'https://kapi.kakao.com/v2/user/me': {
        id: 5,
        kakao_account: { email, is_email_valid: true, is_email_verified: false, profile: { nickname: 'ada', profile_image_url: 'https://k/p' } },
      },
    },
    told: { subject: '5', emails: unproved, claims: { name: 'ada', avatar_url: 'https://k/p' } },
  },
  {
    what: 'Keycloak',
    provider: keycloak,
    url: 'https://id.example.com/realms/acme',
    answers: { 'https://id.example.com/realms/acme/protocol/openid-connect/userinfo': { sub: 'k', email, email_verified: true } },
    told: { subject: 'k', emails: proved, claims: { iss: 'https://id.example.com/realms/acme' } },
  },
  {
    what: 'LinkedIn, which writes "true"',
    provider: linkedin,
    answers: { 'https://api.linkedin.com/v2/userinfo': { sub: 'l', email, email_verified: 'true', name: 'Ada' } },
    told: { subject: 'l', emails: proved, claims: { name: 'Ada' } },
  },
  {
    what: 'Notion',
    provider: notion,
    answers: {
      'https://api.notion.com/v1/users/me': { bot: { owner: { user: { id: 'n', name: 'Ada', avatar_url: 'https://n/a', person: { email } } } } },
    },
    told: { subject: 'n', emails: proved, claims: { name: 'Ada', picture: 'https://n/a' } },
  },
  {
    what: 'Slack',
    provider: slackOidc,
    answers: {
      'https://slack.com/api/openid.connect.userInfo': { sub: 'U1', email, email_verified: true, 'https://slack.com/team_id': 'T1' },
    },
    told: { subject: 'U1', emails: proved, claims: { custom_claims: { 'https://slack.com/team_id': 'T1' } } },
  },
  {
    what: 'Slack as it was before',
    provider: slack,
    answers: { 'https://slack.com/api/openid.connect.userInfo': { sub: 'U1', email } },
    told: { subject: 'U1', emails: proved, claims: {} },
  },
  {
    what: 'Spotify, which never proves an address',
    provider: spotify,
    answers: { 'https://api.spotify.com/v1/me': { id: 's', email, display_name: 'Ada', images: [{ url: 'https://s/i' }] } },
    told: { subject: 's', emails: unproved, claims: { name: 'Ada', picture: 'https://s/i' } },
  },
  {
    what: 'Twitch',
    provider: twitch,
    answers: {
      'https://api.twitch.tv/helix/users': { data: [{ id: 't', login: 'ada', display_name: 'Ada', email, profile_image_url: 'https://t/p' }] },
    },
    told: { subject: 't', emails: proved, claims: { name: 'ada', nickname: 'Ada' } },
  },
  {
    what: 'WorkOS, whose profile comes with the token',
    provider: workos,
    answer: { profile: { id: 'w', email, first_name: 'Ada', last_name: 'Lovelace', connection_id: 'c', organization_id: 'o' } },
    told: { subject: 'w', emails: proved, claims: { name: 'Ada Lovelace', custom_claims: { connection_id: 'c', organization_id: 'o' } } },
  },
  {
    what: 'X',
    provider: x,
    answers: {
      'https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url,name,username': {
        data: { id: '8', confirmed_email: email, name: 'Ada', username: 'ada', profile_image_url: 'https://x/p' },
      },
    },
    told: { subject: '8', emails: proved, claims: { user_name: 'ada' } },
  },
  {
    what: 'Zoom, whose own accounts are not proved',
    provider: zoom,
    answers: { 'https://api.zoom.us/v2/users/me': { id: 'z', email, login_type: 100, verified: 0, first_name: 'Ada', last_name: 'L' } },
    told: { subject: 'z', emails: unproved, claims: { name: 'Ada L' } },
  },
]

const identify = ({ provider, answers = {}, idToken, answer = {}, returned = '', url = '' }: Omit<Sample, 'what' | 'told'>): Promise<ProviderUser> =>
  provider.identify({
    client: { clientId: 'client', secret: 'secret', url },
    tokens: { accessToken: 'token', refreshToken: null, idToken: idToken === undefined ? null : 'signed', answer },
    ask: async (address) => {
      if (!(address in answers)) throw new Error(`${address} is not asked`)
      return answers[address]
    },
    verifyIdToken: async () => idToken ?? {},
    returned: new URLSearchParams(returned),
  })

describe('who somebody is', () => {
  test.each(samples)('$what', async ({ told, ...sample }) => {
    const user = await identify(sample)
    expect(user.subject).toBe(told.subject)
    expect(user.emails).toEqual(told.emails)
    expect(user.claims).toMatchObject({ sub: told.subject, provider_id: told.subject, ...told.claims })
  })

  test('every provider is here', () => {
    const all = Object.values({ ...oauthProviders, ...openIdProviders })
    expect(all.filter((each) => !samples.some(({ provider }) => provider === each))).toEqual([])
  })

  test.each([null, 'text', [], {}, { id: null }, { id: 'a\u0000b' }, { id: 'x'.repeat(5_000) }])(
    'an answer of nobody is refused: %j',
    async (answer) => {
      await expect(identify({ provider: figma, answers: { 'https://api.figma.com/v1/me': answer } })).rejects.toMatchObject({
        code: 'unexpected_failure',
      })
    },
  )
})
