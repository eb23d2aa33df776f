import type { Clock } from '@colonnade/core'
import { addressKey, type FastifyInstance, type FastifyRequest, handleBadPaths } from '@colonnade/http'
import type { ProjectDirectory } from '@colonnade/projects'
import type { ServerResponse } from 'node:http'
import { createCallCounter } from './call-counter.ts'
import type { Gateway } from './gateway.ts'
import { callBudgets, knownS3KeysMost } from './limits.ts'

export interface S3EndpointParts {
  readonly gateway: Gateway
  readonly projects: Pick<ProjectDirectory, 's3KeyProject'>
  readonly clock: Clock
  /** Origin as clients see it; null to take it from the request. */
  readonly publicUrl: string | null
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * Binds the S3 API of all projects to the root of an address of its own, for tools that take no path in an endpoint. The access key says
 * whose files a call is about; storage proves it as it does everywhere.
 */
export function mountS3Endpoint(app: FastifyInstance, { gateway, projects, clock, publicUrl }: S3EndpointParts): void {
  const countUnknown = createCallCounter(callBudgets.unknownRefs, clock)
  const projectOf = rememberProjects(projects)
  const serve = async (request: FastifyRequest, response: ServerResponse): Promise<void> => {
    const { url = '/' } = request.raw
    const mark = url.indexOf('?')
    const [path, search] = mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
    const keyId = keyIdOf(request, search)
    const refuse = (status: number, code: string, message: string): void => {
      response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': request.id, connection: 'close' })
      response.end(request.method === 'HEAD' ? undefined : xmlError({ Code: code, Message: message, RequestId: request.id }))
    }
    if (keyId === null) return refuse(403, 'AccessDenied', 'Sign the request with an S3 access key of a project (Signature Version 4).')
    let ref: string | null
    try {
      const known = projectOf.known(keyId)
      if (known === null && countUnknown(addressKey(request.ip)) > 0) return refuse(503, 'SlowDown', 'Please reduce your request rate.')
      ref = known ?? (await projectOf.find(keyId))
    } catch {
      return refuse(503, 'ServiceUnavailable', 'Service is unable to handle the request. Try again.')
    }
    if (ref === null) return refuse(403, 'InvalidAccessKeyId', 'The access key ID that you provided does not exist in our records.')
    const call = { ref, service: 'storage', path: `/s3${path}`, search, address: request.ip, isS3Endpoint: true, requestId: request.id } as const
    await gateway.serve({ ...call, publicUrl: publicUrl ?? `${request.protocol}://${request.host}` }, request.raw, response)
  }
  handleBadPaths(app, (request, reply) => {
    void serve(request, reply.raw)
    return true
  })
  void app.register(async (routed: FastifyInstance) => {
    routed.removeAllContentTypeParsers()
    routed.addContentTypeParser('*', (_request, _payload, done) => done(null))
    routed.route({
      method: [...methods],
      url: '/*',
      exposeHeadRoute: false,
      config: { isStreamed: true },
      handler: async (request, reply) => {
        reply.hijack()
        await serve(request, reply.raw)
      },
    })
  })
}

/** The access key of a signature, in whichever place it came; null without one. */
function keyIdOf({ headers }: FastifyRequest, search: string): string | null {
  // a signature in the URL counts first, as everywhere
  const text = new URLSearchParams(search).get('X-Amz-Credential') ?? /\bCredential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1]
  const keyId = text?.split('/', 1)[0]
  return keyId === undefined || !/^[a-z0-9]{1,64}$/.test(keyId) ? null : keyId
}

/** Keys stay with their project: of one that was revoked, storage knows. */
function rememberProjects(projects: Pick<ProjectDirectory, 's3KeyProject'>) {
  const remembered = new Map<string, string>()
  return {
    known(keyId: string): string | null {
      // a session names its project, and has a token beside
      return /^[a-z]{20}$/.test(keyId) ? keyId : (remembered.get(keyId) ?? null)
    },
    async find(keyId: string): Promise<string | null> {
      const ref = await projects.s3KeyProject(keyId)
      if (ref === null) return null
      remembered.set(keyId, ref)
      if (remembered.size > knownS3KeysMost) remembered.delete(remembered.keys().next().value!)
      return ref
    },
  }
}

function xmlError(elements: Readonly<Record<string, string>>): string {
  const inner = Object.entries(elements).map(([name, text]) => `<${name}>${text}</${name}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner.join('')}</Error>`
}
