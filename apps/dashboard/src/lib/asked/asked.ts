/** What a command asks of the page that it opens. */
export const askable = ['back-up', 'feedback', 'invite', 'new-api-key', 'new-branch', 'new-token'] as const
export type Asked = (typeof askable)[number]
