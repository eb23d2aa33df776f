import type { Caller } from '@colonnade/projects'

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Who owns what a caller makes: the subject of the token, and the same once more where it is a UUID. */
export function ownerOf({ userId }: Pick<Caller, 'userId'>): { readonly owner: string | null; readonly ownerId: string | null } {
  return { owner: userId !== null && uuidForm.test(userId) ? userId : null, ownerId: userId }
}
