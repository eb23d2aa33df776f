import { useIsAllowed } from '../permissions.ts'

export interface StorageRights {
  readonly mayRead: boolean
  readonly mayWrite: boolean
}

/** Who reads all rows of the database also reads the files that they describe. */
export function useStorageRights(ref: string): StorageRights {
  const isAllowed = useIsAllowed(ref)
  const mayWrite = isAllowed('project_storage:all')
  return { mayRead: mayWrite || isAllowed('database:read'), mayWrite }
}
