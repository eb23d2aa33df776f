import { S3Error } from '../errors.ts'
import type { S3Call } from '../call.ts'

/** A whole number among the parameters, cut at `most`. @throws S3Error `InvalidArgument` */
export function numberIn({ query }: Pick<S3Call, 'query'>, name: string, fallback: number, most: number): number {
  const text = query.get(name)
  if (text === undefined || text === '') return fallback
  if (!/^\d{1,10}$/.test(text))
    throw new S3Error('InvalidArgument', `Provided ${name} not an integer or within integer range`, {
      ArgumentName: name,
      ArgumentValue: text.slice(0, 40),
    })
  return Math.min(Number(text), most)
}
