/** Exact texts of the specification (sections 5 and 8), and those that go with them. */
export const messages = {
  title: 'Feedback',
  messageMissing: 'Please include a message in your feedback.',
  submitFailed: (message: string) => `Failed to submit feedback: ${message}`,
  captureFailed: 'Failed to capture screenshot',
  notPng: 'Only PNG images can be attached.',
  tooLarge: (size: string, limit: string) => `The image is ${size}. The limit is ${limit}.`,
  unreadable: 'Failed to read the file.',
  hasPicture: 'You can attach one image. Remove it to attach another.',
  tooLong: (excess: string) => `Remove ${excess} characters.`,
  thanks: 'Thank you',
  sentMeanwhile: 'Your feedback was sent. Thank you!',
  listFailed: 'Failed to load feedback',
} as const

/** Warnings for the browser's console. */
export const draftText = {
  notRead: 'Failed to read the feedback draft',
  notSaved: 'Failed to save the feedback draft',
  noScreenshot: 'Failed to save or read the feedback screenshot',
} as const

export const buttonText = {
  loading: 'Loading',
} as const

export const formText = {
  message: 'What could be better?',
  placeholder: 'An idea, a problem, or something you like',
  note: 'Includes the URL of this page',
  send: 'Send',
} as const

export const listText = {
  list: 'feedback',
  emptyTitle: 'No feedback yet',
  emptyBody: 'Feedback that people send from the top of any page appears here.',
  label: 'Feedback',
  tab: 'Feedback ',
} as const

export const panelText = {
  sent: 'The owner of this installation can read your feedback.',
  writeAnother: 'Send more feedback',
  close: 'Close',
  needAnswer: 'Need an answer? ',
  askHelp: 'Contact support',
} as const

export const pictureText = {
  failed: 'Failed to load the screenshot',
  screenshot: 'Screenshot',
  enlarge: 'Enlarge screenshot',
  enlarged: 'Enlarged screenshot',
} as const

export const pickerText = {
  capture: 'Capture screenshot',
  upload: 'Upload image',
  file: 'Screenshot (PNG)',
  hint: 'Or paste an image. PNG, up to 10 MB.',
  remove: 'Remove screenshot',
} as const
