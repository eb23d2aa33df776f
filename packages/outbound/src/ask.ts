import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { addressProblem, publicLookup } from './address-rule.ts'

/** A request to an address that somebody chose who is not us. */
export interface Question {
  readonly url: string
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Whether this machine and its networks may be asked. */
  readonly arePrivateAllowed: boolean
  readonly deadlineMs: number
  /** The answer is cut after this. */
  readonly bytesMost: number
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  /** Names in lower case; of those that came several times, as `node:http` joins them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** There was more. */
  readonly isCut: boolean
}

/** Why nobody answered, in words for who chose the address. */
export class NoAnswer extends Error {}

/**
 * Sends one request. Resolves names itself at connection time, so that none points to this machine or its local networks unless
 * that is allowed. Doesn't follow redirects, because nobody approved their target.
 *
 * @throws NoAnswer
 */
export async function ask(question: Question): Promise<Answer> {
  const { url, arePrivateAllowed, deadlineMs, signal } = question
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new NoAnswer('Enter a URL that starts with https:// or http://')
  const refused = addressProblem(url, arePrivateAllowed)
  if (refused !== null) throw new NoAnswer(refused)
  const deadline = AbortSignal.timeout(deadlineMs)
  try {
    return await send(question, signal === undefined ? deadline : AbortSignal.any([deadline, signal]))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new NoAnswer(deadline.aborted ? `No response within ${deadlineMs / 1000} seconds` : text === '' ? 'The server doesn’t respond' : text, {
      cause: error,
    })
  }
}

function send({ url, method, headers, body, arePrivateAllowed, bytesMost }: Question, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const bytes = body === undefined ? null : Buffer.from(body)
  const request = (url.startsWith('https:') ? overHttps : overHttp)(
    url,
    {
      method,
      agent: false,
      signal,
      headers: { 'user-agent': 'Colonnade', ...(bytes !== null && { 'content-length': bytes.length }), ...headers },
      ...(!arePrivateAllowed && { lookup: publicLookup }),
    },
    (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const done = (isCut: boolean): void => {
        const told = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          Array.isArray(value) ? value.join(', ') : (value ?? ''),
        ])
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(told), body: Buffer.concat(chunks).subarray(0, bytesMost), isCut })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size <= bytesMost) return
        done(true)
        // the rest is not wanted
        response.destroy()
      })
      response.once('end', () => done(false)).once('error', reject)
    },
  )
  request.once('error', reject)
  request.end(bytes ?? undefined)
  return promise
}
