import { toast } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '../../lib/error-notice.tsx'
import { saveBlob } from '../../lib/save-file.ts'
import { typesFailedWhat } from './messages.ts'

/** Saves the TypeScript types of the exposed schemas as a file. The code for it loads on the first download. */
export function useTypesDownload(projectRef: string, schemas: readonly string[]): { readonly isDownloading: boolean; readonly download: () => void } {
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      const { fetchTypes } = await import('./types-client.ts')
      return fetchTypes(projectRef, schemas)
    },
    onSuccess: (types) => saveBlob(new Blob([types], { type: 'text/plain' }), 'database.types.ts'),
    onError: (error) => toast.error(failureText(typesFailedWhat, error)),
  })
  return { isDownloading: isPending, download: mutate }
}
