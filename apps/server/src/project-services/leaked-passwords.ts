import { requireHashList } from '@colonnade/auth'
import { AppError } from '@colonnade/core'

/** @throws AppError `config_invalid` for a file that is no list of hashes: passwords would be taken as safe that nobody looked up */
export async function requireLeakedPasswords(file: string): Promise<void> {
  try {
    await requireHashList(file)
  } catch (error) {
    throw new AppError('config_invalid', {}, { message: `COLONNADE_LEAKED_PASSWORDS_FILE can't be used: ${(error as Error).message}`, cause: error })
  }
}
