import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'
import type { Doing } from './openid.ts'

export interface TestGithubAccount {
  readonly id: number
  readonly login: string
  readonly name: string | null
  readonly emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[]
}

export interface TestGithub extends AsyncDisposable {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** By login. */
  readonly accounts: Map<string, TestGithubAccount>
  doing: Doing
}

/** Speaks what GitHub documents of its OAuth apps, as GitHub Enterprise Server does, with the API beneath; asks nobody for a password. */
export async function openTestGithub(): Promise<TestGithub> {
  const codes = new Map<string, { login: string; redirectUri: string; challenge: string }>()
  const tokens = new Map<string, string>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const issuer = await listen(server)
  const github: TestGithub = {
    issuer,
    clientId: 'Iv1.0123456789abcdef',
    clientSecret: 'a-secret-of-the-app',
    accounts: new Map(),
    doing: 'deny',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const send = (response: ServerResponse, status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /login/oauth/authorize':
        return authorize(url.searchParams, response)
      case 'POST /login/oauth/access_token':
        return exchange(new URLSearchParams(await textOf(request)), request, response)
      case 'GET /api/v3/user':
      case 'GET /api/v3/user/emails': {
        const account = github.accounts.get(tokens.get(request.headers.authorization ?? '') ?? '')
        if (!account) return send(response, 401, { message: 'Bad credentials' })
        const { emails, ...user } = account
        return send(response, 200, url.pathname.endsWith('/emails') ? emails : user)
      }
      default:
        return send(response, 404, { message: 'Not Found' })
    }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get('redirect_uri')!)
    back.searchParams.set('state', query.get('state') ?? '')
    if (github.doing === 'deny') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(10).toString('hex')
      codes.set(code, { login: github.doing.as, redirectUri: query.get('redirect_uri')!, challenge: query.get('code_challenge')! })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function exchange(form: URLSearchParams, { headers }: IncomingMessage, response: ServerResponse): void {
    if (form.get('client_id') !== github.clientId) return send(response, 404, { error: 'Not Found' })
    // it tells of what went wrong with status 200
    if (form.get('client_secret') !== github.clientSecret) return send(response, 200, { error: 'incorrect_client_credentials' })
    const found = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (found?.redirectUri !== form.get('redirect_uri') || found?.challenge !== verifier)
      return send(response, 200, { error: 'bad_verification_code' })
    if (!headers.accept?.includes('application/json')) return void response.end('access_token=as-a-form')
    const token = `gho_${randomBytes(18).toString('hex')}`
    tokens.set(`Bearer ${token}`, found.login)
    send(response, 200, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' })
  }
  return github
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
