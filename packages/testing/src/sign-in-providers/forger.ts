import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

type Json = Readonly<Record<string, unknown>>

/** What a provider that means ill, or is broken, does otherwise than it should. */
export interface Forgery {
  /** In place of those that would be right; undefined leaves one out. */
  readonly claims?: Json
  readonly header?: Json
  /** Signs with a key that is not the published one. */
  readonly hasForeignKey?: boolean
  /** Takes so long to give a token, or sends a page in place of one. */
  readonly token?: 'never' | 'html' | 'too-long'
  readonly discovery?: 'html' | Json
}

export interface TestForger extends AsyncDisposable {
  readonly issuer: string
  forgery: Forgery
  /** What the browser is sent back with, after the address that it was sent to. */
  returnOf(authorizationUrl: string): string
}

/** An OpenID provider that gives tokens which are wrong in one way or another, over real HTTP and with real signatures. */
export async function openTestForger(): Promise<TestForger> {
  const published = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let nonce = ''
  let clientId = ''
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here')
    if (pathname === '/.well-known/openid-configuration') return discover(response)
    // the second is where Keycloak has them
    if (pathname === '/jwks' || pathname === '/protocol/openid-connect/certs')
      return send(response, { keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    return giveToken(response)
  })
  const issuer = await listen(server)
  const forger: TestForger = {
    issuer,
    forgery: {},
    returnOf(authorizationUrl) {
      const { searchParams } = new URL(authorizationUrl)
      nonce = searchParams.get('nonce')!
      clientId = searchParams.get('client_id')!
      return new URLSearchParams({ code: 'a-code', state: searchParams.get('state')! }).toString()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function discover(response: ServerResponse): void {
    const { discovery = {} } = forger.forgery
    if (discovery === 'html') return sendPage(response)
    send(response, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...discovery,
    })
  }

  function giveToken(response: ServerResponse): void {
    const { token } = forger.forgery
    if (token === 'never') return
    if (token === 'html') return sendPage(response)
    if (token === 'too-long') return send(response, { access_token: 'x'.repeat(2_000_000) })
    send(response, { access_token: 'a-token', token_type: 'bearer', id_token: idToken(forger.forgery) })
  }

  function idToken({ claims = {}, header = {}, hasForeignKey = false }: Forgery): string {
    const now = Math.floor(Date.now() / 1_000)
    const right = { iss: issuer, sub: 'forged', aud: clientId, nonce, iat: now, exp: now + 60, email: 'forged@example.com', email_verified: true }
    const text = [
      { alg: 'RS256', kid: 'one', ...header },
      { ...right, ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const { privateKey } = hasForeignKey ? foreign : published
    return `${text}.${header['alg'] === 'none' ? '' : sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  return forger
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendPage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Down for maintenance</title>')
}
