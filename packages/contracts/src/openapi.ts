import { errorTable, type ErrorCode } from '@colonnade/core'
import { z } from 'zod'
import type { Endpoint, Schema } from './endpoint.ts'
import { ErrorReply, errorsOf } from './errors.ts'
import { listEndpoints } from './platform-api.ts'

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
}

type Json = { [key: string]: unknown }

/** The OpenAPI 3.1 document of a set of endpoints. */
export function openApi(api: Parameters<typeof listEndpoints>[0], options: OpenApiOptions): Json {
  const paths: { [path: string]: Json } = {}
  for (const { name, endpoint } of listEndpoints(api)) {
    const item = (paths[endpoint.path] ??= {})
    item[endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version },
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorReply, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'colonnade_session' } },
    },
  }
}

function operation(name: string, endpoint: Endpoint): Json {
  const [noun] = name.split('.')
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [noun],
    security: endpoint.auth === 'public' ? [] : [{ session: [] }],
    ...(endpoint.permission && { 'x-permission': endpoint.permission }),
    ...(endpoint.needsActive && { 'x-needs-active-project': true }),
    parameters: [
      ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({ name: param, in: 'path', required: true, schema: { type: 'string' } })),
      ...parametersOf(endpoint.query, 'query'),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } } }),
    responses: { [String(endpoint.status ?? 200)]: success(endpoint), ...failures(errorsOf(endpoint)) },
  }
}

function success(endpoint: Endpoint): Json {
  if (endpoint.status === 204) return { description: 'Done' }
  const type = endpoint.stream ? 'text/event-stream' : 'application/json'
  return {
    description: endpoint.stream ? 'Events, each of this form' : 'Success',
    content: { [type]: { schema: jsonSchema(endpoint.reply, 'output') } },
  }
}

function failures(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\`: ${errorTable[code].title}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
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
