import { AppError } from '@colonnade/core'
import { ProviderError } from './provider.ts'
import { messages } from './messages.ts'

/** Does something with the provider, for somebody who waits for it. @throws AppError `payment_provider_failed` */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new AppError('payment_provider_failed', { kind: error.kind }, { message: wordsOf(error), cause: error })
  }
}

function wordsOf({ kind, message }: ProviderError): string {
  if (kind === 'away') return messages.stripeAway
  if (kind === 'key') return messages.stripeKey
  return messages.stripeRefused(message)
}
