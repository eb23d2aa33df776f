/** Errors of custom roles. */
export const messages = {
  tooMany: (most: number) => `An organization can have ${most} custom roles. Delete or edit one first.`,
  replacesItself: 'A role can’t replace itself. Choose another one.',
  onlyOwners: 'Only owners can create, edit and delete roles',
  beyondOwn: (permission: string) => `You can’t ${permission} here, so you can’t create a role that can`,
  nameTaken: (name: string) => `This organization already has a role “${name}”. Choose another name.`,
  promised: (name: string) => `“${name}” is the role that an owner gets after a transfer. Cancel the transfer first, in the organization settings.`,
  heldBy: (names: string, more: number, count: number) => `${names}${more > 0 ? ` and ${more} more` : ''} ${count === 1 ? 'has' : 'have'} it`,
  invitedTo: (count: number) => `${count} open ${count === 1 ? 'invitation offers' : 'invitations offer'} it`,
  inUse: (name: string, uses: string) => `“${name}” is in use: ${uses}. Choose a role to replace it.`,
} as const
