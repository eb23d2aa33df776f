import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { webhookAnswerBytes, webhookDeadlineMs } from '../../../kernel/limits.ts'
import { addressProblem, publicLookup } from './address-rule.ts'

export interface Attempt {
  readonly status: number | null
  /** The beginning of what came back. */
  readonly answer: string | null
  /** Null: it was taken. */
  readonly problem: string | null
}

export interface Parcel {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string
  readonly arePrivateAllowed: boolean
  readonly signal: AbortSignal
}

/** Posts to an address. Only an answer of 2xx within ten seconds counts; redirects are not followed, as nobody registered where they lead. */
export async function send(parcel: Parcel): Promise<Attempt> {
  const refused = addressProblem(parcel.url, parcel.arePrivateAllowed)
  if (refused !== null) return { status: null, answer: null, problem: refused }
  const deadline = AbortSignal.timeout(webhookDeadlineMs)
  try {
    return await post(parcel, AbortSignal.any([deadline, parcel.signal]))
  } catch (error) {
    const problem = deadline.aborted ? `No answer within ${webhookDeadlineMs / 1000} seconds` : error instanceof Error ? error.message : String(error)
    return { status: null, answer: null, problem: problem === '' ? 'The address does not answer' : problem }
  }
}

function post({ url, headers, payload, arePrivateAllowed }: Parcel, signal: AbortSignal): Promise<Attempt> {
  const { promise, resolve, reject } = Promise.withResolvers<Attempt>()
  const body = Buffer.from(payload)
  const ask = url.startsWith('https:') ? overHttps : overHttp
  const request = ask(
    url,
    {
      method: 'POST',
      agent: false,
      signal,
      headers: { 'user-agent': 'Colonnade', 'content-type': 'application/json', 'content-length': body.length, ...headers },
      ...(!arePrivateAllowed && { lookup: publicLookup }),
    },
    (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const done = (): void => {
        const status = response.statusCode ?? 0
        const answer = Buffer.concat(chunks).subarray(0, webhookAnswerBytes).toString('utf8').replaceAll('\u0000', '\ufffd')
        const isTaken = status >= 200 && status < 300
        resolve({ status, answer, problem: isTaken ? null : `Answered ${status} and not 2xx` })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        // the rest is not wanted
        if (size < webhookAnswerBytes) return
        done()
        response.destroy()
      })
      response.once('end', done).once('error', reject)
    },
  )
  request.once('error', reject)
  request.end(body)
  return promise
}
