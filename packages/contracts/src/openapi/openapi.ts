import { errorTable, type ErrorCode } from '@colonnade/core'
import { z } from 'zod'
import { type Endpoint, type Schema, tokenScopes } from '../foundation/endpoint.ts'
import { ErrorReply, errorsOf } from '../foundation/errors.ts'
import { listEndpoints } from '../apis/platform-api.ts'

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
}

type Json = { [key: string]: unknown }

/** Returns the OpenAPI 3.1 document of a set of endpoints. */
export function openApi(api: Parameters<typeof listEndpoints>[0], options: OpenApiOptions): Json {
  const paths: { [path: string]: Json } = {}
  const shared = sharedParts(listEndpoints(api))
  for (const { name, endpoint } of listEndpoints(api)) {
    const item = (paths[endpoint.path] ??= {})
    item[endpoint.method.toLowerCase()] = operation(name, endpoint, shared)
  }
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version },
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorReply, 'output'), ...shared.schemas },
      responses: shared.responses,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'colonnade_session' },
        // operations list the required scopes of the token (OpenAPI 3.1.0, 4.8.30)
        accessToken: { type: 'http', scheme: 'bearer', description: 'An access token. Create one under Account > Access tokens' },
      },
    },
  }
}

/** Shared parts of operations, referenced by name. */
interface SharedParts {
  readonly schemas: Json
  readonly responses: Json
  /** Returns the JSON schema of a response, or a reference to it. */
  reply(schema: Schema): Json
  /** Returns the response for errors of one status. */
  failure(codes: readonly ErrorCode[]): Json
}

function sharedParts(endpoints: readonly { readonly name: string; readonly endpoint: Endpoint }[]): SharedParts {
  const names = new Map<Schema, string>()
  const groups = Map.groupBy(endpoints, ({ endpoint }) => endpoint.reply)
  const schemas: Json = {}
  for (const [schema, users] of groups) {
    if (users.length < 2 || users[0]!.endpoint.status === 204) continue
    const name = `${users[0]!.name}.reply`
    names.set(schema, name)
    schemas[name] = jsonSchema(schema, 'output')
  }
  const responses: Json = {}
  const known = new Map<string, string>()
  return {
    schemas,
    responses,
    reply(schema) {
      const name = names.get(schema)
      return name === undefined ? jsonSchema(schema, 'output') : { $ref: `#/components/schemas/${name}` }
    },
    failure(codes) {
      const key = codes.join(' ')
      const name = known.get(key) ?? `failure.${known.size + 1}`
      known.set(key, name)
      responses[name] = failure(codes)
      return { $ref: `#/components/responses/${name}` }
    },
  }
}

function operation(name: string, endpoint: Endpoint, shared: SharedParts): Json {
  const [noun] = name.split('.')
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [noun],
    security: securityOf(endpoint),
    ...(endpoint.permission && { 'x-permission': endpoint.permission }),
    ...(endpoint.auth === 'owner' && { 'x-installation-owner': true }),
    ...(endpoint.needsActive && { 'x-needs-active-project': endpoint.needsActive }),
    ...(endpoint.needs && { 'x-needs-capability': endpoint.needs }),
    parameters: [
      ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({ name: param, in: 'path', required: true, schema: { type: 'string' } })),
      ...parametersOf(endpoint.query, 'query'),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...requestBody(endpoint),
    responses: { [String(endpoint.status ?? 200)]: success(endpoint, shared), ...failures(errorsOf(endpoint), shared) },
  }
}

function securityOf(endpoint: Endpoint): Json[] {
  if (endpoint.auth === 'public') return []
  const scopes = tokenScopes(endpoint)
  return scopes === null ? [{ session: [] }] : [{ session: [] }, { accessToken: scopes }]
}

function requestBody(endpoint: Endpoint): Json {
  // a media type without a schema describes a file (OpenAPI 3.1.0, 4.8.14.2)
  const content = endpoint.upload
    ? { [endpoint.upload]: {} }
    : endpoint.body && { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } }
  return content ? { requestBody: { required: true, content } } : {}
}

function success(endpoint: Endpoint, shared: SharedParts): Json {
  if (endpoint.status === 204) return { description: 'Done' }
  if (endpoint.download) return { description: 'The file', content: { [endpoint.download]: {} } }
  const type = endpoint.stream ? 'text/event-stream' : 'application/json'
  return {
    description: endpoint.stream ? 'A stream of events of this type' : 'Success',
    content: { [type]: { schema: shared.reply(endpoint.reply) } },
  }
}

function failures(codes: readonly ErrorCode[], shared: SharedParts): Json {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status)
  return Object.fromEntries([...byStatus].map(([status, group]) => [String(status), shared.failure(group)]))
}

function failure(codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].title}`).join('\n\n'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

function parametersOf(schema: Schema | undefined, place: 'query' | 'header'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name: place === 'header' ? name.replace(/^./, (first) => first.toUpperCase()) : name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}
