import type { NoticeMessage } from './streamed-execution.ts'

/**
 * What is sent and read here is UTF-8, whatever a text makes of client_encoding: the server would take the bytes of the next statement for
 * those of another encoding and store them so for good. This goes ahead of each further statement; it takes no snapshot.
 */
export const encodingGuard = "set client_encoding = 'UTF8'"

/** Whether statements may change how those after them are read. What a function changes unseen is noticed once the server reports it. */
export function mayChangeEncoding(texts: readonly string[]): boolean {
  return texts.some((text) => /encoding|\bnames\b|set_config/i.test(text))
}

const setsAnother = /^\s*set\s+(?:session\s+|local\s+)?(?:client_encoding|names)\b(?!.*(?:utf-?8|unicode|default))/is

/** Says that a statement has no effect; null for others. */
export function encodingNotice(text: string): NoticeMessage | null {
  if (!setsAnother.test(text)) return null
  return {
    severity: 'NOTICE',
    code: '00000',
    message: 'client_encoding must stay UTF8, because text is sent and shown as UTF-8',
    hint: 'Remove the setting, or run the script with psql.',
  }
}

interface ReportingConnection {
  on(event: 'parameterStatus', listener: (message: { parameterName: string; parameterValue: string }) => void): unknown
  off(event: 'parameterStatus', listener: (message: { parameterName: string; parameterValue: string }) => void): unknown
}

/** Watches what the server reports of its client_encoding, which it does before it is ready for the next message (Postgres documentation, 54.2.7). */
export function watchEncoding(connection: unknown): { readonly isOther: () => boolean; readonly stop: () => void } {
  const reporting = connection as ReportingConnection
  let isOther = false
  const onStatus = ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }): void => {
    if (parameterName === 'client_encoding') isOther = parameterValue !== 'UTF8'
  }
  reporting.on('parameterStatus', onStatus)
  return { isOther: () => isOther, stop: () => void reporting.off('parameterStatus', onStatus) }
}
