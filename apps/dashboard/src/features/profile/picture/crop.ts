/** The square of a picture that is shown: its middle in pixels of the picture, and how much of it is seen (1: as much as fits). */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const zoomMax = 5

/** Pixels of the picture on a side of the square. */
export function cropSide({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom
}

/** As much as fits, from the middle. */
export function middleCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** The nearest square that is all picture. */
export function withinPicture(size: Size, { x, y, zoom }: Crop): Crop {
  const kept = clamp(zoom, 1, zoomMax)
  const half = cropSide(size, kept) / 2
  return { x: clamp(x, half, size.width - half), y: clamp(y, half, size.height - half), zoom: kept }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
