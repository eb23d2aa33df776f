/** Texts of snippets: limits, versions and permissions. */
export const messages = {
  full: (most: number) => `A project has at most ${most.toLocaleString('en')} snippets. Delete some first.`,
  onlyOwnerShares: 'Only the owner of a snippet can change who sees it',
  onlyOwnerDeletes: 'Only its owner or an administrator can delete a shared snippet',
  noVersion: 'This version of the snippet doesn’t exist or was deleted',
  folderIntoItself: 'A folder can’t be moved into itself',
  roleForbids: (role: string, action: string) => `Your role, ${role}, can’t ${action}`,
  share: 'share a snippet with the project',
  changeShared: 'change a snippet that is shared with the project',
  moveShared: 'move snippets that are shared with the project',
} as const
