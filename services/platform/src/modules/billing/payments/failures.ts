import { AppError } from '@colonnade/core'
import { ProviderError } from './provider.ts'

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
  if (kind === 'away') return 'Stripe does not answer as it should. Nothing was changed: try again in a minute'
  if (kind === 'key') return 'Stripe does not take the key of this installation: tell the owner of the installation'
  return `Stripe refused: ${message}`
}
