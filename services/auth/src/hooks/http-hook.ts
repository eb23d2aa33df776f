import { addressProblem, type Answer, ask, NoAnswer } from '@colonnade/outbound'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { hookBytesMost, hookMostMs, hookPauseMs, hookTries } from '../limits.ts'
import type { HookAnswer } from './hook.ts'
import { signedHeaders } from './signature.ts'

/** All requests together, and what lies between them. */
const usualTimes = { mostMs: hookMostMs, pauseMs: hookPauseMs }

export interface HttpHook {
  readonly url: string
  readonly secrets: string
  /** A member tries it: its requests say so, for servers that would else send something. */
  readonly isTest?: boolean
}

/**
 * Posts to a hook: at most three times in five seconds, under one id. Only a server that can't be reached, or that asks for patience, is
 * asked again.
 *
 * @throws AuthError `hook_timeout`, `hook_timeout_after_retry`, `hook_payload_over_size_limit`, `hook_payload_invalid_content_type`,
 *   `unexpected_failure`
 */
export async function callHttpHook(
  { outbound, clock }: Pick<AuthCall, 'outbound' | 'clock'>,
  { url, secrets, isTest = false }: HttpHook,
  payload: string,
  { mostMs, pauseMs } = usualTimes,
): Promise<HookAnswer> {
  const refused = addressProblem(url, outbound.arePrivateAllowed)
  if (refused !== null) throw unexpected('Error running hook URI', refused)
  const id = randomUUID()
  const endsAt = clock.now() + mostMs
  for (let attempt = 1; ; attempt++) {
    const { answer, problem } = await attemptOf({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...signedHeaders(id, clock.now(), payload, secrets),
        ...(isTest && { 'colonnade-test': 'true' }),
      },
      body: payload,
      arePrivateAllowed: outbound.arePrivateAllowed,
      deadlineMs: Math.max(1, endsAt - clock.now()),
      bytesMost: hookBytesMost,
    })
    const isPatienceAsked = answer !== null && (answer.status === 429 || answer.status === 503) && answer.headers['retry-after'] !== undefined
    if (answer !== null && !isPatienceAsked) return { output: outputOf(answer), attempts: attempt }
    const isOver = clock.now() + pauseMs >= endsAt
    const cause = problem ?? `The hook returned ${answer!.status} and asks to retry later`
    if (isOver)
      throw new AuthError('hook_timeout', `Failed to reach hook within maximum time of ${mostMs / 1000} seconds`, { cause, attempts: attempt })
    if (attempt >= hookTries)
      throw new AuthError('hook_timeout_after_retry', 'Failed to reach hook after maximum retries', { cause, attempts: attempt })
    await delay(pauseMs)
  }
}

async function attemptOf(question: Parameters<typeof ask>[0]): Promise<{ readonly answer: Answer | null; readonly problem: string | null }> {
  try {
    return { answer: await ask(question), problem: null }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { answer: null, problem: error.message }
  }
}

function outputOf({ status, headers, body, isCut }: Answer): unknown {
  if (status === 204) return {}
  if (status === 400) throw unexpected('Invalid payload sent to hook')
  if (status === 401) throw unexpected('Hook requires authorization token')
  if (status !== 200 && status !== 202) throw unexpected(`Unexpected status code returned from hook: ${status}`)
  if (isCut) throw new AuthError('hook_payload_over_size_limit', `Payload size exceeds size limit of ${hookBytesMost} bytes`)
  if (body.length === 0) return {}
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== 'application/json')
    throw new AuthError('hook_payload_invalid_content_type', 'Invalid JSON response. Received content-type: ' + type.slice(0, 100))
  try {
    return JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(body))
  } catch (error) {
    throw unexpected('Error unmarshaling JSON output.', error)
  }
}

const unexpected = (message: string, cause?: unknown): AuthError => new AuthError('unexpected_failure', message, { cause })
