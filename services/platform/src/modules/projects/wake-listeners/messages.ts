/** Texts sent to clients of sleeping projects. */
export const messages = {
  notWoken: 'The project couldn’t wake up',
} as const
