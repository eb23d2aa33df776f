import { errorTable } from '@colonnade/core'
import { describe, expect, test } from 'vitest'
import { errorsOf } from '../foundation/errors.ts'
import { listEndpoints } from '../apis/platform-api.ts'
import { openApi } from './openapi.ts'
import { wholeApi } from '../apis/whole-api.ts'

const endpoints = listEndpoints(wholeApi)

describe('the OpenAPI document', () => {
  const document = openApi(wholeApi, { title: 'x', version: '1' }) as {
    openapi: string
    paths: Record<string, Record<string, { responses: Record<string, unknown>; parameters: { name: string; in: string; required: boolean }[] }>>
  }

  test('has every endpoint with its replies', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const { endpoint } of endpoints) {
      const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!
      for (const code of errorsOf(endpoint)) expect(operation.responses).toHaveProperty(String(errorTable[code].status))
    }
  })

  test('tells files by their media type', () => {
    const operations = document.paths as unknown as Record<string, Record<string, { requestBody: unknown; responses: Record<string, unknown> }>>
    expect(operations['/platform/feedback/attachments']!['post']!.requestBody).toEqual({ required: true, content: { 'image/png': {} } })
    expect(operations['/platform/feedback/attachments/{name}']!['get']!.responses['200']).toMatchObject({ content: { 'image/png': {} } })
  })

  test('tells parameters of path, query and header', () => {
    const { parameters } = document.paths['/platform/notifications']!['get']!
    expect(parameters.find(({ name }) => name === 'Version')).toMatchObject({ in: 'header', required: true })
    expect(parameters.find(({ name }) => name === 'offset')).toMatchObject({ in: 'query', required: false })
  })
})
