import { isAppError } from '@colonnade/core'
import { api } from '../client.ts'

/** Open dialogs by project: calls refused while one is open share its answer. */
const asking = new Map<string, Promise<string | null>>()

/**
 * Sends something that may change a project. Where its production lock refuses that, the person is asked for the project's name, and it is
 * sent again with what was typed.
 *
 * @throws AppError `production_locked` when the person gives up
 */
export async function unlessLocked<Reply>(ref: string, send: (confirmed: { readonly confirmed_name?: string }) => Promise<Reply>): Promise<Reply> {
  try {
    return await send({})
  } catch (error) {
    if (!isAppError(error, 'production_locked')) throw error
    const name = await ask(ref, error.message)
    if (name === null) throw error
    return send({ confirmed_name: name })
  }
}

function ask(ref: string, why: string): Promise<string | null> {
  const open = asking.get(ref) ?? askOnce(ref, why).finally(() => asking.delete(ref))
  asking.set(ref, open)
  return open
}

async function askOnce(ref: string, why: string): Promise<string | null> {
  // few projects are locked: the dialog comes when one is
  const [{ askName }, { name }] = await Promise.all([import('./ask-name.tsx'), api.projects.retrieve({ params: { ref } })])
  return askName(name, why)
}
