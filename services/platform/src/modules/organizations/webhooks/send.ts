import { ask, NoAnswer } from '@colonnade/outbound'
import { webhookAnswerBytes, webhookDeadlineMs } from '../../../kernel/limits.ts'

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
export async function send({ url, headers, payload, arePrivateAllowed, signal }: Parcel): Promise<Attempt> {
  try {
    const { status, body } = await ask({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: payload,
      arePrivateAllowed,
      deadlineMs: webhookDeadlineMs,
      bytesMost: webhookAnswerBytes,
      signal,
    })
    const answer = body.toString('utf8').replaceAll('\u0000', '\ufffd')
    const isTaken = status >= 200 && status < 300
    return { status, answer, problem: isTaken ? null : `Answered ${status} and not 2xx` }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { status: null, answer: null, problem: error.message }
  }
}
