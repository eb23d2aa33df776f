import cors from './sources/cors.txt?raw'
import cron from './sources/cron.txt?raw'
import express from './sources/express.txt?raw'
import hello from './sources/hello.txt?raw'
import stream from './sources/stream.txt?raw'
import upload from './sources/upload.txt?raw'
import webhook from './sources/webhook.txt?raw'
import { templateText } from '../messages.ts'

/** A starting point for a new function. */
export interface FunctionTemplate {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Source of `index.ts`. */
  readonly source: string
  /** False if callers don't have a token from the project. */
  readonly isJwtVerified: boolean
}

export const functionTemplates: readonly FunctionTemplate[] = [
  { id: 'hello', ...templateText.hello, source: hello, isJwtVerified: true },
  { id: 'cors', ...templateText.cors, source: cors, isJwtVerified: true },
  { id: 'webhook', ...templateText.webhook, source: webhook, isJwtVerified: false },
  { id: 'cron', ...templateText.cron, source: cron, isJwtVerified: true },
  { id: 'upload', ...templateText.upload, source: upload, isJwtVerified: true },
  { id: 'stream', ...templateText.stream, source: stream, isJwtVerified: true },
  { id: 'express', ...templateText.express, source: express, isJwtVerified: true },
]
