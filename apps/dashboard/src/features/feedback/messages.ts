/** Exact texts of the specification (sections 5 and 8), and those that go with them. */
export const messages = {
  title: 'Feedback',
  messageMissing: 'Please include a message in your feedback.',
  submitFailed: (message: string) => `Failed to submit feedback: ${message}`,
  captureFailed: 'Failed to capture screenshot',
  notPng: 'Only PNG pictures can be attached.',
  tooLarge: (size: string, limit: string) => `The picture has ${size}. It can have up to ${limit}.`,
  unreadable: 'The file could not be read.',
  hasPicture: 'One picture can be attached. Remove it first to attach another.',
  tooLong: (excess: string) => `Too long by ${excess} characters.`,
  thanks: 'Thank you',
  sentMeanwhile: 'Your feedback was sent. Thank you!',
  listFailed: 'Failed to load feedback',
} as const
