import { maxSnippetBytes } from '@colonnade/contracts/data/snippets'
import { AppError } from '@colonnade/core'
import { formatBytes } from '../../../lib/bytes.ts'
import { sendableText } from './messages.ts'

/**
 * The text, as long as a snippet may hold it: megabytes that would be refused need not go over the network each time that it is opened.
 *
 * @throws AppError `payload_too_large`
 */
export function sendable(text: string): string {
  if (text.length <= maxSnippetBytes) return text
  throw new AppError('payload_too_large', {}, { message: sendableText.tooLong(formatBytes(maxSnippetBytes)) })
}
