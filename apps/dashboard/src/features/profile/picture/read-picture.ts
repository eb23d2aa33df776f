import { pictureFieldText } from './messages.ts'

/** Formats that people may choose; what they send is a PNG in any case. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Largest file that is opened to be cut, in bytes. */
const fileMaxBytes = 25 * 1024 * 1024

/** The picture in a file, upright. @throws Error that says to people what is wrong */
export async function readPicture(file: File): Promise<ImageBitmap> {
  if (!(pictureTypes as readonly string[]).includes(file.type)) throw new Error(pictureFieldText.wrongType)
  if (file.size > fileMaxBytes) throw new Error(pictureFieldText.tooLarge)
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (error) {
    throw new Error(pictureFieldText.unreadable, { cause: error })
  }
}
