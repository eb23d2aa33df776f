/** Texts of refused renders. The first is the original's. */
export const renderMessages = {
  unsupported: 'The source image is invalid or unsupported for rendering',
  tooManyPixels: 'The source image has more than 50 million pixels. Upload a smaller one to render it.',
  tooManyBytes: 'The source image is larger than 25 MB. Upload a smaller one to render it.',
  tooMuchMemory: 'Rendering this image takes more than 512 MB of memory. Upload a smaller one.',
  tooLong: 'Rendering this image takes longer than 10 seconds. Upload a smaller one.',
  busy: 'Too many images are being rendered. Try again in a moment.',
  notNumber: (name: string, from: number, to: number) => `${name} must be a whole number from ${from} to ${to}`,
  notOneOf: (name: string, choices: readonly string[]) => `${name} must be one of ${choices.join(', ')}`,
} as const
