declare module '@20minutes/s3rver' {
  import type { IncomingMessage } from 'node:http'

  /** An S3 server for tests, which keeps objects in a folder and checks signatures; its one key and secret are both "S3RVER". */
  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    /** Of Koa: what each request passes. */
    readonly middleware: ((ctx: { readonly path: string; readonly req: IncomingMessage }, next: () => Promise<unknown>) => Promise<unknown>)[]
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
