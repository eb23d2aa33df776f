import { isAppError } from '@colonnade/core'
import { toast } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import type { DraftStore } from './draft-store.ts'
import { messages } from './messages.ts'

/** Where the person is (spec §3). */
export interface FeedbackPlace {
  readonly projectRef: string | undefined
  readonly organizationSlug: string | undefined
  readonly pathname: string
}

/** Pictures that the server has already, by the name that it gave them: a second try does not upload them again. */
const uploaded = new WeakMap<Blob, string>()

/** Sends the draft; it is only forgotten when it has arrived. */
export function useSendFeedback(store: DraftStore) {
  return useMutation({
    mutationFn: async (place: FeedbackPlace) => {
      const { message, picture } = store.get()
      store.setSending(true)
      try {
        const screenshot = picture === null ? undefined : await upload(picture)
        await api.feedback.send({
          body: { message, category: 'Feedback', tags: ['dashboard-feedback'], ...place, ...(screenshot !== undefined && { screenshot }) },
        })
        store.clear()
      } catch (error) {
        if (picture !== null && isAppError(error, 'attachment_not_found')) uploaded.delete(picture)
        throw error
      } finally {
        store.setSending(false)
      }
    },
    onError: (error) => toast.error(messages.submitFailed(error.message)),
  })
}

async function upload(picture: Blob): Promise<string> {
  const name = uploaded.get(picture) ?? (await api.feedback.attach({ file: picture })).name
  uploaded.set(picture, name)
  return name
}
