import { literal, sql, toText } from '@colonnade/sql'
import { watchedFetch } from '../../../scope/reachability.ts'
import { runSql } from '../../../scope/run-sql.ts'
import { sendText } from '../messages.ts'
import type { Session } from '../session/session.ts'

export type SendWay = 'socket' | 'rest' | 'sql'

export interface Message {
  readonly event: string
  readonly payload: unknown
}

export interface SendOutcome {
  readonly isDone: boolean
  readonly text: string
}

/** Sends a message to the channel of a session. @throws Error, AppError by SQLSTATE or `production_locked` */
export async function sendMessage(ref: string, session: Session, way: SendWay, message: Message): Promise<SendOutcome> {
  if (way === 'socket') {
    const reply = await session.send(message.event, message.payload)
    return { isDone: reply === 'ok', text: reply === 'ok' && !session.draft.ack ? sendText.replies.unacknowledged : sendText.replies[reply] }
  }
  return way === 'rest' ? sendOverRest(ref, session, message) : sendFromSql(ref, session, message)
}

async function sendOverRest(ref: string, { draft, token, apiKey }: Session, { event, payload }: Message): Promise<SendOutcome> {
  const path = `${encodeURIComponent(draft.channel.trim())}/events/${encodeURIComponent(event)}${draft.isPrivate ? '?private=true' : ''}`
  const reply = await watchedFetch(`/api/${ref}/realtime/v1/api/broadcast/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: apiKey, authorization: `Bearer ${await token()}` },
    body: JSON.stringify(payload),
    credentials: 'omit',
  })
  const body = await reply.text()
  return { isDone: reply.ok, text: sendText.rest(reply.status, reply.ok ? sendText.accepted : saidIn(body)) }
}

/** Returns the text of a refusal: `message`, or `errors` by field. */
function saidIn(body: string): string {
  try {
    const { message, errors } = JSON.parse(body) as { readonly message?: string; readonly errors?: unknown }
    return message ?? (errors === undefined ? body : JSON.stringify(errors))
  } catch {
    return body
  }
}

/** Returns the statement that sends a message from the database. */
export function sendSql({ event, payload, channel, isPrivate }: Message & { readonly channel: string; readonly isPrivate: boolean }) {
  return toText(
    sql`select realtime.send(${literal(JSON.stringify(payload))}::jsonb, ${literal(event)}, ${literal(channel)}, ${isPrivate ? sql`true` : sql`false`});`,
  )
}

async function sendFromSql(ref: string, { draft }: Session, message: Message): Promise<SendOutcome> {
  const { notices } = await runSql(ref, { query: sendSql({ ...message, channel: draft.channel.trim(), isPrivate: draft.isPrivate }) })
  // the function never raises an error in its caller
  const warning = notices.find(({ message: said }) => said.startsWith('WarnSendingBroadcastMessage'))
  return { isDone: warning === undefined, text: warning?.message ?? sendText.sql }
}
