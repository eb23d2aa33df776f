import { S3Error } from '../errors.ts'
import { emptyReply, type Operation, xmlReply } from '../call.ts'
import { readXml, textIn } from '../xml/read-xml.ts'
import { tagsOf } from './properties.ts'

export const getObjectTagging: Operation = async ({ bucket, key, store }) => {
  const { tags } = (await store.findObject(bucket, key)).properties
  return xmlReply('Tagging', { TagSet: { Tag: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) } })
}

export const putObjectTagging: Operation = async (call) => {
  const { TagSet: [set] = [] } = await readXml(call.payload().content, 'Tagging')
  if (set === undefined) throw new S3Error('MalformedXML')
  const listed = typeof set === 'string' ? [] : (set['Tag'] ?? [])
  const pairs = listed.map((tag) => {
    const [key, value] = [textIn(tag, 'Key'), textIn(tag, 'Value')]
    if (key === null || value === null) throw new S3Error('MalformedXML')
    return [key, value] as const
  })
  await call.store.setTags(call.bucket, call.key, tagsOf(pairs))
  return emptyReply(200)
}

export const deleteObjectTagging: Operation = async ({ bucket, key, store }) => {
  await store.setTags(bucket, key, {})
  return emptyReply(204)
}
