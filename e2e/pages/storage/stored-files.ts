import type { Page, Request } from 'playwright'
import { longAgo } from '../stage/world.ts'

export interface StoredFile {
  readonly body: string
  readonly type: string
  /** The user's own. */
  readonly metadata?: object
  /** Whether only its row is there. */
  readonly isMissing?: boolean
}

/** A bucket that answers in storage's place, as far as the pages ask; files by their names. */
export class StoredFiles {
  readonly files = new Map<string, StoredFile>()
  /** What was asked, `POST /object/move {…}`. */
  readonly asked: string[] = []

  constructor(files: Readonly<Record<string, StoredFile>>) {
    for (const [name, file] of Object.entries(files)) this.files.set(name, file)
  }

  async answerOn(page: Page): Promise<void> {
    await page.route('**/api/*/storage/v1/**', async (route) => {
      const request = route.request()
      const path = decodeURIComponent(new URL(request.url()).pathname.replace(/^.*\/storage\/v1/, ''))
      this.asked.push(`${request.method()} ${path}`)
      const { status = 200, ...reply } = this.#answer(request, path)
      await route.fulfill({ status, ...reply })
    })
  }

  #answer(request: Request, path: string): { status?: number; json?: unknown; body?: string; contentType?: string } {
    const [, what, name = ''] =
      /^(\/object\/list-v2|\/-\/details|\/-\/missing|\/object\/authenticated|\/object\/sign|\/object\/move|\/object\/copy|\/object)\/?(.*)$/.exec(
        path,
      ) ?? []
    const inBucket = name.replace(/^[^/]+\/?/, '')
    const file = this.files.get(inBucket)
    if (what === '/object/list-v2') return { json: this.#list((request.postDataJSON() as { prefix: string }).prefix) }
    if (what === '/-/missing') return { json: { missing: [...this.files].filter(([, { isMissing }]) => isMissing).map(([path]) => path) } }
    if (what === '/object/move') {
      const { sourceKey, destinationKey } = request.postDataJSON() as { sourceKey: string; destinationKey: string }
      this.files.set(destinationKey, this.files.get(sourceKey)!)
      this.files.delete(sourceKey)
      return { json: { message: 'Successfully moved' } }
    }
    if (what === '/object/copy') {
      const { sourceKey, destinationKey } = request.postDataJSON() as { sourceKey: string; destinationKey: string }
      if (this.files.has(destinationKey)) return refused('KeyAlreadyExists', '409', 'The resource already exists')
      this.files.set(destinationKey, this.files.get(sourceKey)!)
      return { json: { Id: '1', Key: destinationKey } }
    }
    if (what === '/object' && request.method() === 'DELETE') {
      const { prefixes } = request.postDataJSON() as { prefixes: string[] }
      return { json: prefixes.filter((each) => this.files.delete(each)).map((each) => ({ name: each })) }
    }
    if (what === '/object' && request.method() === 'POST') {
      if (file !== undefined && request.headers()['x-upsert'] !== 'true') return refused('KeyAlreadyExists', '409', 'The resource already exists')
      this.files.set(inBucket, { body: request.postData() ?? '', type: request.headers()['content-type'] ?? '' })
      return { json: { Id: '1', Key: name } }
    }
    if (what === '/-/details' && request.method() === 'POST') {
      const change = request.postDataJSON() as { name: string; content_type?: string; metadata?: object }
      const { body, type, metadata } = this.files.get(change.name)!
      this.files.set(change.name, {
        body,
        type: change.content_type ?? type,
        ...((change.metadata ?? metadata) && { metadata: change.metadata ?? metadata }),
      })
      return { json: { message: 'Successfully updated' } }
    }
    if (file === undefined) return refused('NoSuchKey', '404', 'Object not found')
    if (what === '/-/details') {
      return {
        json: {
          id: '1',
          name: inBucket,
          version: 'v1',
          bucket_id: 'b',
          size: file.body.length,
          content_type: file.type,
          cache_control: 'max-age=3600',
          etag: '"e"',
          metadata: file.metadata ?? { by: 'Ada' },
          last_modified: longAgo,
          created_at: longAgo,
          owner_id: null,
          has_content: file.isMissing !== true,
        },
      }
    }
    if (what === '/object/sign' && request.method() === 'POST') return { json: { signedURL: `/object/sign/${name}?token=t` } }
    return { body: file.body, contentType: file.type }
  }

  #list(prefix: string): object {
    const inside = [...this.files].filter(([name]) => name.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const isBelow = (name: string) => name.slice(prefix.length).includes('/')
    const folders = new Set(inside.filter(([name]) => isBelow(name)).map(([name]) => `${prefix}${name.slice(prefix.length).split('/')[0]}/`))
    return {
      hasNext: false,
      folders: [...folders].map((name) => ({ name })),
      objects: inside
        .filter(([name]) => !isBelow(name))
        .map(([name, { body, type }]) => ({ id: name, name, updated_at: longAgo, metadata: { size: body.length, mimetype: type } })),
    }
  }
}

const refused = (code: string, statusCode: string, message: string) => ({ status: 400, json: { statusCode, error: code, code, message } })
