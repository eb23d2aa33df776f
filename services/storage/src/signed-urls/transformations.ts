import { z } from 'zod'

/** What a signed URL may ask of an image. */
export const Transform = z
  .object({
    width: z.number().int().min(0).max(10_000),
    height: z.number().int().min(0).max(10_000),
    resize: z.enum(['cover', 'contain', 'fill']),
    format: z.enum(['origin', 'webp', 'avif']),
    quality: z.number().int().min(20).max(100),
    gravity: z.string().max(20),
    x_offset: z.number().int(),
    y_offset: z.number().int(),
  })
  .partial()

/** As tokens carry it: `height:200,width:300,resize:cover`. */
export function writeTransformations(transform: z.output<typeof Transform>): string {
  return Object.entries(transform)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, value]) => `${name}:${value}`)
    .join(',')
}
