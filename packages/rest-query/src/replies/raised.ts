import { RestError } from '../rest-error.ts'

/** Reads `raise sqlstate 'PGRST'`, whose message and detail describe a whole reply as JSON. */
export function raisedError(message: string, detail: string | null): RestError {
  const body = objectIn(message)
  if (body === null || typeof body['code'] !== 'string' || typeof body['message'] !== 'string') {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const more = detail === null ? null : objectIn(detail)
  const headers = more?.['headers']
  const status = more?.['status']
  if (!isStatus(status) || !isHeaders(headers)) {
    return unreadable(
      detail === null ? 'DETAIL is missing in the RAISE statement' : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    )
  }
  return new RestError(status, body['code'], body['message'], { details: textOf(body['details']), hint: textOf(body['hint']), headers })
}

function unreadable(details: string, hint: string): RestError {
  return new RestError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', { details, hint })
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? (content as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599
}

/** Names and values that can be sent as they are. */
function isHeaders(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([name, content]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof content === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(content),
  )
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
